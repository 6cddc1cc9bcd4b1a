package pairing

import (
	"regexp"
	"strings"

	"github.com/boardd/boardd/hall"
)

// Some programs do not escape a quote in a value: then a line is one tag.
var (
	tagPart = regexp.MustCompile(`\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]`)
	tagsOf  = regexp.MustCompile(`^\s*(?:` + tagPart.String() + `\s*)+$`)
	tagLine = regexp.MustCompile(`^\s*\[\s*([A-Za-z0-9_]+)\s+"(.*)"\s*\]\s*$`)
	likeTag = regexp.MustCompile(`^\s*\[\s*[A-Za-z0-9_]+\s`)
	unquote = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

// tagsIn returns the tags of a line, each with name and value.
func tagsIn(line string) [][]string {
	if tagsOf.MatchString(line) {
		return tagPart.FindAllStringSubmatch(line, -1)
	}
	if m := tagLine.FindStringSubmatch(line); m != nil {
		return [][]string{m}
	}
	return nil
}

// remarkLine reports whether a line is a remark of the program.
func remarkLine(line string) bool {
	return strings.HasPrefix(line, "%") || strings.HasPrefix(line, ";")
}

func isPGN(lines []string) bool {
	for _, line := range lines {
		if strings.TrimSpace(line) != "" && !remarkLine(line) {
			return tagsIn(line) != nil
		}
	}
	return false
}

// readPGN reads the tags of games. A tag that follows other text, or that the game already
// has, begins another game.
func readPGN(lines []string) Sheet {
	var s Sheet
	game, inTags := map[string]string{}, true
	next := map[int]int{} // table of a round whose games have none
	for i, line := range lines {
		tags := tagsIn(line)
		switch {
		case tags == nil && inTags && likeTag.MatchString(line):
			s.remark("line %d: %q is no tag", i+1, clean(line))
		case tags == nil && !remarkLine(line):
			inTags = false
		}
		for _, m := range tags {
			if _, twice := game[m[1]]; len(game) > 0 && (!inTags || twice) {
				s.addGame(game, next)
				game = map[string]string{}
			}
			game[m[1]], inTags = clean(unquote.Replace(m[2])), true
		}
	}
	s.addGame(game, next)
	return s
}

func (s *Sheet) addGame(tags map[string]string, next map[int]int) {
	first, second, _ := strings.Cut(tags["Round"], ".")
	round, table := number(first), number(second)
	white, black := s.tagPlayer(tags, "White"), s.tagPlayer(tags, "Black")
	if board := number(tags["Board"]); board > 0 {
		if table > 0 && table != board {
			s.remark("round %d: %s - %s: table %d by Round, %d by Board", round, white.Name, black.Name, table, board)
		}
		table = board
	}
	next[round]++
	if table == 0 {
		table = next[round]
	}
	s.add(round, hall.Pairing{Table: table, White: white, Black: black})
}

func (s *Sheet) tagPlayer(tags map[string]string, side string) hall.Player {
	return s.player(tags[side], tags[side+"Title"], tags[side+"Elo"], tags[side+"FideId"], tags[side+"Federation"], tags[side+"Team"])
}
