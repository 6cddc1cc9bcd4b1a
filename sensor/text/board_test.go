package text

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

func setUp(b Board) *Board {
	b.Step(nil, sensortest.SetUp)
	return &b
}

// TestBoardSays: what each style prints of a pawn that goes from e2 to e4, as
// the formats say it.
func TestBoardSays(t *testing.T) {
	move := []sensor.Record{
		{At: 1000, Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn},
		{At: 1060, Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
		{At: 2000, Word: sensor.Press, Side: placement.White},
	}
	rank := strings.Repeat("1", 8)
	empty := strings.Repeat("0", 8)
	for _, c := range []struct {
		board Board
		want  string
	}{
		{Board{}, "lift e2 P\ndrop e4 P\npress w\n"},
		{Board{Kind: "colour"}, "lift e2 white\ndrop e4 white\npress w\n"},
		{Board{Kind: "occupancy", Times: true}, "1000 lift e2\n1060 drop e4\n2000 press w\n"},
		{Board{Checksums: true}, "lift e2 P*10\ndrop e4 P*08\npress w*30\n"},
		{Board{Style: PickDrop}, "PICK e2\nDROP e4\n"},
		{Board{Style: RemoteChess}, "e2-L\ne4-P\n"},
		{Board{Style: SquareOff}, "0#e2u*0#e4d*"},
		{Board{Style: Digits}, "ffff00000000f7ff\nffff00000800f7ff\n"},
		{Board{Style: Characters}, rank + rank + empty + empty + empty + empty + "11110111" + rank + "\n" +
			rank + rank + empty + empty + "00001000" + empty + "11110111" + rank + "\n"},
	} {
		b := setUp(c.board)
		var got []byte
		for _, r := range move {
			got = b.Step(got, r)
		}
		if string(got) != c.want {
			t.Errorf("%+v:\n got %q\nwant %q", c.board, got, c.want)
		}
	}
}

// TestBoardAnswers: the two questions, however they are cut.
func TestBoardAnswers(t *testing.T) {
	named := "rnbqkbnrpppppppp" + strings.Repeat(".", 32) + "PPPPPPPPRNBQKBNR"
	occupied := strings.Repeat("1", 16) + strings.Repeat(".", 32) + strings.Repeat("1", 16)
	for _, c := range []struct {
		board Board
		want  string
	}{
		{Board{Serial: "0042", Firmware: "2.1"}, "hello 1 identified 0042 2.1\nboard " + named + "\n"},
		{Board{Kind: "occupancy"}, "hello 1 occupancy\nboard " + occupied + "\n"},
		{Board{Kind: "colour", Serial: "7"}, "hello 1 colour 7\nboard " + strings.Repeat("b", 16) + strings.Repeat(".", 32) + strings.Repeat("w", 16) + "\n"},
		{Board{Mute: true}, ""},
		{Board{Style: SquareOff}, ""},
	} {
		b := setUp(c.board)
		var got []byte
		for _, piece := range []string{"hel", "lo?\nwhat?\nbo", "ard?\n"} {
			got = b.Command(got, []byte(piece))
		}
		if string(got) != c.want {
			t.Errorf("%+v:\n got %q\nwant %q", c.board, got, c.want)
		}
	}
	if got := setUp(Board{Serial: "0042"}).PowerUp(nil); string(got) != "hello 1 identified 0042\nboard "+named+"\n" {
		t.Errorf("on power-up %q", got)
	}
}

// TestBoardRead: what a board says comes out as what was done, with checksums
// and times and without, as far as a board of its kind can tell.
func TestBoardRead(t *testing.T) {
	full := []string{sensortest.Initial}
	for _, r := range sensortest.Hands(t) {
		full = append(full, sensortest.Lines([]sensor.Record{r})...)
	}
	for _, b := range []Board{{}, {Checksums: true}, {Times: true}, {Times: true, Checksums: true}} {
		board := setUp(b)
		data := board.PowerUp(nil)
		for _, r := range sensortest.Hands(t) {
			data = board.Step(data, r)
		}
		got, counts := stream(nil).Decode(data)
		sensortest.Expect(t, got, full...)
		if counts.Lost != 0 || counts.Hellos != 1 {
			t.Errorf("%+v", counts)
		}
	}
}
