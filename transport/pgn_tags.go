package transport

import (
	"slices"
	"strings"

	"github.com/boardd/boardd/touchmove"
)

// appendTags writes the tags of a part: the seven first, in their order, then
// the others by name. A tag given from outside that no reader would take is
// left out: what is wrong with it was said when it was given.
func (p *part) appendTags(dst []byte, g *touchmove.Game, h PGNHeader) []byte {
	tags := p.tags(g, h)
	for _, name := range sevenTags {
		dst = appendTag(dst, name, tags[name])
		delete(tags, name)
	}
	for _, name := range sortedNames(tags) {
		dst = appendTag(dst, name, tags[name])
	}
	return dst
}

func (p *part) tags(g *touchmove.Game, h PGNHeader) map[string]string {
	tags := map[string]string{
		"Event":  "Casual game",
		"Site":   h.Site,
		"Date":   h.Date,
		"Round":  "-",
		"White":  "Board " + h.Board + " White",
		"Black":  "Board " + h.Board + " Black",
		"GameId": touchmove.PartID(g.ID, p.number),
	}
	for name, value := range g.Tags {
		if CheckTag(name, value) == nil {
			tags[name] = value
		}
	}
	if _, board, ok := strings.Cut(tags["Round"], "."); ok {
		tags["Board"] = board
	}
	p.addStart(tags, g)
	p.addResult(tags, g)
	return tags
}

// addStart gives the position that the part starts from, where it is not the
// initial one or the game is one of Chess960.
func (p *part) addStart(tags map[string]string, g *touchmove.Game) {
	if g.Chess960 {
		tags["Variant"] = "Chess960"
	}
	if g.Chess960 || p.start != initial {
		tags["SetUp"], tags["FEN"] = "1", p.start.ShredderFEN()
	}
	if p.clocked() && tags["TimeControl"] == "" {
		tags["TimeControl"] = "?" // wanted wherever clocks are given (PGN supplement of 2001)
	}
}

func (p *part) addResult(tags map[string]string, g *touchmove.Game) {
	tags["Result"] = p.result
	contradicts := g.Termination == "unterminated" && p.result != unfinished
	if p.last && !contradicts && slices.Contains(terminations, g.Termination) {
		tags["Termination"] = g.Termination
	}
}

var quote = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func appendTag(dst []byte, name, value string) []byte {
	return append(dst, "["+name+` "`+quote.Replace(value)+"\"]\n"...)
}
