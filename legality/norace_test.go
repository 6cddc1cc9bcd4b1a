//go:build !race

package legality

const underRace = false
