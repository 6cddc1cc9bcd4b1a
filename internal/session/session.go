// Package session makes names that no two starts of a program share.
package session

import (
	"crypto/rand"
	"strings"
)

// New is a name that no other start of the daemon has.
func New() string { return strings.ToLower(rand.Text()[:16]) }
