package main

import (
	"slices"
	"strings"
)

// near lists the names that somebody may have meant who wrote another one: those
// that it is a part of, and those a slip or two away from it.
func near(name string, names []string) []string {
	name = strings.ToLower(name)
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		part := len(name) > 2 && strings.Contains(n, name)
		return !part && slips(name, n) > min(2, len(n)/3)
	})
}

// slips is how many letters must be put in, left out or changed to make one word
// of another.
func slips(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := before
			if a[i] != b[j] {
				changed++
			}
			before = row[j+1]
			row[j+1] = min(changed, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
