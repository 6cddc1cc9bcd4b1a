package main

import (
	"bufio"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// handsSure is how sure it was of a ply that was confirmed.
type handsSure struct {
	confidence float64
	trusted    bool // it did not say that anything was amiss
}

// handsBands are the lower ends of the bands of confidence.
var handsBands = [...]float64{0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999}

// handsTrust counts how often it was right when it was so sure.
type handsTrust struct {
	plies, right    [len(handsBands)]int
	wrong, trusted  int       // plies that were confirmed wrongly, and how many of them while all seemed well
	exact, wrongOne []float64 // of each game: 1 if it is exact; plies that were confirmed wrongly
}

func (t *handsTrust) add(o *handsTrust) {
	for i := range t.plies {
		t.plies[i] += o.plies[i]
		t.right[i] += o.right[i]
	}
	t.wrong, t.trusted = t.wrong+o.wrong, t.trusted+o.trusted
	t.exact, t.wrongOne = append(t.exact, o.exact...), append(t.wrongOne, o.wrongOne...)
}

// game counts a game: what was confirmed of it last, which of these plies are right, and
// whether the game is exact at its end.
func (t *handsTrust) game(sure []handsSure, right []bool, exact bool) {
	wrong := 0
	for i, s := range sure {
		band, _ := slices.BinarySearch(handsBands[:], s.confidence)
		if band == len(handsBands) || handsBands[band] > s.confidence {
			band--
		}
		t.plies[band]++
		if right[i] {
			t.right[band]++
			continue
		}
		wrong++
		if s.trusted {
			t.trusted++
		}
	}
	t.wrong += wrong
	t.exact, t.wrongOne = append(t.exact, map[bool]float64{true: 1}[exact]), append(t.wrongOne, float64(wrong))
}

// matched is which of a list are in another one, where the fewest of both differ.
func matched(got, want []string) []bool {
	cost := make([][]int, len(got)+1) // of what follows, by how many of each are done
	for i := range cost {
		cost[i] = make([]int, len(want)+1)
	}
	for i := len(got); i >= 0; i-- {
		for j := len(want); j >= 0; j-- {
			switch {
			case i == len(got):
				cost[i][j] = len(want) - j
			case j == len(want):
				cost[i][j] = len(got) - i
			case got[i] == want[j]:
				cost[i][j] = cost[i+1][j+1]
			default:
				cost[i][j] = 1 + min(cost[i+1][j+1], cost[i+1][j], cost[i][j+1])
			}
		}
	}
	right := make([]bool, len(got))
	for i, j := 0, 0; i < len(got) && j < len(want); {
		switch {
		case got[i] == want[j]:
			right[i] = true
			i, j = i+1, j+1
		case cost[i][j] == 1+cost[i+1][j+1]:
			i, j = i+1, j+1
		case cost[i][j] == 1+cost[i+1][j]:
			i++
		default:
			j++
		}
	}
	return right
}

// spread is the mean of some numbers and how far it is sure, as one standard error: the
// games are what was drawn by lot.
func spread(all []float64) (mean, err float64) {
	if len(all) < 2 {
		return 0, 0
	}
	for _, x := range all {
		mean += x / float64(len(all))
	}
	for _, x := range all {
		err += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(err/float64(len(all)-1)) / math.Sqrt(float64(len(all)))
}

// The columns: the games that are exact; plies that were confirmed wrongly, of 100,000, and what
// share of them while all was said to be well; both with one standard error. Then, of
// the plies that were confirmed with a confidence from so much on, how many were right.
func handsSureHead(w *bufio.Writer) {
	w.WriteString("| simulator | board | clock | hands | games | exact | reported wrongly | while trusted |")
	for _, b := range handsBands {
		fmt.Fprintf(w, " from %g |", b)
	}
	w.WriteString("\n|")
	for range 8 + len(handsBands) {
		w.WriteString(" --- |")
	}
	w.WriteByte('\n')
}

func printHandsSure(w *bufio.Writer, what string, plies int, t *handsTrust) {
	exact, exactErr := spread(t.exact)
	wrong, wrongErr := spread(t.wrongOne)
	each := 1e5 * float64(len(t.exact)) / float64(max(1, plies))
	fmt.Fprintf(w, "| %s | %d | %.1f ± %.1f %% | %.0f ± %.0f |", what, len(t.exact), 100*exact, 100*exactErr, wrong*each, wrongErr*each)
	if t.wrong > 0 {
		fmt.Fprintf(w, " %s", percent(t.trusted, t.wrong))
	}
	w.WriteString(" |")
	for i := range t.plies {
		if t.plies[i] == 0 {
			w.WriteString("  |")
			continue
		}
		fmt.Fprintf(w, " %.2f %% of %d |", 100*float64(t.right[i])/float64(t.plies[i]), t.plies[i])
	}
	w.WriteByte('\n')
}

// TestMatched: what is right is found behind a ply too many, and behind one that is missing.
func TestMatched(t *testing.T) {
	for _, c := range []struct {
		got, want string
		right     []bool
	}{
		{"a b c", "a b c", []bool{true, true, true}},
		{"a x b c", "a b c", []bool{true, false, true, true}},
		{"a c d", "a b c d", []bool{true, true, true}},
		{"a x c", "a b c", []bool{true, false, true}},
		{"x", "", []bool{false}},
		{"", "a", []bool{}},
	} {
		if got := matched(strings.Fields(c.got), strings.Fields(c.want)); !slices.Equal(got, c.right) {
			t.Errorf("%q beside %q: %v, want %v", c.got, c.want, got, c.right)
		}
	}
}

// TestBenchHandsTrust: a ply counts in the band of its confidence; a wrong one counts as told with
// trust only if nothing was said to be amiss.
func TestBenchHandsTrust(t *testing.T) {
	var trust handsTrust
	trust.game([]handsSure{{0.999, true}, {0.995, true}, {0.3, false}, {1, true}}, []bool{true, false, false, true}, false)
	if last := len(handsBands) - 1; trust.plies[last] != 2 || trust.right[last] != 2 || trust.plies[last-1] != 1 || trust.right[last-1] != 0 || trust.plies[0] != 1 {
		t.Errorf("%v right of %v", trust.right, trust.plies)
	}
	if trust.wrong != 2 || trust.trusted != 1 {
		t.Errorf("%d wrong, %d of them trusted", trust.wrong, trust.trusted)
	}
}
