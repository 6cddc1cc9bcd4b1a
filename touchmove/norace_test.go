//go:build !race

package touchmove_test

// cleanGames is how many random games are played.
const cleanGames = 600
