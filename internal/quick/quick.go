// Package quick has the tests of the core try a part with -short, as make test does. make long
// tries all.
package quick

import "testing"

// Fewer is by how much a test divides what it tries: by n with -short, and by 1 without it.
func Fewer(n int) int {
	if testing.Short() {
		return n
	}
	return 1
}
