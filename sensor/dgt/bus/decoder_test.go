package bus

import (
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// setUp is a decoder that has seen the initial array, and the clock running for
// White.
func setUp(t *testing.T) *Decoder {
	t.Helper()
	var b dgt.Board
	b.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	codes := b.Codes()
	d := &Decoder{Address: 1025}
	expect(t, d.Step(nil, 7, AppendPacket(nil, idBoard, 1025, codes[:]...)), initial)
	d.Step(nil, 7, AppendPacket(nil, idClock, 1025, 0x20, 0x03, 0x00, 0x20, 0x03, 0x00, 0x09))
	expect(t, d.Step(nil, 7, AppendPacket(nil, idChanges, 1025)), "clock 180000 180000 w")
	return d
}

// TestChanges: packets of changes as the package comment has them, and their
// like; the log's entries in hexadecimal.
func TestChanges(t *testing.T) {
	const kings = "45 3c 4b 04" // a white king on e1, a black one on e8
	for name, c := range map[string]struct {
		packets []string
		want    []string
	}{
		"a move and a press":     {[]string{"40 34 41 24 72 59 57"}, []string{"lift e2 P", "drop e4 P", "press w"}},
		"both press":             {[]string{"72 59 57 62 59 58"}, []string{"press w", "press b"}},
		"quick":                  {[]string{"50 34 51 24"}, []string{"lift e2 P", "drop e4 P"}},
		"what stands there":      {[]string{"41 34 40 24"}, nil},
		"delays and remarks":     {[]string{"15 40 34 22 6f 00 41 24 6e 7d 7e"}, []string{"lift e2 P", "drop e4 P"}},
		"the start mark":         {[]string{"7b 41 34 45 3c 4b 04"}, nil},
		"a capture in one":       {[]string{"41 0c"}, []string{"drop e7 P"}},
		"had already":            {[]string{"40 34 41 2c 40 2c 41 24", "40 34 41 2c 40 2c 41 24"}, []string{"lift e2 P", "drop e3 P", "lift e3 P", "drop e4 P"}},
		"once more the same":     {[]string{"40 3e 41 3e", "43 3e 40 3e 43 3e", "40 3e 43 3e"}, []string{"lift g1 N", "drop g1 P", "drop g1 N", "lift g1 N", "drop g1 N", "lift g1 N", "drop g1 N"}},
		"a special piece":        {[]string{"4d 34"}, []string{"lift e2 P"}},
		"without power":          {[]string{"40 34 7f 7f 7f 6a " + kings}, []string{"lift e2 P", "fault the board was without power, or has started itself again"}},
		"and men moved":          {[]string{"7f 7f 7f 6a " + kings, "40 3c 45 34"}, []string{"fault the board was without power, or has started itself again", "board 4k3/8/8/8/8/8/8/4K3", "lift e1 K", "drop e2 K"}},
		"and a press":            {[]string{"6a " + kings + " 72 59 57"}, []string{"fault the board was without power, or has started itself again", "board 4k3/8/8/8/8/8/8/4K3", "press w"}},
		"without power, no men":  {[]string{"6a 72 59 57"}, []string{"fault the board was without power, or has started itself again", "press w"}},
		"what newer boards mark": {[]string{"7c 03 40 34"}, []string{"lift e2 P"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := setUp(t)
			var got []sensor.Record
			for _, p := range c.packets {
				got = d.Step(got, 7, AppendPacket(nil, idChanges, 1025, wire(t, p)...))
			}
			expect(t, got, c.want...)
		})
	}
}

// TestBurstThatChangesNothing: when the men are where they were, a board that was
// without power has only to be told of.
func TestBurstThatChangesNothing(t *testing.T) {
	d := setUp(t)
	b := Board{Board: dgt.Board{Number: 1025}}
	b.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	b.changes(nil)
	b.Restart()
	got := d.Step(nil, 7, b.changes(nil))
	b.Step(nil, sensor.Record{Word: sensor.Lift, Square: placement.E2})
	expect(t, d.Step(got, 7, b.changes(nil)), "fault the board was without power, or has started itself again", "lift e2 P")
}

// TestClockAndChanges: a reading of the clock stands where it belongs among the
// presses, whichever was made first.
func TestClockAndChanges(t *testing.T) {
	const before, after, twice = "20 03 00 20 02 55 09", "20 03 00 20 02 54 13", "20 02 50 20 02 54 09"
	for name, c := range map[string]struct {
		clock, changes string
		want           []string
	}{
		"no press":               {before, "40 34", []string{"lift e2 P", "clock 175000 180000 w"}},
		"before the press":       {before, "40 34 41 24 72 02 54", []string{"clock 175000 180000 w", "lift e2 P", "drop e4 P", "press w"}},
		"after it":               {after, "40 34 41 24 72 02 54", []string{"lift e2 P", "drop e4 P", "press w", "clock 174000 180000 b"}},
		"after two":              {twice, "72 02 54 62 02 50", []string{"press w", "press b", "clock 174000 170000 w"}},
		"one that nobody told":   {after, "40 34 41 24", []string{"lift e2 P", "drop e4 P", "press w", "clock 174000 180000 b"}},
		"with no changes at all": {after, "", []string{"press w", "clock 174000 180000 b"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := setUp(t)
			expect(t, d.Step(nil, 7, AppendPacket(nil, idClock, 1025, wire(t, c.clock)...)))
			expect(t, d.Step(nil, 7, AppendPacket(nil, idChanges, 1025, wire(t, c.changes)...)), c.want...)
		})
	}
}

// TestOtherBoards: what another board sends is not this one's; a decoder without
// an address takes the first that it hears.
func TestOtherBoards(t *testing.T) {
	d := setUp(t)
	expect(t, d.Step(nil, 7, AppendPacket(nil, idChanges, 1026, 0x40, 0x34)))
	expect(t, d.Step(nil, 7, AppendPacket(nil, idChanges, 1025, 0x40, 0x34)), "lift e2 P")
	var first Decoder
	first.Step(nil, 7, AppendPacket(nil, idHere, 1026))
	first.Step(nil, 7, AppendPacket(nil, idVersion, 1027, 1, 3))
	if first.Address != 1026 || first.Info().Version != "" || first.Info().Serial != "01026" {
		t.Errorf("address %d, info %+v", first.Address, first.Info())
	}
}

// TestHistory: what the board had written down before the first dump was done
// before anybody listened.
func TestHistory(t *testing.T) {
	d := Decoder{Address: 1025}
	expect(t, d.Step(nil, 7, AppendPacket(nil, idChanges, 1025, 0x40, 0x34, 0x41, 0x24)))
	if c := d.Counts(); c.Changes != 0 || c.Packets != 1 {
		t.Errorf("counts %+v", c)
	}
}

// TestGameLog: of everything since the start of the game, what was not told yet.
func TestGameLog(t *testing.T) {
	board := Board{Board: dgt.Board{Number: 1025}}
	board.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	board.changes(nil)
	boardAnswers[MarkStart](&board, nil)
	moves := []sensor.Record{
		{Word: sensor.Lift, Square: placement.E2}, {Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
		{Word: sensor.Lift, Square: placement.E7}, {Word: sensor.Drop, Square: placement.E5, Piece: placement.BlackPawn},
		{Word: sensor.Lift, Square: placement.G1}, {Word: sensor.Drop, Square: placement.F3, Piece: placement.WhiteKnight},
	}
	for told := range len(moves) {
		d, b := setUp(t), board
		for _, m := range moves[:told] {
			b.Step(nil, m)
			d.Step(nil, 7, b.changes(nil))
		}
		for _, m := range moves[told:] {
			b.Step(nil, m)
		}
		b.changes(nil) // nobody hears it
		got := d.Step(nil, 7, boardAnswers[SendGame](&b, nil))
		expect(t, got, []string{"lift e2 P", "drop e4 P", "lift e7 p", "drop e5 p", "lift g1 N", "drop f3 N"}[told:]...)
	}
}

// TestInfo: what a board says of itself.
func TestInfo(t *testing.T) {
	d := Decoder{Address: 1025}
	for _, p := range [][]byte{AppendPacket(nil, idVersion, 1025, 1, 3), AppendPacket(nil, idSerial, 1025, []byte("3000147740")...),
		AppendPacket(nil, idTrademark, 1025, []byte("A board\r\n")...)} {
		expect(t, d.Step(nil, 7, p))
	}
	if i := d.Info(); i.Version != "1.03" || i.Serial != "3000147740" || i.Trademark != "A board\n" || i.BusAddress != 1025 {
		t.Errorf("%+v", i)
	}
}

// TestDocumented: the packets of the package comment.
func TestDocumented(t *testing.T) {
	d := setUp(t)
	for _, c := range []struct {
		packet string
		want   []string
	}{
		{"87 00 06 08 01 16", nil},
		{"85 00 06 08 01 14", nil},
		{"85 00 0d 08 01 40 34 41 24 72 59 57 16", []string{"lift e2 P", "drop e4 P", "press w"}},
		{"85 00 10 08 01 7f 7f 7f 6a 45 3c 4b 04 47 12 2e", nil},
	} {
		before := d.Counts()
		got := d.Step(nil, 7, wire(t, c.packet))
		if d.Counts().Packets != before.Packets+1 || d.Counts().Lost != 0 {
			t.Errorf("%s is none: %+v", c.packet, d.Counts())
		}
		if c.want != nil {
			expect(t, got, c.want...)
		}
	}
}
