package pairing

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/boardd/boardd/hall"
)

// The columns of a player's line (001), from 1, as FIDE's TRF16 and TRF26 have them.
const (
	rankAt, rankEnd     = 5, 8
	titleAt, titleEnd   = 11, 13
	nameAt, nameEnd     = 15, 47
	ratingAt, ratingEnd = 49, 52
	federationAt        = 54
	federationEnd       = 56
	idAt, idEnd         = 58, 68
	firstRoundAt        = 92 // opponent 4, blank, colour, blank, result, 2 blanks
	roundWidth          = 10
)

func isTRF(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "001 ") })
}

// entrant is a player's line.
type entrant struct {
	rank    int
	player  hall.Player
	rounds  []meeting
	points2 int // twice the points before the present round
}

// meeting is a round of a player's line.
type meeting struct {
	opponent int
	colour   byte
	result   byte
}

// points2 returns twice the points of a result (TRF26, 001).
func (m meeting) points2() int {
	switch m.result {
	case '1', '+', 'W', 'F', 'U':
		return 2
	case '=', 'D', 'H':
		return 1
	}
	return 0
}

// readTRF reads the players, and the pairings of each round. No record of a TRF has a table:
// readTRF numbers the tables as arbiters do, by points before the round, then by rank.
func readTRF(lines []string) Sheet {
	var s Sheet
	byRank := map[int]*entrant{}
	var all []*entrant
	rounds := 0
	for i, line := range lines {
		if !strings.HasPrefix(line, "001 ") {
			continue
		}
		e := s.readEntrant(columnsOf(line))
		if e.rank == 0 || e.player.Name == "" || byRank[e.rank] != nil {
			s.remark("line %d: a player without a name or a start rank of his own", i+1)
			continue
		}
		byRank[e.rank] = e
		all = append(all, e)
		s.Players = append(s.Players, e.player)
		rounds = max(rounds, len(e.rounds))
	}
	for r := range rounds {
		s.addRound(r, all, byRank)
	}
	if len(s.Rounds) > 0 {
		s.remark("a TRF has no tables: they are numbered by points before the round, then by rank")
	}
	return s
}

func (s *Sheet) readEntrant(line []rune) *entrant {
	e := &entrant{rank: number(field(line, rankAt, rankEnd))}
	e.player = s.player(field(line, nameAt, nameEnd), field(line, titleAt, titleEnd), field(line, ratingAt, ratingEnd),
		field(line, idAt, idEnd), field(line, federationAt, federationEnd), "")
	for at := firstRoundAt; at <= len(line); at += roundWidth {
		m := meeting{number(field(line, at, at+3)), lowered(letter(line, at+5)), letter(line, at+7)}
		e.rounds = append(e.rounds, m)
	}
	return e
}

// filler stands in the columns that a letter of several bytes takes besides its own, where a
// program counts bytes.
const filler = '\uffff'

// columnsOf returns the characters of a player's line by their columns. Most programs count
// characters, some bytes: a line is of bytes if only so the columns between its fields are empty.
func columnsOf(line string) []rune {
	characters := []rune(line)
	if len(characters) == len(line) || fits(characters) {
		return characters
	}
	var padded []rune
	for _, r := range characters {
		padded = append(padded, r)
		for range utf8.RuneLen(r) - 1 {
			padded = append(padded, filler)
		}
	}
	if fits(padded) {
		return padded
	}
	return characters
}

// fits reports whether the columns between the fields are empty.
func fits(line []rune) bool {
	for _, at := range []int{nameEnd + 1, ratingEnd + 1, federationEnd + 1, idEnd + 1, firstRoundAt - 1, firstRoundAt + 4, firstRoundAt + 6} {
		if at <= len(line) && line[at-1] != ' ' {
			return false
		}
	}
	return true
}

// field returns the text in columns from to to, both counted from 1 and included.
func field(line []rune, from, to int) string {
	if from > len(line) {
		return ""
	}
	return strings.ReplaceAll(string(line[from-1:min(to, len(line))]), string(filler), "")
}

func letter(line []rune, at int) byte {
	if at > len(line) || line[at-1] > 126 {
		return ' '
	}
	return byte(line[at-1])
}

// lowered returns a letter of ASCII in lower case, and a sign as another one.
func lowered(letter byte) byte { return letter | ('a' - 'A') }

// addRound adds the pairings of a round, from 0, and then counts its points.
func (s *Sheet) addRound(r int, all []*entrant, byRank map[int]*entrant) {
	type pair struct{ white, black *entrant }
	var pairs []pair
	for _, e := range all {
		m := e.at(r)
		other := byRank[m.opponent]
		switch {
		case m.opponent == 0 && r < len(e.rounds):
			s.addBye(r+1, e.player.Name)
		case m.opponent == 0 || m.colour != 'w':
		case other == nil:
			s.remark("round %d: %s is paired with rank %d, which is nobody", r+1, e.player.Name, m.opponent)
		case other.at(r).opponent != e.rank || other.at(r).colour != 'b':
			s.remark("round %d: %s - %s: the two lines do not agree", r+1, e.player.Name, other.player.Name)
		default:
			pairs = append(pairs, pair{e, other})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return slices.Compare(key(a.white, a.black), key(b.white, b.black)) })
	for i, p := range pairs {
		s.add(r+1, hall.Pairing{Table: i + 1, White: p.white.player, Black: p.black.player})
	}
	for _, e := range all {
		e.points2 += e.at(r).points2()
	}
}

func (e *entrant) at(r int) meeting {
	if r < len(e.rounds) {
		return e.rounds[r]
	}
	return meeting{}
}

// key returns the sort key of a table: the higher points of the two players, the lower
// points, the better rank.
func key(a, b *entrant) []int {
	return []int{-max(a.points2, b.points2), -min(a.points2, b.points2), min(a.rank, b.rank)}
}
