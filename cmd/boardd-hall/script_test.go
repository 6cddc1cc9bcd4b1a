package main

import (
	"testing"

	"github.com/boardd/boardd/internal/harness"
)

// TestScripts runs the command lines of testdata/script.
func TestScripts(t *testing.T) { harness.Scripts(t) }
