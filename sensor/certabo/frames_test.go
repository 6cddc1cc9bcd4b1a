package certabo

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// wire is a frame that reads the given tags, in the board's own squares, and
// nothing else.
func wire(t testing.TB, tags map[string]string) string {
	t.Helper()
	var reads [64]string
	for n := range reads {
		reads[n] = "0 0 0 0 0"
	}
	for square, tag := range tags {
		sq, ok := placement.ParseSquare(square)
		if !ok {
			t.Fatal(square)
		}
		reads[int(sq)^56] = tag
	}
	return ":" + strings.Join(reads[:], " ") + "\r\n"
}

// Tags of a set with bits as they were seen read wrongly on real frames: 215 17
// as 23 19, 247 as 239, 43 7 as 43 6.
const (
	tagKing, tagKingMisread = "48 0 120 215 17", "48 0 120 23 19"
	tagRook, tagRookMisread = "48 0 120 247 30", "48 0 120 239 30"
	tagPawn, tagPawnMisread = "48 0 120 43 7", "48 0 120 43 6"
	tagQueen                = "48 0 119 12 200"
	tagGhost                = "201 139 4 78 248"
)

// fewMen is a set of these men.
func fewMen(t testing.TB) Set {
	t.Helper()
	var s Set
	for _, text := range []string{"K:48.0.120.215.17", "r:48.0.120.247.30", "P:48.0.120.43.7", "Q:48.0.119.12.200"} {
		m, err := parseMan(text)
		if err != nil {
			t.Fatal(err)
		}
		s = s.With(m)
	}
	return s
}

// few is a decoder that knows few men, three of whom stand on e1, d8 and a2.
func few(t testing.TB) (*Decoder, map[string]string) {
	t.Helper()
	stand := map[string]string{"e1": tagKing, "d8": tagRook, "a2": tagPawn}
	d := &Decoder{Men: fewMen(t)}
	if got := feed(t, d, framesFirst, stand); len(got) != 1 || got[0] != "board 3r4/8/8/8/8/8/P7/4K3" {
		t.Fatalf("the board is %q", got)
	}
	return d, stand
}

// feed is what so many frames tell.
func feed(t testing.TB, d *Decoder, n int, tags map[string]string) []string {
	t.Helper()
	return lines(d.Step(nil, 5, []byte(strings.Repeat(wire(t, tags), n))))
}

// with is a table of readings with some changed; an empty tag is none.
func with(tags map[string]string, pairs ...string) map[string]string {
	out := map[string]string{}
	for square, tag := range tags {
		out[square] = tag
	}
	for i := 0; i < len(pairs); i += 2 {
		if out[pairs[i]] = pairs[i+1]; pairs[i+1] == "" {
			delete(out, pairs[i])
		}
	}
	return out
}

// TestMisread: men who are read wrongly stay, as long as they are.
func TestMisread(t *testing.T) {
	d, stand := few(t)
	expect(t, feed(t, d, 5, with(stand, "e1", tagKingMisread, "d8", tagRookMisread, "a2", tagPawnMisread)))
	if c := d.Counts(); c.Misread != 15 || c.Missed != 0 || c.Ghosts != 0 {
		t.Errorf("%+v", c)
	}
	expect(t, feed(t, d, 30, with(stand, "e1", tagKingMisread)), "fault a man who is not known stands on e1: tag 48.0.120.23.19", "drop e1")
	expect(t, feed(t, d, 3, stand), "drop e1 K")
}

// TestMissed: a man who is not read stays until three frames in a row lack him.
func TestMissed(t *testing.T) {
	d, stand := few(t)
	gone := with(stand, "a2", "")
	for range 10 {
		expect(t, feed(t, d, 2, gone))
		expect(t, feed(t, d, 4, stand))
	}
	if c := d.Counts(); c.Missed != 20 || c.Lifts != 0 {
		t.Errorf("%+v", c)
	}
}

// TestLifted: then he is gone, whatever ghosts come; and he may come back.
func TestLifted(t *testing.T) {
	d, stand := few(t)
	ghosts := func(n int) map[string]string { return with(stand, "a2", fmt.Sprintf("201 139 4 %d 248", 9*n)) }
	expect(t, feed(t, d, 1, ghosts(1)))
	expect(t, feed(t, d, 1, ghosts(2)))
	expect(t, feed(t, d, 1, ghosts(3)), "lift a2 P")
	expect(t, feed(t, d, 1, ghosts(4)))
	expect(t, feed(t, d, 1, stand), "drop a2 P")
}

// TestGhost: a tag that nobody knows is a man when it was read three times, and
// a man who has been met is known again.
func TestGhost(t *testing.T) {
	d, stand := few(t)
	expect(t, feed(t, d, 2, with(stand, "f4", tagGhost)))
	expect(t, feed(t, d, longestGap+1, stand))
	expect(t, feed(t, d, 2, with(stand, "f4", tagGhost)))
	expect(t, feed(t, d, 1, with(stand, "f4", "1 2 3 4 5")))
	expect(t, feed(t, d, 1, with(stand, "f4", tagGhost)), "fault a man who is not known stands on f4: tag 201.139.4.78.248", "drop f4")
	expect(t, feed(t, d, 1, with(stand, "f5", tagGhost)), "lift f4", "drop f5")
	if i := d.Info(); i.Men != 4 || i.Strangers != 1 {
		t.Errorf("%+v", i)
	}
}

// TestMoved: a man of the set is where he is read, and not where he stood.
func TestMoved(t *testing.T) {
	d, stand := few(t)
	expect(t, feed(t, d, 1, with(stand, "a2", "", "a4", tagPawn)), "lift a2 P", "drop a4 P")
	// Pushed on while the board looked: he is read on both squares.
	expect(t, feed(t, d, 1, with(stand, "a2", "", "a4", tagPawn, "a5", tagPawn)))
	expect(t, feed(t, d, 1, with(stand, "a2", "", "a5", tagPawn)), "lift a4 P", "drop a5 P")
	// A capture in one motion.
	expect(t, feed(t, d, 1, with(stand, "a2", "", "e1", "", "d8", tagKing, "a5", tagPawn)), "lift e1 K", "drop d8 K")
}

// TestCarried: who is read once and then no more was carried over the square.
func TestCarried(t *testing.T) {
	d, stand := few(t)
	expect(t, feed(t, d, 1, with(stand, "a2", "", "a3", tagPawn)), "lift a2 P", "drop a3 P")
	expect(t, feed(t, d, 1, with(stand, "a2", "")), "lift a3 P")
	expect(t, feed(t, d, 1, stand), "drop a2 P")
}

// TestTaken: a man is not taken for another whom he could be, misread.
func TestTaken(t *testing.T) {
	d, stand := few(t)
	d.Men = d.Men.With(Man{tagOf([]byte{48, 0, 120, 43, 6}), placement.WhiteKnight})
	expect(t, feed(t, d, repeatsNear-1, with(stand, "a2", tagPawnMisread)))
	expect(t, feed(t, d, 1, with(stand, "a2", tagPawnMisread)), "drop a2 N")
}

// TestPromoted: the second queen is known if the set knows her.
func TestPromoted(t *testing.T) {
	d, stand := few(t)
	expect(t, feed(t, d, 1, with(stand, "a2", "", "a8", tagPawn)), "lift a2 P", "drop a8 P")
	expect(t, feed(t, d, 1, with(stand, "a2", "", "a8", tagQueen)), "lift a8 P", "drop a8 Q") // at once: was it carried on?
	expect(t, feed(t, d, passing, with(stand, "a2", "", "a8", tagQueen)))
	expect(t, feed(t, d, 1, with(stand, "a2", "", "a8", tagPawn)), "drop a8 P")
	expect(t, feed(t, d, passing, with(stand, "a2", "", "a8", tagPawn)))
	expect(t, feed(t, d, 1, with(stand, "a2", "", "a8", tagQueen)), "drop a8 Q")
	expect(t, feed(t, d, passing, with(stand, "a2", "", "a8", tagQueen)))
	expect(t, feed(t, d, repeatsStranger, with(stand, "a2", "", "a8", "48 0 119 200 12")),
		"lift a8 Q", "fault a man who is not known stands on a8: tag 48.0.119.200.12", "drop a8")
	expect(t, feed(t, d, passing, with(stand, "a2", "", "a8", "48 0 119 200 12")))
	expect(t, feed(t, d, leastStanding, with(stand, "a2", "")), "lift a8")
}

// TestReset: the men stay known, the board is told anew, and what was in
// progress is forgotten.
func TestReset(t *testing.T) {
	d, stand := few(t)
	d.Step(nil, 5, []byte(":48 0 1"))
	d.Reset()
	if d.Counts().Partial != 0 || d.Counts().Frames != framesFirst {
		t.Errorf("%+v", d.Counts())
	}
	expect(t, feed(t, d, framesFirst, with(stand, "a2", "", "a3", tagPawn)), "board 3r4/8/8/8/8/P7/8/4K3")
}

func TestForeign(t *testing.T) {
	d, stand := few(t)
	eight := []byte(":255 255 0 0 0 0 255 255\r\n")
	expect(t, lines(d.Step(nil, 5, eight)), "fault lines of eight numbers: this is a Tabutronic board, not one of Certabo's")
	expect(t, lines(d.Step(nil, 5, eight)))
	expect(t, lines(d.Step(nil, 5, []byte(":1 2 3\r\n"))), "fault frame of 3 numbers")
	expect(t, feed(t, d, 1, with(stand, "a2", "", "a3", tagPawn)), "lift a2 P", "drop a3 P")
	if c := d.Counts(); c.Foreign != 2 || c.Lost != 1 {
		t.Errorf("%+v", c)
	}
}
