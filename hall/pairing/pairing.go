// Package pairing reads the exports of pairing programs: PGN with tags only (Swiss-Manager,
// Vega, Swiss-Chess, Sharly Chess write it for LiveChess), the FIDE's TRF16 and TRF26, and
// CSV.
//
// Files are UTF-8 or Latin-1, and their lines end in LF, CR LF or CR. A bye is no table. The
// package guesses nothing: each unusable part of a file becomes a remark for a person.
//
//	pgn.go, trf.go, csv.go   one reader each
//	join.go                  names with the FIDE ids of a TRF
//	difference.go            how a new sheet changes a round
package pairing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/transport"
)

// MaxFile is the largest file that is read, in bytes.
const MaxFile = 4 << 20

// Sheet is the contents of a file.
type Sheet struct {
	Rounds  map[int][]hall.Pairing // by number, in the order of the tables; 0: the file does not say which
	Players []hall.Player          // of a TRF
	Remarks []string               // what a person should look at
}

// Read reads a file of any of the forms. The error says why it is none of them.
func Read(data []byte) (Sheet, error) {
	if len(data) > MaxFile {
		return Sheet{}, fmt.Errorf("%d bytes are too many for a pairing file; %d at most", len(data), MaxFile)
	}
	lines := linesOf(data)
	for _, form := range []struct {
		is   func(lines []string) bool
		read func(lines []string) Sheet
	}{{isPGN, readPGN}, {isTRF, readTRF}, {isCSV, readCSV}} {
		if form.is(lines) {
			s := form.read(lines)
			s.check()
			return s, nil
		}
	}
	return Sheet{}, fmt.Errorf("neither PGN with tags, nor TRF, nor CSV with columns table, white and black")
}

// linesOf splits a text into lines, as UTF-8.
func linesOf(data []byte) []string {
	text := strings.TrimPrefix(string(data), "\ufeff")
	if !utf8.ValidString(text) {
		runes := make([]rune, len(text))
		for i := range len(text) {
			runes[i] = rune(text[i]) // Latin-1
		}
		text = string(runes)
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return strings.Split(text, "\n")
}

func (s *Sheet) remark(format string, args ...any) {
	s.Remarks = append(s.Remarks, fmt.Sprintf(format, args...))
}

// add adds a pairing to a round, unless it is a bye.
func (s *Sheet) add(round int, p hall.Pairing) {
	if s.Rounds == nil {
		s.Rounds = map[int][]hall.Pairing{}
	}
	if bye(p.White.Name) || bye(p.Black.Name) {
		return
	}
	s.Rounds[round] = append(s.Rounds[round], p)
}

// byes are the names that programs write for a missing opponent.
var byes = []string{"", "-", "?", "bye", "spielfrei", "freilos", "exempt", "repos", "free", "not paired"}

func bye(name string) bool { return slices.Contains(byes, strings.ToLower(name)) }

// check sorts each round by table, and adds remarks on errors in it.
func (s *Sheet) check() {
	for number, round := range s.Rounds {
		slices.SortStableFunc(round, func(a, b hall.Pairing) int { return a.Table - b.Table })
		s.Rounds[number] = round
		s.checkRound(number, round)
	}
	slices.Sort(s.Remarks)
}

func (s *Sheet) checkRound(number int, round []hall.Pairing) {
	tables, names := map[int]bool{}, map[string]bool{}
	for _, p := range round {
		if tables[p.Table] {
			s.remark("round %d: table %d is paired twice", number, p.Table)
		}
		tables[p.Table] = true
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

// clean returns a value for PGN: printable, and on one line.
func clean(s string) string {
	printable := func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) {
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

// fideID reads a FIDE id; "" for none.
func fideID(s string) string {
	if n := number(s); n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}
