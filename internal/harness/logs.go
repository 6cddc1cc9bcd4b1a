// Package harness holds what the tests of several packages share: logs, games, goldens,
// and waiting for what happens in another goroutine or process.
package harness

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

func ParseLog(t testing.TB, text string) []sensor.Record {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(text))
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return records
}

const ShortGame = `#! boardd-log 1
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
0 clock 180000 180000 -
100 clock 180000 180000 w
200 lift e2 P
300 drop e3 P
700 lift e3 P
800 drop e4 P
1200 press w
1200 clock 179000 180000 b
1400 lift e7 p
1500 drop e5 p
1900 press b
1900 clock 179000 179000 w
2000 lift g1 N
2100 drop f3 N
2500 press w
2500 clock 178000 179000 b
`

// Rubbish are bytes that are no message of a DGT board: stray ones, messages whose length is wrong
// or whose end is missing, and one that no board sends.
var Rubbish = [][]byte{{0x00, 0x12}, {0x80, 0x00, 0x03}, {0x8e, 0x00}, {0x7f}, {0xff, 0x00, 0x05, 0x01}, {0x86, 0x00, 0x43, 0x08}, {0xc1}}

// The board of a game of numbers; then 1 e4 e5, and a knight taken off g1, which lands
// while the line is lost; and a reply to that.
const (
	NumbersStart = "#! boardd-log 1\n0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"
	NumbersGame  = "#! boardd-log 1\n200 lift e2\n500 drop e4 P\n1500 lift e7\n1800 drop e5 p\n3200 lift g1\n"
	NumbersReply = "#! boardd-log 1\n0 drop f3 N\n3000 lift b8\n3300 drop c6 n\n"
)

const TestPrefix = "chess/1/hall/b07/"

// GameOf returns the id of a tracker's game, and then its moves.
func GameOf(t interface{ Game() *touchmove.Game }) []string {
	all := []string{t.Game().ID}
	for _, m := range t.Game().Moves {
		all = append(all, m.UCI)
	}
	return all
}

// FamilyGame is played on the boards of every family. It has a castling and a capture.
const FamilyGame = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 f6e4 d2d4"

// QuickHands are careful hands that do not think for long.
func QuickHands(slow int64) simulate.Profile {
	p := simulate.Clean()
	for _, span := range []*simulate.Span{&p.Think, &p.Travel, &p.Second, &p.RookAfter, &p.Press} {
		*span = simulate.Span{Least: 100 * slow, Most: 150 * slow}
	}
	p.Captures = simulate.CaptureWays{MoverFirst: 1}
	p.Think = simulate.Span{Least: 200 * slow, Most: 250 * slow}
	return p
}

func LegalMoves(t *testing.T, ucis []string) (moves []legality.Move) {
	t.Helper()
	position := legality.Initial()
	for _, uci := range ucis {
		m, err := position.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		position = position.Play(m)
	}
	return moves
}

func ActsOf(t *testing.T, text string) []sensor.Record {
	t.Helper()
	if text == "" {
		return nil
	}
	return ParseLog(t, sensor.FirstLine+"\n0 "+strings.ReplaceAll(text, ", ", "\n0 ")+"\n")
}

const ShortGameUCI = "e2e4 e7e5 g1f3\n"

// ChesslinkGame is 1 e4 e5 without a clock, and then a knight is lifted off g1.
const ChesslinkGame = `#! boardd-log 1
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
200 lift e2 P
300 drop e4 P
1000 lift e7 p
1100 drop e5 p
1800 lift g1 N
`

// ChesslinkRest continues it: the knight lands, and Black replies.
const ChesslinkRest = `#! boardd-log 1
0 drop f3 N
700 lift b8 n
800 drop c6 n
`
