package touchmove_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// numbered are so many tags with names of two letters, from a first one on.
func numbered(first, n, length int) map[string]string {
	tags := map[string]string{}
	for i := first; i < first+n; i++ {
		tags[string([]byte{'A' + byte(i/26), 'a' + byte(i%26)})] = strings.Repeat("x", length)
	}
	return tags
}

// TestPoint26Tags: what a game would have after a request is what counts. A request
// that would make it too much is refused and changes nothing.
func TestPoint26Tags(t *testing.T) {
	for _, c := range []struct {
		name       string
		has, given map[string]string
		bad        string
	}{
		{"none", nil, nil, ""},
		{"the most", nil, numbered(0, touchmove.MaxTags, 1), ""},
		{"one too many", nil, numbered(0, touchmove.MaxTags+1, 1), "the game would have 65 tags; 64 are the most"},
		{"one too many with those there are", numbered(0, touchmove.MaxTags, 1), numbered(touchmove.MaxTags, 1, 1), "65 tags"},
		{"others in their place", numbered(0, touchmove.MaxTags, 1), numbered(0, touchmove.MaxTags, 2), ""},
		{"the most bytes", nil, numbered(0, 16, touchmove.MaxTagBytes/16-2), ""},
		{"a byte too many", nil, numbered(0, 16, touchmove.MaxTagBytes/16-1), "more than 4096 bytes"},
		{"too many bytes with those there are", numbered(0, 16, touchmove.MaxTagBytes/16-2), numbered(16, 1, 1), "more than 4096 bytes"},
		{"alike", nil, map[string]string{"WhiteElo": "2105", "whiteElo": "2900"}, `tags "WhiteElo" and "whiteElo" differ in case alone`},
		{"alike with one there is", map[string]string{"WhiteElo": "2105"}, map[string]string{"WHITEELO": "2900"}, `tags "WHITEELO" and "WhiteElo" differ in case alone`},
		{"the same", map[string]string{"WhiteElo": "2105"}, map[string]string{"WhiteElo": "2106"}, ""},
	} {
		tr := touchmove.New(touchmove.Config{Start: legality.Initial(), Tags: c.has, GameID: "g"})
		before := maps.Clone(tr.Game().Tags)
		_, err := tr.Do(1, 10, touchmove.Command{Verb: touchmove.SetTags, Tags: c.given})
		if c.bad == "" {
			if err != nil || len(tr.Game().Tags) < len(c.given) {
				t.Errorf("%s: %v, %d tags", c.name, err, len(tr.Game().Tags))
			}
			continue
		}
		r, refused := errors.AsType[*touchmove.Refusal](err)
		if !refused || r.Code != "bad_value" || !strings.Contains(r.Message, c.bad) {
			t.Errorf("%s: %v, want %s", c.name, err, c.bad)
		}
		if !maps.Equal(before, tr.Game().Tags) {
			t.Errorf("%s: it was refused, and the tags are others", c.name)
		}
		if c.has == nil {
			if _, err := tr.Do(2, 20, touchmove.Command{Verb: touchmove.NewGame, Tags: c.given}); err == nil || tr.Game().ID != "g-1" {
				t.Errorf("%s in a new game %s: %v", c.name, tr.Game().ID, err)
			}
		}
	}
}

// TestPoint26Header: the header of a log, too.
func TestPoint26Header(t *testing.T) {
	h := &sensor.Header{}
	for n := range touchmove.MaxTags + 1 {
		if _, err := pipeline.ConfigFor(h); err != nil {
			t.Fatalf("%d tags: %v", n, err)
		}
		h.Tags = append(h.Tags, sensor.Setting{Name: fmt.Sprint("Tag", n), Value: "x"})
	}
	if _, err := pipeline.ConfigFor(h); err == nil || !strings.Contains(err.Error(), `tag "Tag64": the game would have 65 tags`) {
		t.Errorf("%d tags: %v", touchmove.MaxTags+1, err)
	}
	h.Tags = []sensor.Setting{{Name: "Annotator", Value: "a"}, {Name: "annotator", Value: "b"}}
	if _, err := pipeline.ConfigFor(h); err == nil || !strings.Contains(err.Error(), "differ in case alone") {
		t.Errorf("two that are alike: %v", err)
	}
}
