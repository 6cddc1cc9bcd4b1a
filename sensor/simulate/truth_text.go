package simulate

import (
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// TruthFirstLine is the first line of a written Truth, without its line feed.
const TruthFirstLine = "#! boardd-truth 1"

// AppendTruth writes a Truth as text, without its first line. For each game on
// the board, in order:
//
//	game 1
//	moves e2e4 e7e5 g1f3
//	result *
//	signal 1-0
//	ply 1 e2e4 2350 2810
//	ply 2 e7e5 4120 -
//	deed 3 slid f3 5200 310
//	deed 4 taken-back e5 7100 900 d7e5
//
// moves is the plies that were played, in UCI, illegal ones that stood
// included, as boardd replay -o uci prints them; nothing follows the word if
// there are none. result is what the rules give, signal what the kings showed
// ("-" if they did not). Each ply is told with the moment when its last man
// came to stand where it stays and that of its press ("-" if there was none);
// each deed, in the order of Deeds, with the ply in which it was done, what it
// was, where ("-" if nowhere), the moment, how long it went on, and the move if
// it is a ply that is no part of the game; the names with hyphens for spaces. Times are whole milliseconds since the log began,
// lengths milliseconds. Lines that begin with # are remarks.
func AppendTruth(dst []byte, t *Truth) []byte {
	for n := 1; t != nil; n, t = n+1, t.Next {
		dst = appendLine(dst, "game", strconv.Itoa(n))
		dst = appendLine(dst, append([]string{"moves"}, t.Moves...)...)
		dst = appendLine(dst, "result", t.Result)
		dst = appendLine(dst, "signal", orDash(t.Signal))
		for i, uci := range t.Moves {
			dst = appendLine(dst, "ply", strconv.Itoa(i+1), uci, number(t.Landed[i]), number(t.Pressed[i]))
		}
		for _, d := range t.Deeds {
			words := []string{"deed", strconv.Itoa(d.Ply), d.Kind.Word(), square(d.Square), number(d.At), number(d.Ms)}
			if d.Move != "" {
				words = append(words, d.Move)
			}
			dst = appendLine(dst, words...)
		}
	}
	return dst
}

// Word is the deed as one word, "early-lift".
func (k DeedKind) Word() string { return strings.ReplaceAll(k.String(), " ", "-") }

func appendLine(dst []byte, words ...string) []byte {
	return append(append(dst, strings.Join(words, " ")...), '\n')
}

// number writes a moment; one that never came is negative.
func number(n int64) string {
	if n < 0 {
		return "-"
	}
	return strconv.FormatInt(n, 10)
}

func square(sq placement.Square) string {
	if sq == placement.NoSquare {
		return "-"
	}
	return sq.String()
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
