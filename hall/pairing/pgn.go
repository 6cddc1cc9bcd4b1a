package pairing

import (
	"regexp"
	"strings"

	"github.com/boardd/boardd/hall"
)

var (
	tagLine = regexp.MustCompile(`^\s*\[\s*([A-Za-z]+)\s+"(.*)"\s*\]\s*$`)
	unquote = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

func isPGN(lines []string) bool {
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			return tagLine.MatchString(line)
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
	for _, line := range lines {
		m := tagLine.FindStringSubmatch(line)
		if m == nil {
			inTags = false
			continue
		}
		if _, twice := game[m[1]]; len(game) > 0 && (!inTags || twice) {
			s.addGame(game, next)
			game = map[string]string{}
		}
		game[m[1]], inTags = clean(unquote.Replace(m[2])), true
	}
	s.addGame(game, next)
	return s
}

func (s *Sheet) addGame(tags map[string]string, next map[int]int) {
	first, second, _ := strings.Cut(tags["Round"], ".")
	round, table := number(first), number(second)
	if board := number(tags["Board"]); board > 0 {
		if table > 0 && table != board {
			s.remark("round %d: %s - %s: table %d by Round, %d by Board", round, tags["White"], tags["Black"], table, board)
		}
		table = board
	}
	next[round]++
	if table == 0 {
		table = next[round]
	}
	s.add(round, hall.Pairing{Table: table, White: tagPlayer(tags, "White"), Black: tagPlayer(tags, "Black")})
}

func tagPlayer(tags map[string]string, side string) hall.Player {
	return hall.Player{Name: tags[side], Title: tags[side+"Title"], Team: tags[side+"Team"], Federation: tags[side+"Federation"],
		FideID: fideID(tags[side+"FideId"]), Elo: number(tags[side+"Elo"])}
}
