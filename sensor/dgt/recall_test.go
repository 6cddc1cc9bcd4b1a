package dgt

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// entries reads "e2- e4+P w" and "power" as a log; "|" marks what was heard up to
// there, and "r" that men follow who were found.
func entries(t *testing.T, text string) (log []Entry, heard int) {
	t.Helper()
	heard = -1
	for _, word := range strings.Fields(text) {
		switch {
		case word == "|":
			heard = len(log)
		case word == "power":
			log = append(log, Entry{Kind: PowerUp})
		case word == "w", word == "b":
			log = append(log, Entry{Kind: Halted, Side: placement.Color(strings.Index("wb", word))})
		default:
			sq, ok := placement.ParseSquare(word[:2])
			e := Entry{Kind: Change, Square: sq}
			if word[2] == '+' {
				e.Piece, ok = placement.ParsePiece(word[3])
			}
			if !ok {
				t.Fatalf("bad entry %q", word)
			}
			log = append(log, e)
		}
	}
	return log, heard
}

// start is the men of the initial array as a board that was switched on writes
// them down.
func start() string {
	text := "power"
	for sq, man := range placement.Initial {
		if man != placement.Empty {
			text += " " + placement.Square(sq).String() + "+" + string(man.Letter())
		}
	}
	return text + " "
}

// heardOf is what one has heard who was there up to an entry.
func heardOf(log []Entry) (p Past, now placement.Placement) {
	var state known
	for i := range log {
		e := &log[i]
		before := state.men
		state.take(e)
		switch {
		case e.Kind == Halted:
			p.Lever()
		case e.Kind == Change && !state.burst.open && before != state.men:
			p.Change(e.Square, e.Piece)
		}
	}
	p.Board = state.men
	return p, state.men
}

// Shuffles of the knights that leave everything as it was.
const (
	out  = "g1- f3+N w g8- f6+n b "
	back = "f3- g1+N w f6- g8+n b "
)

// TestRecall: what happened after "|" is found, or nothing is said.
func TestRecall(t *testing.T) {
	for name, c := range map[string]struct {
		log  string
		want string // "?" if it cannot be told
	}{
		"a move":                       {start() + "| e2- e4+P", "e2-, e4+P"},
		"after moves":                  {start() + "e2- e4+P w e7- e5+p b | g1- f3+N w b8- c6+n b", "g1-, f3+N, w 0:00:00, b8-, c6+n, b 0:00:00"},
		"in the middle of a move":      {start() + "e2- e4+P w e7- | e5+p b g1-", "e5+p, b 0:00:00, g1-"},
		"only the press was not heard": {start() + "e2- e4+P | w e7-", "w 0:00:00, e7-"},
		"the press was heard":          {start() + "e2- e4+P w | e7-", "e7-"},
		"nothing happened":             {start() + "e2- e4+P w |", ""},
		"the same before and after":    {start() + out + back + "| " + out + back + "e2- e4+P", "?"}, // who knows what was before the first dump
		"and a move before that":       {start() + "d2- d4+P w d7- d5+p b " + out + back + "| " + out + back + "e2- e4+P", "g1-, f3+N, w 0:00:00, g8-, f6+n, b 0:00:00, f3-, g1+N, w 0:00:00, f6-, g8+n, b 0:00:00, e2-, e4+P"},
		"the same before, twice":       {start() + "d2- d4+P w d7- d5+p b " + out + back + out + back + "| e2- e4+P", "e2-, e4+P"},
		"the same after, twice":        {start() + "d2- d4+P w d7- d5+p b | " + out + back + out + back + "e2-", "g1-, f3+N, w 0:00:00, g8-, f6+n, b 0:00:00, f3-, g1+N, w 0:00:00, f6-, g8+n, b 0:00:00, g1-, f3+N, w 0:00:00, g8-, f6+n, b 0:00:00, f3-, g1+N, w 0:00:00, f6-, g8+n, b 0:00:00, e2-"},
		"a man put down and taken up":  {start() + "e2- e3+P e3- | e4+P", "e4+P"},
		"switched off meanwhile":       {start() + "e2- e4+P w | e7- e5+p " + strings.ReplaceAll(strings.ReplaceAll(start(), " e2+P", " e4+P"), " e7+p", " e5+p"), "e7-, e5+p, power"},
	} {
		t.Run(name, func(t *testing.T) {
			log, heard := entries(t, c.log)
			past, _ := heardOf(log[:heard])
			_, now := heardOf(log)
			since, ok := Recall(log, &past, &now)
			got := entryText(since)
			if i := strings.Index(got, "power"); i >= 0 {
				got = got[:i+len("power")]
			}
			if !ok {
				got = "?"
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestRecallNothing: where the place cannot be found for certain, nothing is said.
func TestRecallNothing(t *testing.T) {
	long, heard := entries(t, start()+"e2- e4+P w | e7- e5+p b")
	past, _ := heardOf(long[:heard])
	_, now := heardOf(long)
	other := now
	other[placement.A2] = placement.Empty
	unheard := Past{Board: past.Board}
	twice, _ := entries(t, start()+out+back+out+back+"e2- e4+P")
	_, afterTwice := heardOf(twice)
	set := Past{Board: placement.Initial}
	for name, c := range map[string]struct {
		log  []Entry
		past Past
		now  placement.Placement
		ok   bool
	}{
		"for comparison":              {long, past, now, true},
		"nothing was heard before":    {long, unheard, now, true},
		"but it stood so three times": {twice, set, afterTwice, false},
		"it leads elsewhere":          {long, past, other, false},
		"it stood otherwise":          {long, Past{Board: other}, now, false},
		"an empty log":                {nil, past, now, false},
		"one that begins too late":    {long[len(long)-3:], past, now, false},
		"another board's":             {twice, past, now, false},
	} {
		if _, ok := Recall(c.log, &c.past, &c.now); ok != c.ok {
			t.Errorf("%s: recalled %v, want %v", name, ok, c.ok)
		}
	}
}

// TestRecallLeftOut: what the log has left out of what was heard, or the wire of
// what the log has, does not matter while the place stands out by itself.
func TestRecallLeftOut(t *testing.T) {
	log, heard := entries(t, start()+"d2- d4+P w d7- d5+p b | e2- e4+P")
	_, now := heardOf(log)
	full, _ := entries(t, start()+"d2- d3+P d3- d4+P w d7- d6+p d6- d5+p b")
	past, _ := heardOf(full)
	if since, ok := Recall(log, &past, &now); !ok || entryText(since) != "e2-, e4+P" {
		t.Errorf("recalled %v %q", ok, entryText(since))
	}
	less, _ := entries(t, start()+"d4+P w d7- d5+p b")
	past, _ = heardOf(less)
	past.Board, _ = boardAfter(log[:heard])
	if since, ok := Recall(log, &past, &now); !ok || entryText(since) != "e2-, e4+P" {
		t.Errorf("recalled %v %q", ok, entryText(since))
	}
}

func boardAfter(log []Entry) (placement.Placement, Past) {
	p, now := heardOf(log)
	return now, p
}
