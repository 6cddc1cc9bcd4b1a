package touchmove_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// TestReports: logs that once went wrong. Each says itself what is right: the
// moves of the last game in SAN, and all that must be found above info, by code,
// level and side. Who reports a log adds it here.
func TestReports(t *testing.T) {
	names, err := filepath.Glob("testdata/reports/*.log")
	if err != nil || len(names) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".log"), func(t *testing.T) {
			log, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			tr, found := play(t, string(log))
			if got, want := sanOf(tr.LastGame()), remark(t, string(log), "moves"); got != want {
				t.Errorf("moves %q, want %q", got, want)
			}
			if got, want := loud(found), remark(t, string(log), "found"); got != want {
				t.Errorf("found %q, want %q\n%s", got, want, told(found))
			}
		})
	}
}

// remark is what follows "# name:" in a log.
func remark(t *testing.T, log, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(log, "\n# "+name+":")
	if !ok {
		t.Fatalf("the log has no remark %q", name)
	}
	hypothesis, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(hypothesis)
}

func sanOf(g *touchmove.Game) string {
	var moves []string
	for _, p := range g.Moves {
		moves = append(moves, p.SAN)
	}
	return strings.Join(moves, " ")
}

// loud is what was found above info.
func loud(found []touchmove.Finding) string {
	var all []string
	for _, f := range found {
		if f.Level != touchmove.Info {
			all = append(all, f.Code.String()+" "+f.Level.String()+" "+f.Side.String())
		}
	}
	return strings.Join(all, ", ")
}
