// Package suggest guesses which name somebody meant who wrote another one.
package suggest

import (
	"slices"
	"strings"
)

// Names lists the names that may have been meant: those that contain what was
// written, and those at a small edit distance from it.
func Names(written string, names []string) []string {
	written = strings.ToLower(written)
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		part := len(written) > 2 && strings.Contains(n, written)
		return !part && distance(written, n) > min(2, len(n)/3)
	})
}

// distance is the edit distance of two words: how many letters must be inserted,
// deleted, replaced or exchanged with a neighbour to turn one into the other.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			replaced := row[j]
			if a[i] != b[j] {
				replaced++
			}
			next[j+1] = min(replaced, next[j]+1, row[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
