// Package pairing reads the exports of pairing programs: PGN with tags only (Swiss-Manager,
// Vega, Swiss-Chess, Sharly Chess write it for LiveChess), the FIDE's TRF16 and TRF26, and
// CSV.
//
// Lines end in LF, CR LF or CR. A bye is no table. The package guesses nothing: each unusable
// part of a file becomes a remark for a person.
//
//	text.go                  from bytes to lines: UTF-8, UTF-16 or Windows-1252
//	pgn.go, trf.go, csv.go   one reader each
//	name.go                  a name as PGN has it, and the forms by which names join
//	join.go                  names with the FIDE ids of a TRF
//	difference.go            how a new sheet changes a round
package pairing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/transport"
)

// MaxFile is the largest file that is read, in bytes.
const MaxFile = 4 << 20

// Sheet is the contents of a file.
type Sheet struct {
	Rounds  map[int][]hall.Pairing // by number, in the order of the tables; 0: the file does not say which
	Byes    map[int][]string       // the players of a round who have no opponent
	Players []hall.Player          // of a TRF
	Remarks []string               // what a person should look at
}

// Read reads a file of any of the forms. The error says why it is none of them.
func Read(data []byte) (Sheet, error) {
	if len(data) > MaxFile {
		return Sheet{}, fmt.Errorf("%d bytes are too many for a pairing file; %d at most", len(data), MaxFile)
	}
	lines, eightBit, err := linesOf(data)
	if err != nil {
		return Sheet{}, err
	}
	if len(lines) == 0 {
		return Sheet{}, errors.New("there is nothing in it")
	}
	for _, form := range []struct {
		is   func(lines []string) bool
		read func(lines []string) Sheet
	}{{isPGN, readPGN}, {isTRF, readTRF}, {isCSV, readCSV}} {
		if form.is(lines) {
			s := form.read(lines)
			s.check()
			if eightBit {
				s.remark("the file is not UTF-8, and is read as Windows-1252: look at %q", s.accented())
			}
			return s, nil
		}
	}
	if missing := lacking(lines); missing != "" {
		return Sheet{}, fmt.Errorf("as CSV: the first line has no column %s", missing)
	}
	return Sheet{}, errors.New("neither PGN with tags, nor TRF, nor CSV with columns table, white and black")
}

func (s *Sheet) remark(format string, args ...any) {
	s.Remarks = append(s.Remarks, fmt.Sprintf(format, args...))
}

// add adds a pairing to a round, unless it is a bye.
func (s *Sheet) add(round int, p hall.Pairing) {
	switch white, black := bye(p.White.Name), bye(p.Black.Name); {
	case white && black:
	case white:
		s.addBye(round, p.Black.Name)
	case black:
		s.addBye(round, p.White.Name)
	default:
		if s.Rounds == nil {
			s.Rounds = map[int][]hall.Pairing{}
		}
		s.Rounds[round] = append(s.Rounds[round], p)
	}
}

func (s *Sheet) addBye(round int, name string) {
	if s.Byes == nil {
		s.Byes = map[int][]string{}
	}
	s.Byes[round] = append(s.Byes[round], name)
}

// byes are the names that programs write for a missing opponent, without signs.
var byes = []string{"", "bye", "bye bye", "spielfrei", "freilos", "nicht ausgelost", "exempt", "repos", "free", "not paired"}

func bye(name string) bool {
	plain := strings.TrimFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.Contains(byes, plain)
}

// check sorts each round by table, and adds remarks on errors in it.
func (s *Sheet) check() {
	for number, round := range s.Rounds {
		slices.SortStableFunc(round, func(a, b hall.Pairing) int { return a.Table - b.Table })
		s.Rounds[number] = round
		s.checkRound(number, round)
	}
	if n := len(s.Rounds[0]); n > 0 && len(s.Rounds) > 1 {
		s.remark("%d pairings are of no round, others are", n)
	}
	slices.Sort(s.Remarks)
}

func (s *Sheet) checkRound(number int, round []hall.Pairing) {
	names := map[string]bool{}
	for _, table := range Twice(round) {
		s.remark("round %d: table %d is paired twice", number, table)
	}
	for _, p := range round {
		for _, player := range []hall.Player{p.White, p.Black} {
			if names[player.Name] {
				s.remark("round %d: %s is paired twice", number, player.Name)
			}
			names[player.Name] = true
			if err := transport.CheckTag("White", player.Name); err != nil {
				s.remark("round %d: table %d: %q is no name that relays keep", number, p.Table, player.Name)
			}
		}
	}
}

// Twice returns the tables that have several pairings.
func Twice(round []hall.Pairing) []int {
	var all []int
	had := map[int]int{}
	for _, p := range round {
		if had[p.Table]++; had[p.Table] == 2 {
			all = append(all, p.Table)
		}
	}
	return all
}

// accented returns the first name with a letter that is not of ASCII.
func (s *Sheet) accented() string {
	var names []string
	for _, round := range s.Rounds {
		for _, p := range round {
			names = append(names, p.White.Name, p.Black.Name)
		}
	}
	for _, one := range s.Byes {
		names = append(names, one...)
	}
	for _, p := range s.Players {
		names = append(names, p.Name)
	}
	slices.Sort(names)
	i := slices.IndexFunc(names, func(name string) bool {
		return strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII })
	})
	if i < 0 {
		return ""
	}
	return names[i]
}

// clean returns a value for PGN: printable, and on one line.
func clean(s string) string {
	printable := func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsSpace(r) || !unicode.IsPrint(r):
			return ' '
		}
		return r
	}
	return strings.Join(strings.Fields(strings.Map(printable, s)), " ")
}

// number reads a number from 1 on; 0 for anything else, as programs write 0 for none.
func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// player returns a player from what a file says of him, with a remark on each number that is
// none.
func (s *Sheet) player(name, title, elo, fideID, federation, team string) hall.Player {
	p := hall.Player{Federation: clean(federation), Team: clean(team), Elo: number(elo)}
	var own string
	p.Name, own = nameOf(name)
	p.Title = cmp.Or(titleOf(title), own)
	if n := number(fideID); n > 0 {
		p.FideID = strconv.Itoa(n)
	}
	for _, one := range []struct{ what, text string }{{"Elo", elo}, {"FIDE id", fideID}} {
		text := clean(one.text)
		if _, err := strconv.ParseUint(text, 10, 32); err != nil && !slices.Contains([]string{"", "-", "?"}, text) {
			s.remark("%s: %s %q is no number, and is left out", p.Name, one.what, text)
		}
	}
	return p
}
