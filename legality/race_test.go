//go:build race

package legality

// underRace says that the race detector is on, which makes everything some ten
// times slower: tests then go less deep.
const underRace = true
