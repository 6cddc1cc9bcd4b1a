//go:build race

package touchmove_test

// cleanGames is how many random games are played; the race detector makes each
// some ten times slower.
const cleanGames = 60
