package transport

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// unfinished is the result of a game that has none.
const unfinished = "*"

// PGNHeader holds what a PGN needs and a game does not know.
type PGNHeader struct {
	Site  string // used if no tag has it
	Board string // name of the board, for placeholders of the players' names
	Date  string // YYYY.MM.DD, with ? for unknown parts
}

// AppendPGN appends the published part of a game in PGN export format.
//
// The result is one game, or several, each followed by an empty line. PGN cannot write an
// illegal move that stands (A.5.2). There a comment and * end the movetext, and another
// game begins with the position after that move; its GameId has ".2", ".3" and so on
// appended (touchmove.PartID). The same happens where an arbiter has set another position,
// and after 600 plies. The last part has the result.
//
// The time left stands after each move after which it is known.
func AppendPGN(dst []byte, g *touchmove.Game, h PGNHeader) []byte {
	for _, earlier := range g.Parts {
		part := *earlier
		part.Tags = g.Tags // of the players and the event, whenever they were given
		dst = appendParts(dst, &part, h)
	}
	return appendParts(dst, g, h)
}

func appendParts(dst []byte, g *touchmove.Game, h PGNHeader) []byte {
	parts := partsOf(g)
	for i := range parts {
		dst = append(parts[i].appendTags(dst, g, h), '\n')
		dst = append(parts[i].appendMoves(dst), '\n')
	}
	return dst
}

// part is a game in the sense of PGN: legal moves only, from one position.
type part struct {
	number  int // from 1
	start   legality.Position
	moves   []touchmove.Ply
	comment string // after the last move; "" if none
	result  string
	last    bool
}

// partsOf cuts the published part of a game at moves that PGN cannot write.
func partsOf(g *touchmove.Game) []part {
	var parts []part
	moves, first := g.Moves[:Published(g)], 0
	now := part{number: 1, start: g.Start}
	for i := range moves {
		p := &moves[i]
		cut := p.State == touchmove.StateIllegalStands || p.Move == legality.NoMove
		if !cut && i-first < touchmove.PartPlies {
			continue
		}
		now.moves, now.comment, now.result = moves[first:i], parting(p, cut), unfinished
		parts = append(parts, now)
		first = i
		if cut {
			first = i + 1
		}
		now = part{number: len(parts) + 1, start: after(g, first)}
	}
	now.moves, now.last = moves[first:], g.Parted == ""
	now.result = boardResult(g, len(moves))
	if !now.last {
		now.result, now.comment = unfinished, setAnew(g.Parted)
	}
	return append(parts, now)
}

// plain replaces the characters of a comment that some reader of PGN interprets: comments
// within it, commands, and lines that are skipped.
var plain = strings.NewReplacer("{", "(", "}", ")", "[", "(", "]", ")", "%", " per cent")

// setAnew returns the comment on a part that ends where an arbiter has set another
// position.
func setAnew(why string) string {
	return "The arbiter has set another position: " + plain.Replace(why) + ". The game goes on in the next one."
}

// parting is the reason for which a part of a game ends.
func parting(p *touchmove.Ply, illegal bool) string {
	switch {
	case !illegal:
		return "The game goes on in the next one."
	case p.SAN == "":
		return "What was played here is no legal move, and it stands: the game goes on in the next one."
	}
	return p.SAN + " was played here, which is no legal move, and it stands: the game goes on in the next one."
}

// boardResult returns the result of a game. A mate or stalemate on the board counts before
// anybody has entered it, because readers do not accept * after it.
func boardResult(g *touchmove.Game, n int) string {
	given := result(g)
	if given != unfinished || n == 0 || g.Moves[n-1].State.Illegal() {
		return given
	}
	p := after(g, n)
	switch legality.Judge(&p, 1) {
	case legality.Checkmate:
		return [...]string{"0-1", "1-0"}[p.Turn()]
	case legality.Stalemate:
		return "1/2-1/2"
	}
	return given
}

// initial is the start position of a PGN without FEN.
var initial = legality.Initial()

// lineLength is the longest line of export movetext: the standard wants fewer than 80
// printing characters.
const lineLength = 79

// page wraps words into lines.
type page struct {
	text []byte
	used int // characters in the last line
}

// word adds a word, on a new line if the present one has no room for it.
func (p *page) word(s string) {
	switch {
	case p.used == 0:
	case p.used+1+len(s) > lineLength:
		p.text, p.used = append(p.text, '\n'), 0
	default:
		p.text, p.used = append(p.text, ' '), p.used+1
	}
	p.text, p.used = append(p.text, s...), p.used+len(s)
}

// comment adds a remark. Braces do not nest in it. A word longer than a line is cut.
func (p *page) comment(s string) {
	for _, word := range strings.Fields("{" + strings.ReplaceAll(s, "}", ")") + "}") {
		for len(word) > lineLength {
			cut := lineLength
			for !utf8.RuneStart(word[cut]) {
				cut--
			}
			p.word(word[:cut])
			word = word[cut:]
		}
		p.word(word)
	}
}

// appendMoves writes the movetext. Black's move is numbered when it is the
// first or comes after a comment.
func (p *part) appendMoves(dst []byte) []byte {
	out := page{text: dst}
	numbered := true
	number, turn := p.start.FullmoveNumber(), p.start.Turn()
	for i := range p.moves {
		if turn == placement.White {
			out.word(strconv.Itoa(number) + ".")
		} else if numbered {
			out.word(strconv.Itoa(number) + "...")
		}
		out.word(p.moves[i].SAN)
		if numbered = p.moves[i].Clock >= 0; numbered {
			out.word("{[%clk " + clockText(p.moves[i].Clock) + "]}")
		}
		number, turn = number+int(turn), turn.Other()
	}
	if p.comment != "" {
		out.comment(p.comment)
	}
	out.word(p.result)
	return append(out.text, '\n')
}

// clocked reports whether the time left is known after any move.
func (p *part) clocked() bool {
	return slices.ContainsFunc(p.moves, func(m touchmove.Ply) bool { return m.Clock >= 0 })
}

// clockText returns a time left in the form of PGN, H:MM:SS, rounded up to whole seconds.
func clockText(ms int64) string {
	s := ms / 1000
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// appendTags writes the tags of a part: the seven first, in their order, then the others by
// name. It leaves out a tag that no reader would accept; its sender has already got an
// error.
func (p *part) appendTags(dst []byte, g *touchmove.Game, h PGNHeader) []byte {
	tags := p.tags(g, h)
	for _, name := range sevenTags {
		dst = appendTag(dst, name, tags[name])
		delete(tags, name)
	}
	for _, name := range slices.Sorted(maps.Keys(tags)) {
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

// addStart adds the start position of the part if it is not the initial one, or if the game
// is one of Chess960.
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

// maxTagName is the longest name of a tag, in letters; the longest in use has about 20.
const maxTagName = 64

// maxTagValue is the longest value of a tag (PGN standard, 7: strings).
const maxTagValue = 255

// sevenTags are the tags of every game, in their order (PGN standard, 8.1.1).
var sevenTags = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// derivedTags follow from the game and cannot be given from outside.
var derivedTags = []string{"FEN", "GameId", "Result", "SetUp", "Termination", "Variant"}

// ownTags can be given, and are always written.
var ownTags = []string{"Event", "Site", "Date", "Round", "White", "Black", "Board", "TimeControl"}

// terminations are the values that the PGN standard allows (9.8.1).
var terminations = []string{"abandoned", "adjudication", "death", "emergency", "normal",
	"rules infraction", "time forfeit", "unterminated"}

// tagForms are the forms that relays require for some values. A round is its number, alone
// or followed by a dot and the board's number; "-" is a game outside any round.
var tagForms = map[string]*regexp.Regexp{
	"Date":        regexp.MustCompile(`^[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}$`),
	"Round":       regexp.MustCompile(`^([0-9]+(\.[0-9]+)?|-)$`),
	"Board":       regexp.MustCompile(`^[0-9]+$`),
	"TimeControl": regexp.MustCompile(`^[0-9*/+:]+$|^[-?]$`),
}

// CheckTag returns an error if a PGN tag given from outside is not safe for relays, which
// drop or confuse games because of small faults. Names consist of letters, values of 1 to
// 255 printable characters without space at either end. A name that boardd itself may write
// has one spelling, because some readers ignore case.
func CheckTag(name, value string) error {
	is := func(other string) bool { return strings.EqualFold(name, other) }
	switch proper := slices.IndexFunc(ownTags, is); {
	case !isTagName(name):
		return fmt.Errorf("tag name %.64q is not 1 to %d letters", name, maxTagName)
	case slices.ContainsFunc(derivedTags, is):
		return fmt.Errorf("tag %s follows from the game and cannot be given", name)
	case proper >= 0 && ownTags[proper] != name:
		return fmt.Errorf("tag %s is written %s", name, ownTags[proper])
	case !isTagValue(value):
		return fmt.Errorf("tag %s: value %q is not 1 to %d printable characters", name, value, maxTagValue)
	case (name == "White" || name == "Black") && !isPlayer(value):
		return fmt.Errorf("tag %s: %q is no name that relays keep", name, value)
	}
	if form := tagForms[name]; form != nil && !form.MatchString(value) {
		return fmt.Errorf("tag %s: value %q has not the form %s", name, value, form)
	}
	return nil
}

// CheckTags checks each tag, their number and size (touchmove.CheckTags), and that they
// agree: the board's number is the one after the dot of the round. The error is always the
// same for the same tags.
func CheckTags(tags map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(tags)) {
		if err := CheckTag(name, tags[name]); err != nil {
			return err
		}
	}
	if err := touchmove.CheckTags(tags); err != nil {
		return err
	}
	_, want, dotted := strings.Cut(tags["Round"], ".")
	if board := tags["Board"]; board != "" && dotted && board != want {
		return fmt.Errorf("tag Board: %q is not the board of round %q", board, tags["Round"])
	}
	return nil
}

func isTagName(s string) bool {
	return s != "" && len(s) <= maxTagName && strings.Trim(s, letters) == ""
}

func isTagValue(s string) bool {
	return s != "" && isPrintable(s) && utf8.ValidString(s) && utf8.RuneCountInString(s) <= maxTagValue && strings.TrimSpace(s) == s
}

// isPrintable reports whether s is safe to show as it is: nothing in it moves the cursor of
// a terminal or begins a line.
func isPrintable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// isPlayer reports whether relays accept s as a name.
func isPlayer(s string) bool {
	return utf8.RuneCountInString(s) > 1 && !strings.EqualFold(s, "unknown")
}
