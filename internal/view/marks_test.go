package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestNoPraise: after a move ! is praise, so that no picture has one, least of all of an
// illegal move, which each marks as one.
func TestNoPraise(t *testing.T) {
	marked := map[bool]string{false: "Nb3✗", true: "Nb3 ill."}
	for _, style := range []Style{{}, {ASCII: true}, {Depth: TrueColor}, {Depth: Basic, ASCII: true}, {Depth: Mono}} {
		for _, scene := range []string{"start", "provisional", "illegal", "signal", "differ", "ended"} {
			picture := ansi.Strip(Draw(board(t, scene), 120, 40, style, ""))
			if strings.Contains(picture, "!") {
				t.Errorf("%s %+v:\n%s", scene, style, picture)
			}
			if scene == "illegal" && !strings.Contains(picture, marked[style.ASCII]) {
				t.Errorf("%+v: the illegal move is not marked:\n%s", style, picture)
			}
		}
	}
}
