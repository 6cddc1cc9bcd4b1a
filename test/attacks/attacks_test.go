// Package attacks attacks a built boardd from outside: with a hostile broker, client of the
// broker, board, USB device or disk. Each kind of attack has a file, and each test describes what
// must hold.
//
//	make attacks                     # builds boardd and tries it
//	make attacks BOARDD=/path/boardd # tries another one, to compare
//
// Without BOARDD in the environment the tests are skipped: they take minutes.
package attacks

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
)

// program is the attacked boardd.
var program = os.Getenv("BOARDD")

func TestMain(m *testing.M) {
	if program == "" {
		fmt.Println("attacks are not tried: BOARDD names no program; see make attacks")
		return
	}
	if _, err := os.Stat(program); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// patience is how long a test waits for a condition.
const patience = 30 * time.Second

// until waits for a condition, and fails the test if it does not come.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	if !harness.Comes(patience, holds) {
		t.Fatalf("never: %s", what)
	}
}
