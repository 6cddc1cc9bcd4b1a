package legality

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// badFENs are the kinds of malformed and impossible FEN, with what the error or
// the defect says.
var badFENs = []struct{ kind, fen, says string }{
	// Malformed: refused by ParseFEN.
	{"nothing", "", "1 fields"},
	{"placement alone", startBoard, "1 fields"},
	{"five fields", startBoard + " w KQkq - 0", "5 fields"},
	{"seven fields", startBoard + " w KQkq - 0 1 x", "7 fields"},
	{"two spaces", startBoard + " w  KQkq - 0 1", "7 fields"},
	{"space at the end", startBoard + " w KQkq - 0 1 ", "7 fields"},
	{"seven ranks", "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "7 ranks, not 8"},
	{"nine ranks", "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "more than 8 ranks"},
	{"short rank", "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 has 7 squares"},
	{"long rank", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 2 has more than 8 squares"},
	{"digit too high", "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6 has '9'"},
	{"digit 0", "rnbqkbnr/pppppppp/8/80/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 5 has '0'"},
	{"two digits in a row", "rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 5 has two digits in a row"},
	{"no such piece", "rnbqkbnr/pppppppp/8/8/8/8/PPPPxPPP/RNBQKBNR w KQkq - 0 1", "rank 2 has 'x'"},
	{"piece of unknown kind", "rnbqkbnr/pppppppp/8/8/8/8/PPPP?PPP/RNBQKBNR w KQkq - 0 1", "e2 is of unknown kind"},
	{"no such side", startBoard + " x KQkq - 0 1", "side to move \"x\""},
	{"capital side", startBoard + " W KQkq - 0 1", "side to move \"W\""},
	{"no such right", startBoard + " w KQxq - 0 1", "'x' is no castling right"},
	{"right twice", startBoard + " w KQkk - 0 1", "'k' gives a right that was given before"},
	{"rights out of order", startBoard + " w kqKQ - 0 1", "'K' is out of order"},
	{"right of Chess960", startBoard + " w KBkq - 0 1", "Chess960 only"},
	{"dash among rights", startBoard + " w K- - 0 1", "'-' is no castling right"},
	{"no such square", startBoard + " w KQkq e9 0 1", "en passant square \"e9\": neither"},
	{"en passant on another rank", "4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "not on rank 6"},
	{"en passant of the wrong side", "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "not on rank 6"},
	{"en passant without a pawn", "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "no pawn on d5"},
	{"en passant on a piece", "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "not empty"},
	{"en passant with a piece behind", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "d7, where the pawn came from"},
	{"negative clock", startBoard + " w KQkq - -1 1", "halfmove clock \"-1\": not from 0"},
	{"clock no number", startBoard + " w KQkq - x 1", "not a plain number"},
	{"leading zero", startBoard + " w KQkq - 00 1", "not a plain number"},
	{"plus sign", startBoard + " w KQkq - 0 +1", "not a plain number"},
	{"move 0", startBoard + " w KQkq - 0 0", "move number \"0\": not from 1"},
	{"number beyond reason", startBoard + " w KQkq - 0 99999999999999999999", "not a plain number"},
	{"number too high", startBoard + " w KQkq - 0 10000", "not from 1 to 9999"},

	// Impossible: read, and found by Defects.
	{"no king", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"},
	{"no kings", "8/8/8/8/8/8/8/8 w - - 0 1", "Black has no king"},
	{"two kings", "4k1k1/8/8/8/8/8/8/4K3 w - - 0 1", "Black has kings on e8 g8"},
	{"waiting side in check", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check from e1 without having the move"},
	{"kings side by side", "8/8/8/3kK3/8/8/8/8 w - - 0 1", "without having the move"},
	{"pawn on the last rank", "3Pk3/8/8/8/8/8/8/4K3 b - - 0 1", "pawns of White stand on the first or last rank, on d8"},
	{"pawn on the first rank", "4k3/8/8/8/8/8/8/3PK3 b - - 0 1", "on d1"},
	{"black pawn on the last rank", "4k3/8/8/8/8/8/8/3pK3 w - - 0 1", "pawns of Black"},
	{"nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "more than 8 pawns"},
	{"seventeen pieces", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "more than 16 pieces"},
	{"queen too many", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBQKBNR w KQkq - 0 1", "missing pawns"},
	{"second bishop of a colour", "4k3/8/8/8/8/3B4/PPPPPPPP/4KB2 w - - 0 1", "missing pawns"},
	{"right without king", "rnbq1bnr/ppppkppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Black may castle, but has no king on e8"},
	{"right without rook", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "White may castle, but has no rook on h1"},
	{"three checks", "4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1", "more than two pieces"},
	{"check by two knights", "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "no move checks Black"},
	{"two checks on one line", "R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", "no move checks Black"},
	{"clock ahead of the moves", startBoard + " w KQkq - 90 1", "halfmove clock"},
}

func TestBadFEN(t *testing.T) {
	for _, c := range badFENs {
		says := ""
		if p, err := ParseFEN(c.fen, false); err != nil {
			says = err.Error()
		} else {
			for _, d := range p.Defects() {
				says += d.Text() + "\n"
			}
		}
		if !strings.Contains(says, c.says) {
			t.Errorf("%s: %q, want %q in it", c.kind, says, c.says)
		}
	}
}

// TestGoodFEN reads what is unusual but right, and has no defect.
func TestGoodFEN(t *testing.T) {
	for _, fen := range []string{
		startBoard + " w KQkq - 0 1",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
		"4k3/8/8/8/8/8/8/4K3 b - - 149 9999",
		"QQQQk3/8/8/8/8/QQQQ4/8/Q3K3 b - - 0 50",                            // eight promoted queens, and a check
		"4k3/8/8/8/8/2B1B3/1PPPPPPP/4KB2 w - - 0 9",                         // one promoted bishop
		"4k3/8/5N2/8/4R3/8/8/4K3 b - - 0 9",                                 // check by knight and rook at once
		"rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",      // mate
		"rnbqkbnr/1ppppppp/8/p7/8/8/PPPPPPPP/RNBQKBNR w KQkq a6 0 2",        // nobody can capture
		"rnbqkb1r/ppp1pp1p/5np1/3pP3/8/5N2/PPPP1PPP/RNBQKB1R w KQkq d6 0 4", // somebody can
	} {
		p, err := ParseFEN(fen, false)
		if err != nil {
			t.Error(err)
			continue
		}
		if d := p.Defects(); d != nil {
			t.Errorf("%s: %s", fen, d[0].Text())
		}
	}
}

// TestNoDefectsInPlay checks that nothing is found in what legal play reaches.
func TestNoDefectsInPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for n := range 60 {
		start := Initial()
		if n%2 == 0 {
			start = Start960(r.IntN(960))
		}
		for _, p := range randomGame(r, start, 200) {
			if d := p.Defects(); d != nil {
				t.Errorf("%s: %s", p.FEN(), d[0].Text())
			}
			checkPosition(t, &p)
		}
	}
}

func TestDefectTable(t *testing.T) {
	for d := NoDefect; d < defectCount; d++ {
		if d.String() == "" || defects[d].text == "" {
			t.Errorf("defect %d has no name or sentence", d)
		}
	}
	if defectCount.String() != "?" || (Defect{Code: defectCount}).Text() != "?" {
		t.Error("a code beyond the table is not distinguished from the others")
	}
}

// TestRightsInFEN reads castling rights in each way of writing them.
func TestRightsInFEN(t *testing.T) {
	for _, c := range []struct {
		board, in string
		chess960  bool
		want      string
		shredder  string
	}{
		{"r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", false, "KQkq", "KQkq"},
		{"r3k2r/8/8/8/8/8/8/R3K2R", "HAha", false, "KQkq", "KQkq"},
		{"r3k2r/8/8/8/8/8/8/R3K2R", "Qk", false, "Qk", "Qk"},
		{"r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", true, "KQkq", "HAha"},
		{"2r1k1r1/8/8/8/8/8/8/2R1K1R1", "KQkq", true, "KQkq", "GCgc"},
		{"rr2k1rr/8/8/8/8/8/8/RR2K1RR", "KQkq", true, "KQkq", "HAha"}, // the outermost rooks (X-FEN)
		{"rr2k1rr/8/8/8/8/8/8/RR2K1RR", "GBgb", true, "GBgb", "GBgb"},
		{"4k3/8/8/8/8/8/8/1R2K3", "Q", true, "Q", "B"},
	} {
		p, err := ParseFEN(c.board+" w "+c.in+" - 0 1", c.chess960)
		if err != nil {
			t.Error(err)
		} else if got := strings.Fields(p.FEN())[2]; got != c.want {
			t.Errorf("%s %s: %s, want %s", c.board, c.in, got, c.want)
		} else if got := strings.Fields(p.ShredderFEN())[2]; got != c.shredder {
			t.Errorf("%s %s: Shredder-FEN %s, want %s", c.board, c.in, got, c.shredder)
		}
	}
}

// TestBadRights960 refuses rights that no rook answers to.
func TestBadRights960(t *testing.T) {
	for _, c := range []struct{ board, rights, says string }{
		{"4k3/8/8/8/8/8/8/R3K3", "K", "no rook on that side"},
		{"4k3/8/8/8/8/8/4K3/R7", "A", "no king on rank 1"},
		{"4k3/8/8/8/8/8/8/R3K3", "E", "where the king stands"},
		{"4k3/8/8/8/8/8/8/RR2K3", "BA", "two rooks on one side"},
		{"4k3/8/8/8/8/8/8/R3K3", "QA", "given before"},
		{"4k3/8/8/8/8/8/8/R3K3", "I", "no castling right"},
	} {
		_, err := ParseFEN(c.board+" w "+c.rights+" - 0 1", true)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: %v, want %q in it", c.board, c.rights, err, c.says)
		}
	}
}

// TestEnPassantOnlyIfLegal keeps the square exactly when a capture is legal.
func TestEnPassantOnlyIfLegal(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want Square
	}{
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", NoSquare},
		{"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", placement.D6},
		{"8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", NoSquare},
		{"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", NoSquare},        // both pawns leave the rank, and the king is open
		{"8/8/8/8/k2Pp3/8/7Q/3K4 b - d3 0 1", placement.D3},    // nothing on the rank
		{"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", NoSquare},      // pinned on the file
		{"6k1/8/8/2KpP3/8/8/8/8 w - d6 0 1", placement.D6},     // the pawn that checks may be captured
		{"3r2k1/8/8/2PpP3/3K4/8/8/8 w - d6 0 1", placement.D6}, // the capturer closes the file that the captured pawn opens
		{"6k1/8/8/2PpP2r/7K/8/8/8 w - d6 0 1", NoSquare},       // in check from elsewhere
		{"4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", placement.D6},
	} {
		p := mustParse(t, c.fen)
		if got := p.EnPassant(); got != c.want {
			t.Errorf("%s: %s, want %s", c.fen, got, c.want)
		}
	}
}

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
