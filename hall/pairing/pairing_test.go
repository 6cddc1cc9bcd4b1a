package pairing

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/transport"
)

// line is a pairing in one line.
func line(round int, p hall.Pairing) string {
	return fmt.Sprintf("%d.%d %s - %s", round, p.Table, describe(&p.White), describe(&p.Black))
}

func linesOfSheet(s Sheet) []string {
	var all []string
	for number, round := range s.Rounds {
		for _, p := range round {
			all = append(all, line(number, p))
		}
	}
	slices.Sort(all)
	return all
}

func want(t *testing.T, text string, lines, remarks []string) Sheet {
	t.Helper()
	s, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := linesOfSheet(s); !slices.Equal(got, lines) {
		t.Errorf("pairings\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"))
	}
	if len(s.Remarks) != len(remarks) {
		t.Fatalf("remarks %q, want %q", s.Remarks, remarks)
	}
	for i, r := range remarks {
		if !strings.Contains(s.Remarks[i], r) {
			t.Errorf("remark %q, want %q", s.Remarks[i], r)
		}
	}
	return s
}

// As Swiss-Manager writes it: CR LF, Round and Board, ids, Elo 0 for a player without one.
const swissManager = "[Event \"Harbour Open 2027\"]\r\n[Site \"Aberdeen SCO\"]\r\n[Date \"2027.03.06\"]\r\n[Round \"3.1\"]\r\n[White \"Ferrier, Isla\"]\r\n" +
	"[Black \"Okonkwo, Chidi\"]\r\n[Result \"*\"]\r\n[WhiteElo \"1986\"]\r\n[BlackElo \"0\"]\r\n[WhiteFideId \"2400001\"]\r\n[BlackFideId \"0\"]\r\n" +
	"[BlackTitle \"FM\"]\r\n\r\n*\r\n\r\n" +
	"[Event \"Harbour Open 2027\"]\r\n[Round \"3.2\"]\r\n[White \"Diallo, Awa\"]\r\n[Black \"Petrov, Ilya\"]\r\n[Result \"*\"]\r\n\r\n*\r\n"

func TestSwissManager(t *testing.T) {
	want(t, swissManager, []string{"3.1 Ferrier, Isla 1986 2400001 - Okonkwo, Chidi FM", "3.2 Diallo, Awa - Petrov, Ilya"}, nil)
}

// As Vega writes it: no table, so that the order counts; the bye in the middle is none.
func TestVega(t *testing.T) {
	want(t, "[Event \"Open\"]\n[Round \"2\"]\n[White \"Ferrier, Isla\"]\n[Black \"Okonkwo, Chidi\"]\n\n*\n\n"+
		"[Event \"Open\"]\n[Round \"2\"]\n[White \"Diallo, Awa\"]\n[Black \"BYE\"]\n\n*\n\n"+
		"[Event \"Open\"]\n[Round \"2\"]\n[White \"Petrov, Ilya\"]\n[Black \"Ng, Wei\"]\n\n*\n\n",
		[]string{"2.1 Ferrier, Isla - Okonkwo, Chidi", "2.3 Petrov, Ilya - Ng, Wei"}, nil)
}

// As Swiss-Chess writes it: Latin-1, CR alone, nothing between the games.
func TestSwissChess(t *testing.T) {
	want(t, "[Event \"Th\xfcringen\"]\r[Round \"1\"]\r[Board \"7\"]\r[White \"M\xfcller, J\xf6rg\"]\r[Black \"Gro\xdf, Uwe\"]\r"+
		"[Event \"Th\xfcringen\"]\r[Round \"1\"]\r[Board \"8\"]\r[White \"spielfrei\"]\r[Black \"Wei\xdf, Ute\"]\r",
		[]string{"1.7 Müller, Jörg - Groß, Uwe"}, []string{"not UTF-8"})
}

// As Sharly Chess writes it: a byte order mark, and a bye with an empty name.
func TestSharly(t *testing.T) {
	want(t, "\ufeff[Event \"Open\"]\n[Round \"4.1\"]\n[White \"Ferrier, Isla\"]\n[Black \"Diallo, \\\"Awa\\\"\"]\n[WhiteElo \"0\"]\n[WhiteTeam \"Aberdeen\"]\n\n*\n\n"+
		"[Event \"Open\"]\n[Round \"4.2\"]\n[White \"Ng, Wei\"]\n[Black \"\"]\n\n1-0\n",
		[]string{`4.1 Ferrier, Isla Aberdeen - Diallo, "Awa"`}, nil)
}

func TestBadPairings(t *testing.T) {
	want(t, "[Round \"1.1\"]\n[White \"X\"]\n[Black \"Ferrier, Isla\"]\n\n[Round \"1.1\"]\n[White \"Ng, Wei\"]\n[Black \"Ferrier, Isla\"]\n\n"+
		"[Round \"1.3\"]\n[Board \"4\"]\n[White \"Ng, Bo\"]\n[Black \"Ng, An\"]\n",
		[]string{"1.1 Ng, Wei - Ferrier, Isla", "1.1 X - Ferrier, Isla", "1.4 Ng, Bo - Ng, An"},
		[]string{"Ferrier, Isla is paired twice", "Ng, Bo - Ng, An: table 3 by Round, 4 by Board", "table 1 is paired twice", `"X" is no name`})
}

// player returns a player's line of a TRF, with the columns of TRF26.
func player(rank int, title, name string, rating int, federation, id, rounds string) string {
	return fmt.Sprintf("001 %4d m%3s %-33s %4d %3s %11s 1990/01/01  2.5    1  %s", rank, title, name, rating, federation, id, rounds)
}

const trfHead = "012 Harbour Open 2027\r022 Aberdeen\r### a comment of TRF26\r222 5400+30\rXXR 5\r"

func TestTRF(t *testing.T) {
	text := trfHead + strings.Join([]string{
		player(1, "GM", "Ferrier, Isla", 2500, "SCO", "2400001", "   3 w 0     4 b 1  "),
		player(2, "f", "Müller, Jörg", 2300, "GER", "4600001", "   4 b =     3 w *  "),
		player(3, "", "Okonkwo, Chidi", 0, "NGR", "0", "   1 b 1     2 b *  "),
		player(4, "", "Diallo, Awa", 1800, "FRA", "", "   2 w =     1 w 0  "),
		player(5, "", "Ng, Wei", 1700, "SGP", "5800001", "0000 - U  0000 - Z"),
	}, "\r") + "\r"
	s := want(t, text, []string{
		"1.1 Ferrier, Isla GM 2500 SCO 2400001 - Okonkwo, Chidi NGR",
		"1.2 Diallo, Awa 1800 FRA - Müller, Jörg FM 2300 GER 4600001",
		"2.1 Müller, Jörg FM 2300 GER 4600001 - Okonkwo, Chidi NGR", // 1 point and a half each way before 0 and a half
		"2.2 Diallo, Awa 1800 FRA - Ferrier, Isla GM 2500 SCO 2400001",
	}, []string{"a TRF has no tables"})
	if len(s.Players) != 5 || s.Players[4].Name != "Ng, Wei" {
		t.Errorf("players %+v", s.Players)
	}
}

// A program that counts characters and one that counts bytes agree where a name is of ASCII;
// lines that do not agree pair nobody.
func TestTRFThatDoesNotAgree(t *testing.T) {
	want(t, strings.Join([]string{
		player(1, "", "Ferrier, Isla", 2500, "SCO", "2400001", "   2 w *"),
		player(2, "", "Ng, Wei", 2300, "SGP", "5800001", "   3 b *"),
		player(3, "", "Diallo, Awa", 1800, "FRA", "", "   9 w *"),
		player(3, "", "Petrov, Ilya", 1800, "BUL", "", ""),
	}, "\n"), nil, []string{"line 4: a player without", "rank 9, which is nobody", "the two lines do not agree"})
}

func TestCSV(t *testing.T) {
	for _, text := range []string{
		"table,white,black,white_fideid,round\n7,\"Ferrier, Isla\",\"Okonkwo, Chidi\",2400001,3\n8,\"Ng, Wei\",,,3\nx,\"Ng, Wei\",\"Ng, Bo\"\n",
		"Table;White;Black;white_fideid;round\r\n7;Ferrier, Isla;Okonkwo, Chidi;2400001;3\r\n8;Ng, Wei;bye;;3\r\nx;Ng, Wei;Ng, Bo\r\n",
	} {
		want(t, text, []string{"3.7 Ferrier, Isla 2400001 - Okonkwo, Chidi"}, []string{`line 4: table "x"`})
	}
}

func TestNoPairingFile(t *testing.T) {
	for _, text := range []string{"", "hello", "%PDF-1.4", "white,black\na,b\n", strings.Repeat("x", MaxFile+1)} {
		if s, err := Read([]byte(text)); err == nil {
			t.Errorf("%.20q: %+v", text, s)
		}
	}
}

func TestJoin(t *testing.T) {
	players := []hall.Player{
		{Name: "Müller, Jörg", FideID: "4600001", Elo: 2300, Federation: "GER", Title: "FM"},
		{Name: "Ferrier, Isla", FideID: "2400001", Elo: 2500},
		{Name: "Ng, Wei", FideID: "5800001"}, {Name: "Ng, Wei", FideID: "5800002", Elo: 1700},
	}
	pairings := []hall.Pairing{
		{Table: 1, White: hall.Player{Name: "Jorg MULLER"}, Black: hall.Player{Name: "Another Name", FideID: "2400001", Elo: 1}},
		{Table: 2, White: hall.Player{Name: "Ng, Wei"}, Black: hall.Player{Name: "Ferrier, I."}},
		{Table: 3, White: hall.Player{Name: "Ng, Wei", FideID: "5800002"}, Black: hall.Player{Name: "Ferrier, Isla", FideID: "9"}},
	}
	remarks := Join(pairings, players)
	if want := []string{"Ng, Wei is several players of the list", "Ferrier, I. is not in the list of players", "Ferrier, Isla is not in the list of players"}; !slices.Equal(remarks, want) {
		t.Errorf("remarks %q, want %q", remarks, want)
	}
	want := []hall.Pairing{
		{Table: 1, White: hall.Player{Name: "Jorg MULLER", FideID: "4600001", Elo: 2300, Federation: "GER", Title: "FM"}, Black: hall.Player{Name: "Another Name", FideID: "2400001", Elo: 1}},
		{Table: 2, White: hall.Player{Name: "Ng, Wei"}, Black: hall.Player{Name: "Ferrier, I."}},
		{Table: 3, White: hall.Player{Name: "Ng, Wei", FideID: "5800002", Elo: 1700}, Black: hall.Player{Name: "Ferrier, Isla", FideID: "9"}},
	}
	if !reflect.DeepEqual(pairings, want) {
		t.Errorf("got %+v, want %+v", pairings, want)
	}
}

func TestDifferences(t *testing.T) {
	hold := []hall.Pairing{{Table: 1, White: hall.Player{Name: "A B"}, Black: hall.Player{Name: "C D"}}, {Table: 2, White: hall.Player{Name: "E F"}, Black: hall.Player{Name: "G H"}}}
	now := []hall.Pairing{{Table: 1, White: hall.Player{Name: "A B", Elo: 1500}, Black: hall.Player{Name: "C D"}}, {Table: 3, White: hall.Player{Name: "E F"}, Black: hall.Player{Name: "G H"}}}
	want := []string{"table 1: White: A B 1500, before A B", "table 3: new: E F - G H", "table 2: gone: E F - G H"}
	if got := Differences(hold, now); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Differences(hold, hold); got != nil {
		t.Errorf("nothing changes: %q", got)
	}
}

// wellFormed: whatever a file holds, a table is a number, nobody is a bye, and a name is one
// line of printable characters.
func wellFormed(t *testing.T, s Sheet) {
	t.Helper()
	for _, round := range s.Rounds {
		for _, p := range round {
			for _, player := range []hall.Player{p.White, p.Black} {
				if p.Table < 1 || bye(player.Name) || strings.TrimSpace(player.Name) != player.Name || strings.ContainsAny(player.Name, "\n\r\t\x00") || player.Elo < 0 {
					t.Errorf("%+v", p)
				}
				if len([]rune(player.Name)) > 1 && len([]rune(player.Name)) < 200 && !strings.EqualFold(player.Name, "unknown") && transport.CheckTag("White", player.Name) != nil {
					t.Errorf("%q is printable, and no tag: %v", player.Name, transport.CheckTag("White", player.Name))
				}
			}
		}
	}
	Join(s.Rounds[1], s.Players)
}

// fuzz tries a reader on all files that are known, and what comes of them.
func fuzz(f *testing.F, read func([]string) Sheet) {
	for _, p := range programs {
		f.Add([]byte(p.file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if lines, _, err := linesOf(data); err == nil && len(lines) > 0 {
			s := read(lines)
			s.check()
			wellFormed(t, s)
		}
	})
}

func FuzzPGN(f *testing.F) { fuzz(f, readPGN) }
func FuzzTRF(f *testing.F) { fuzz(f, readTRF) }
func FuzzCSV(f *testing.F) { fuzz(f, readCSV) }

// FuzzRead: any file is read, or refused with a reason.
func FuzzRead(f *testing.F) {
	for _, p := range programs {
		f.Add([]byte(p.file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Read(data)
		if err != nil && err.Error() == "" {
			t.Error("no reason")
		}
		wellFormed(t, s)
	})
}
