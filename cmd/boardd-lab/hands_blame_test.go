package main

import (
	"bufio"
	"fmt"
	"math"
	"slices"
	"testing"

	second "github.com/boardd/boardd/internal/hands"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// handsDeed is something that a finding may rightly blame a player for, and when it was done.
type handsDeed struct {
	press       bool // a press without a move; else an irregular move
	from, until int64
}

// blamedForMs is for how long after a deed a finding may be about it: it may be seen only when it is put right.
const blamedForMs = 120_000

// secondDeeds is what the second simulator notes of that.
func secondDeeds(notes []second.Note) (deeds []handsDeed) {
	for _, n := range notes {
		switch n.Kind {
		case "press_no_move", "press_early", "press_dead":
			deeds = append(deeds, handsDeed{true, n.At, n.At + blamedForMs})
		case "illegal", "castling", "rook_wrong", "rook_late", "promotion_late", "en_passant_late":
			deeds = append(deeds, handsDeed{false, n.At, n.At + blamedForMs})
		}
	}
	return deeds
}

// thirdDeeds is what the third one notes, which does not say when.
func thirdDeeds(mishaps []string) (deeds []handsDeed) {
	for _, m := range mishaps {
		switch m {
		case "double press", "press by the wrong side, undone", "press before the drop":
			deeds = append(deeds, handsDeed{true, 0, math.MaxInt64})
		case "illegal move", "pawn left on the last rank, changed later":
			deeds = append(deeds, handsDeed{false, 0, math.MaxInt64})
		}
	}
	return deeds
}

// handsBlame counts the certain findings that blame a player, and those of them for which nobody did such a thing.
type handsBlame struct{ moves, falseMoves, presses, falsePresses int }

func (b *handsBlame) add(o *handsBlame) {
	b.moves, b.falseMoves = b.moves+o.moves, b.falseMoves+o.falseMoves
	b.presses, b.falsePresses = b.presses+o.presses, b.falsePresses+o.falsePresses
}

// take counts findings about a game.
func (b *handsBlame) take(found []touchmove.Finding, deeds []handsDeed) {
	for i := range found {
		f := &found[i]
		press := f.Code == laws.ClockNoMove
		if f.Level != laws.Certain || f.Remedy == nil && f.Code != laws.OutOfTurn {
			continue
		}
		right := slices.ContainsFunc(deeds, func(d handsDeed) bool { return d.press == press && d.from <= f.At && f.At <= d.until })
		all, wrong := &b.moves, &b.falseMoves
		if press {
			all, wrong = &b.presses, &b.falsePresses
		}
		if *all++; !right {
			*wrong++
		}
	}
}

// handsBlameHead is the head of the table: of 1,000 games. The first simulator does not say what was done.
const handsBlameHead = "| simulator | board | clock | hands | games | certain irregular moves, of 1,000 games | of them false | certain presses without a move | of them false |\n" +
	"| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"

func printHandsBlame(w *bufio.Writer, what string, games int, b *handsBlame) {
	fmt.Fprintf(w, "| %s | %d |", what, games)
	for _, n := range []int{b.moves, b.falseMoves, b.presses, b.falsePresses} {
		fmt.Fprintf(w, " %.1f |", 1000*float64(n)/float64(max(1, games)))
	}
	w.WriteByte('\n')
}

// TestBenchHandsBlame: a certain finding is true if such a thing was done shortly before.
func TestBenchHandsBlame(t *testing.T) {
	deeds := secondDeeds([]second.Note{{Kind: "illegal", At: 10_000}, {Kind: "press_no_move", At: 200_000}, {Kind: "takeback", At: 400_000}})
	move := touchmove.Finding{Code: laws.IllegalCompleted, Level: laws.Certain, Remedy: &touchmove.Remedy{}}
	press := touchmove.Finding{Code: laws.ClockNoMove, Level: laws.Certain, Remedy: &touchmove.Remedy{}}
	at := func(f touchmove.Finding, at int64, level touchmove.Level) touchmove.Finding {
		f.At, f.Level = at, level
		return f
	}
	var b handsBlame
	b.take([]touchmove.Finding{
		at(move, 11_000, laws.Certain), at(move, 9_000, laws.Certain), at(move, 200_500, laws.Certain), at(move, 9_000, laws.Arbiter),
		at(press, 200_500, laws.Certain), at(press, 401_000, laws.Certain), {Code: laws.Checkmate, Level: laws.Certain},
		{Code: laws.OutOfTurn, Level: laws.Certain, At: 500_000},
	}, deeds)
	if want := (handsBlame{4, 3, 2, 1}); b != want {
		t.Errorf("counted %v, want %v", b, want)
	}
	if d := thirdDeeds([]string{"slide", "illegal move", "double press"}); len(d) != 2 || d[0].press || !d[1].press {
		t.Errorf("the deeds of the third simulator are %v", d)
	}
}
