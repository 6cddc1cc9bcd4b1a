// Package attacks tries, from outside, what an attacker would try on a boardd that
// has been built: a broker, a client of the broker, a board, a USB device, a disk that
// means harm. There is a file for each kind of attack; each test says what must hold.
//
//	make attacks                     # builds boardd and tries it
//	make attacks BOARDD=/path/boardd # tries another one, to compare
//
// Without BOARDD in the environment the tests are not run: they take minutes.
package attacks

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
)

// program is the boardd that is attacked.
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

// patience is how long a test waits for what has to come.
const patience = 30 * time.Second

// until waits for a condition, and fails the test if it does not come.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	if !harness.Comes(patience, holds) {
		t.Fatalf("never: %s", what)
	}
}
