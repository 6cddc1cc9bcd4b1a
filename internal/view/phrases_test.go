package view

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove/words"
)

// TestPhrasesInGerman: each phrase of pictures and lines has a German one, with the
// same fields, and none has one that nothing says.
func TestPhrasesInGerman(t *testing.T) {
	said, fields := regexp.MustCompile(`says\("([^"]+)"\)`), regexp.MustCompile(`%[a-z]`)
	all := map[string]bool{"boards": true, "board": true, "no status": true, "with alerts": true, "lost": true, "in play": true}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range said.FindAllStringSubmatch(string(source), -1) {
			all[m[1]] = true
		}
	}
	for _, c := range columns {
		all[c.title] = true
	}
	for _, name := range orderNames {
		all[name] = true
	}
	for phrase := range all {
		in, ok := german[phrase]
		if !ok || fmt.Sprint(fields.FindAllString(in, -1)) != fmt.Sprint(fields.FindAllString(phrase, -1)) {
			t.Errorf("%q is %q in German", phrase, in)
		}
	}
	for phrase := range german {
		if !all[phrase] {
			t.Errorf("nothing says %q", phrase)
		}
	}
}

// TestPictureInGerman: a picture and the lines of a board in German have the letters
// of a German score, and no word of the English ones.
func TestPictureInGerman(t *testing.T) {
	english := regexp.MustCompile(`\b(Moves|Findings|White|Black|completed|made|trust|phase|alert|round|to move|playing|Nf3|Nb3|N|Q)\b`)
	s := busySite(t, illegalKnight, true)
	picture := DrawSite(s, &Screen{page: true}, 100, 30, Style{Lang: words.German, ASCII: true}, hallTime)
	picture = strings.NewReplacer("illegal_completed", "", "clock_stopped", "", "Club championship", "").Replace(picture)
	if words := english.FindAllString(picture, -1); len(words) > 0 {
		t.Errorf("%q in\n%s", words, picture)
	}
	if !strings.Contains(picture, "Zuege") || !strings.Contains(picture, "Sb3") {
		t.Errorf("no German in\n%s", picture)
	}
}

// TestTermsInGerman: how it stands with a move, a game and its board has a German word.
func TestTermsInGerman(t *testing.T) {
	style := Style{Lang: words.German}
	for _, term := range []string{"White", "Black", "playing", "completed", "irregular", "result_pending", "ready", "lost", unheard, "settling", "ok", "time forfeit", "rapid"} {
		if style.term(term) == term {
			t.Errorf("%s has no German word", term)
		}
	}
	if style.phase("result_pending") != "Ergebnis unbestätigt" || (Style{}).phase("result_pending") != "result pending" {
		t.Error(style.phase("result_pending"))
	}
}
