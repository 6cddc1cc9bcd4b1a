package transport

import (
	"strings"
	"testing"
)

func TestCheckTag(t *testing.T) {
	good := map[string][]string{
		"White":       {"Ferrier, Isla", "Xu", "Ødegård, Åse"},
		"Round":       {"3", "3.7", "-"},
		"Board":       {"7"},
		"Date":        {"2027.03.06", "2027.??.??"},
		"TimeControl": {"5400+30", "40/5400+30:1800+30", "300", "-", "?", "*180"},
		"Annotator":   {strings.Repeat("ä", 255), `"\`},
	}
	for name, values := range good {
		for _, value := range values {
			if err := CheckTag(name, value); err != nil {
				t.Errorf("%s %q: %v", name, value, err)
			}
		}
	}
	bad := map[string][]string{
		"White":       {"", "F", "?", "unknown", "Unknown", "a\nb", " Ferrier", "Fer\trier", "\xff\xfe", "a\u200bb"},
		"Black":       {"?"},
		"Round":       {"?", "three", "3.", "3.7.1", "-1"},
		"Board":       {"b07", "7a"},
		"Date":        {"06.03.2027", "2027-03-06"},
		"TimeControl": {"90 min", "1:30 h"},
		"Annotator":   {strings.Repeat("x", 256)},
		"Board7":      {"x"}, "Black_Elo": {"x"}, "": {"x"}, "Änderung": {"x"},
		"Result": {"1-0"}, "FEN": {"x"}, "SetUp": {"1"}, "GameId": {"x"}, "Variant": {"x"}, "Termination": {"normal"},
	}
	for name, values := range bad {
		for _, value := range values {
			if CheckTag(name, value) == nil {
				t.Errorf("%s %q passes", name, value)
			}
		}
	}
}

func TestCheckTagsTogether(t *testing.T) {
	if err := CheckTags(map[string]string{"Round": "3.7", "Board": "7", "White": "Ferrier, Isla"}); err != nil {
		t.Error(err)
	}
	if CheckTags(map[string]string{"Round": "3.7", "Board": "8"}) == nil {
		t.Error("board 8 passes in round 3.7")
	}
	first := CheckTags(map[string]string{"A1": "x", "B1": "x", "C1": "x"})
	for range 20 {
		if err := CheckTags(map[string]string{"A1": "x", "B1": "x", "C1": "x"}); err.Error() != first.Error() {
			t.Errorf("now %v, before %v", err, first)
		}
	}
}
