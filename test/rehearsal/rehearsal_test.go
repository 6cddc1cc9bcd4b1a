// Package rehearsal plays a round of a whole hall with the programs that are built, twice at the
// same time: once undisturbed, and once while the program of the hall, its broker and the boards
// are killed again and again. At the end both have given the same files to the world.
//
//	make hall-kills                              # a small one: two minutes
//	make hall-kills HALL="100 8 50 10 50 1.5 80" # the large one: ten
//
// The numbers are: boards; of them those with a boardd of their own, which alone are killed; kills
// of the hall, of the broker, of boards; the speed of the hands; about how many plies a game has.
//
// Without BOARDD in the environment it is not played.
package rehearsal

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/pgnlint"
)

// program is the boardd that is used; the other programs are beside it.
var program = os.Getenv("BOARDD")

func TestMain(m *testing.M) {
	if program == "" {
		fmt.Println("the rehearsal is not played: BOARDD names no program; see make hall-kills")
		return
	}
	os.Exit(m.Run())
}

// plan is how large the rehearsal is.
type plan struct {
	boards, boardds      int // all, and those of them with a boardd of their own
	halls, brokers, ends int // kills of the hall, of its broker, of boards
	speed                float64
	plies                int
	seed                 uint64
}

func planOf(t *testing.T) plan {
	t.Helper()
	p, text := plan{seed: 13}, os.Getenv("BOARDD_HALL")
	if _, err := fmt.Sscan(text, &p.boards, &p.boardds, &p.halls, &p.brokers, &p.ends, &p.speed, &p.plies); err != nil {
		t.Fatalf("BOARDD_HALL=%q: %v", text, err)
	}
	return p
}

// delay is that of the tournament.
const delay = 5 * time.Second

// lasts is about how long the hands play, at their speed: six seconds a ply.
func (p *plan) lasts() time.Duration {
	return time.Duration(float64(p.plies) * 6 / p.speed * float64(time.Second))
}

// TestHallKills is the rehearsal.
func TestHallKills(t *testing.T) {
	p := planOf(t)
	quiet, killed := newWorld(t, &p, "quiet"), newWorld(t, &p, "killed")
	worlds := []*world{quiet, killed}
	for _, w := range worlds {
		w.open()
	}
	counts := killed.killAll(rand.New(rand.NewPCG(p.seed, 0)))
	for _, w := range worlds {
		w.end()
	}
	t.Logf("kills: %v", counts)
	if want := (map[string]int{"hall": p.halls, "broker": p.brokers, "board": p.ends}); !maps.Equal(counts, want) {
		t.Errorf("killed %v, want %v", counts, want)
	}
	for _, w := range worlds {
		w.check()
	}
	compareTrees(t, quiet.tree(), killed.tree(), killed.struck)
}

// compareTrees wants two tournaments to have the same files. What the clock showed while a
// boardd was dead nobody has read, and a game has the times of all its plies or none: at the
// boards that were killed the times may be missing, and nothing else.
func compareTrees(t *testing.T, quiet, killed map[string]string, struck map[int]int) {
	t.Helper()
	if q, k := slices.Sorted(maps.Keys(quiet)), slices.Sorted(maps.Keys(killed)); !slices.Equal(q, k) {
		t.Errorf("files undisturbed:\n%s\nafter kills:\n%s", strings.Join(q, "\n"), strings.Join(k, "\n"))
	}
	same, untimed, differ := 0, 0, 0
	for name, text := range quiet {
		switch other := killed[name]; {
		case other == text:
			same++
		case timeless(t, name, text, struck) == timeless(t, name, other, struck):
			untimed++
		default:
			if differ++; differ <= 5 {
				t.Errorf("%s differs:\n%s", name, difference(text, other))
			}
		}
	}
	t.Logf("%d files are the same, %d but for the times of boards that were killed (%d boards), %d differ", same, untimed, len(struck), differ)
}

var (
	moveTime  = regexp.MustCompile(`"([^" ]+) [0-9]+(\+[0-9]+)?"`)
	stateGame = regexp.MustCompile(`\{"table":([0-9]+),[^{}]*\}`)
	stateTime = regexp.MustCompile(`,"clock":"[^"]*"`)
)

// timeless is a file without the times of some tables.
func timeless(t *testing.T, name, text string, struck map[int]int) string {
	t.Helper()
	var table int
	switch _, err := fmt.Sscanf(filepath.Base(name), "game-%d.", &table); {
	case strings.HasSuffix(name, ".pgn"):
		games, _ := pgnlint.Read(text)
		for i := range games {
			if _, number, _ := strings.Cut(games[i].Tag("Round"), "."); struck[atoi(number)] > 0 {
				games[i].Clocks = nil
			}
		}
		return fmt.Sprint(games)
	case err == nil && struck[table] > 0:
		return moveTime.ReplaceAllString(text, `"$1"`)
	case filepath.Base(name) == "state.json":
		return stateGame.ReplaceAllStringFunc(text, func(game string) string {
			if struck[atoi(stateGame.FindStringSubmatch(game)[1])] > 0 {
				return stateTime.ReplaceAllString(game, "")
			}
			return game
		})
	}
	return text
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// difference are the lines in which two texts differ.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	var all []string
	for i := range max(len(x), len(y)) {
		if i >= len(x) || i >= len(y) || x[i] != y[i] {
			all = append(all, fmt.Sprintf("line %d\n- %.300s\n+ %.300s", i+1, at(x, i), at(y, i)))
		}
	}
	return strings.Join(all[:min(len(all), 6)], "\n")
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// tree holds the files of the tournament by their names.
func (w *world) tree() map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(w.folder(), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(w.folder(), path)
		text, bad := os.ReadFile(path)
		all[name] = string(text)
		if err == nil {
			err = bad
		}
		return err
	})
	if err != nil {
		w.t.Error(err)
	}
	return all
}
