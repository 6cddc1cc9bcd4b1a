package legality

import (
	"encoding/binary"
	"slices"
	"testing"
)

var fuzzFENs = []string{
	startBoard + " w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"8/4P2k/8/8/8/8/8/4K3 w - - 0 1",
	"PPPPPPPP/8/8/3KK3/3kk3/8/8/pppppppp b - - 12 34",
	"8/8/8/8/8/8/8/8 b - - 0 1",
	"rRK4R/8/8/8/8/8/8/k3K3 w BH - 0 1",
}

// fuzzPositions checks whatever position can be written.
func fuzzPositions(f *testing.F, check func(t *testing.T, p *Position)) {
	for i, fen := range fuzzFENs {
		f.Add(fen, i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, fen string, chess960 bool) {
		if p, err := ParseFEN(fen, chess960); err == nil {
			check(t, &p)
		}
	})
}

// FuzzFEN reads anything. What is read has to be in order, come back the same
// from what is written, and be fit for everything that is asked of a position.
func FuzzFEN(f *testing.F) {
	for _, c := range badFENs {
		f.Add(c.fen, false)
	}
	fuzzPositions(f, func(t *testing.T, p *Position) {
		checkPosition(t, p)
		for _, d := range p.Defects() {
			d.Text()
		}
		Judge(p, 1)
		for _, m := range p.AppendMoves(nil) {
			if back, err := p.ParseUCI(p.UCI(m)); err != nil || back != m {
				t.Errorf("%s: %s reads back as %s, %v", p.FEN(), m, back, err)
			}
			if back, err := p.ParseSAN(p.SAN(m)); (err != nil || back != m) && p.Kings(p.Turn()).Len() < 2 {
				t.Errorf("%s: %s, %s, reads back as %s, %v", p.FEN(), m, p.SAN(m), back, err)
			}
		}
	})
}

// FuzzPlay plays any moves from any position: generation, IsLegal and Explain
// have to agree about each, and each legal one has to be known by what it
// leaves on the board.
func FuzzPlay(f *testing.F) {
	for i, fen := range fuzzFENs {
		f.Add(fen, i%2 == 0, []byte("\x0c\x07\x34\x09\x04\x80\xff\xff"))
	}
	f.Fuzz(func(t *testing.T, fen string, chess960 bool, moves []byte) {
		p, err := ParseFEN(fen, chess960)
		if err != nil || len(moves) > 64 {
			return
		}
		for ; len(moves) >= 2; moves = moves[2:] {
			m := Move(binary.LittleEndian.Uint16(moves))
			list := p.AppendMoves(nil)
			if len(list) > 0 && m&3 != 0 { // mostly something legal
				m = list[int(m>>2)%len(list)]
			}
			legal := slices.Contains(list, m)
			if p.IsLegal(m) != legal || (p.Explain(m) == nil) != legal {
				t.Fatalf("%s: %s listed %t, IsLegal %t, faults %v", p.FEN(), m, legal, p.IsLegal(m), p.Explain(m))
			}
			p.SAN(m)
			q := p.Play(m)
			checkPosition(t, &q)
			if act, _ := p.ExplainPlacement(q.Placement()); legal && (act.Kind != ActLegal || act.Move != m) {
				t.Fatalf("%s: legal %s is seen as %s %s", p.FEN(), m, act.Kind, act.Move)
			}
			p = q
		}
	})
}

// FuzzPlacement puts anything on the board.
func FuzzPlacement(f *testing.F) {
	for i, fen := range fuzzFENs {
		f.Add(fen, i%2 == 0, []byte{12, 28, 3, 52, 36, 9})
	}
	f.Fuzz(func(t *testing.T, fen string, chess960 bool, changes []byte) {
		p, err := ParseFEN(fen, chess960)
		if err != nil {
			return
		}
		after := *p.Placement()
		for i, b := range changes {
			if i&1 == 0 {
				after[b&63] = 0
			} else {
				after[b&63] = Piece(b >> 2)
			}
		}
		act, faults := p.ExplainPlacement(&after)
		if (act.Kind > ActLegal) != (len(faults) > 0) || act.Kind == ActLegal && !p.IsLegal(act.Move) {
			t.Errorf("%s to %s: %s %s, faults %v", p.FEN(), after, act.Kind, act.Move, codes(faults))
		}
		for _, fault := range faults {
			fault.Text()
		}
		q := p.PlayPlacement(&after)
		checkPosition(t, &q)
	})
}

// FuzzMoveText reads any text as a move.
func FuzzMoveText(f *testing.F) {
	for i, text := range []string{"e2e4", "e7e8q", "e1g1", "Nf3", "exd6", "O-O-O", "a8=Q+", "Qa1xb2#", "0000"} {
		f.Add(fuzzFENs[i%len(fuzzFENs)], text)
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen, false)
		if err != nil {
			return
		}
		if m, err := p.ParseUCI(text); err == nil && len(p.UCI(m)) != len(text) {
			t.Errorf("%s: %q reads as %s", fen, text, p.UCI(m))
		}
		if m, err := p.ParseSAN(text); err == nil && !p.IsLegal(m) {
			t.Errorf("%s: %q reads as %s, not legal", fen, text, m)
		}
	})
}
