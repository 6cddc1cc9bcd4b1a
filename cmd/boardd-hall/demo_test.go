package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/pgnlint"
)

var (
	demoPage   = regexp.MustCompile(`http://\S+/games\.pgn`)
	demoBroker = regexp.MustCompile(`tcp://(\S+)`)
)

// TestDemo: one command shows eight games with names, with all results at the end, and leaves
// nothing running.
func TestDemo(t *testing.T) {
	t.Parallel()
	lab := filepath.Join(filepath.Dir(harness.ProgramPath(t, "watch")), "boardd-lab")
	ctx, interrupt := context.WithCancel(t.Context())
	var out harness.Lines
	done := make(chan int)
	go func() {
		done <- cli.Run(ctx, newProgram(), strings.NewReader(""), &out, &out, []string{"demo", "--light", "--speed", "100", "--delay", "1s", "--lab", lab, "--folder", t.TempDir()})
	}()
	page := ""
	harness.Until(t, "where to look", 20*time.Second, func() bool { page = demoPage.FindString(out.String()); return page != "" })
	harness.Until(t, "all results", 30*time.Second, func() bool {
		games := gamesAt(t, page)
		over := 0
		for i := range games {
			if games[i].Result != "*" && len(games[i].Moves) > 0 && strings.Contains(games[i].Tag("White"), ", ") {
				over++
			}
		}
		return over == 8
	})
	desk := regexp.MustCompile(`http://\S+/link/\S+`).FindString(out.String())
	a, err := http.Get(desk)
	if err != nil || a.StatusCode != http.StatusOK {
		t.Fatalf("the desk at %q: %v", desk, err)
	}
	a.Body.Close()
	interrupt()
	if status := <-done; status != cli.ExitOK {
		t.Errorf("status %d, %s", status, out.String())
	}
	if c, err := net.Dial("tcp", demoBroker.FindStringSubmatch(out.String())[1]); err == nil {
		c.Close()
		t.Error("its broker still runs")
	}
}

// gamesAt are the games at an address; nil if there are none.
func gamesAt(t *testing.T, page string) []pgnlint.Game {
	a, err := http.Get(page)
	if err != nil {
		return nil
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		return nil
	}
	games, errs := pgnlint.Read(string(text))
	if errs != nil {
		t.Fatalf("%v\n%s", errs, text)
	}
	return games
}

// TestDemoAlone: without boardd-lab it says what is missing, and a broker that cannot be had
// ends it.
func TestDemoAlone(t *testing.T) {
	t.Parallel()
	for _, lab := range []string{"nowhere/boardd-lab", "false"} {
		var out harness.Lines
		status := cli.Run(t.Context(), newProgram(), strings.NewReader(""), &out, &out, []string{"demo", "--lab", lab})
		if status != cli.ExitFailed || !strings.Contains(out.String(), "boardd-lab") {
			t.Errorf("%s: status %d, %s", lab, status, out.String())
		}
	}
}
