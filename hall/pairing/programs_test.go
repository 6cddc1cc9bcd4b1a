package pairing

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"github.com/boardd/boardd/hall"
)

// game is a game of tags only, as programs write it for LiveChess.
func game(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		b.WriteString("[" + pairs[i] + ` "` + pairs[i+1] + "\"]\n")
	}
	return b.String() + "\n*\n\n"
}

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
func cr(s string) string   { return strings.ReplaceAll(s, "\n", "\r") }

// windows1252 writes a text as a program on a western Windows does.
func windows1252(s string) string {
	out, err := charmap.Windows1252.NewEncoder().String(s)
	if err != nil {
		panic(err)
	}
	return out
}

// utf16LE writes a text as Excel's "Unicode text" has it.
func utf16LE(s string) string {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

// Files as each program writes them, made from descriptions of what they do, each with an
// oddity. pairs and remarks are what a person has to see; a file without pairs is refused, and
// the error has wrong.
var programs = []struct {
	name, file     string
	pairs, remarks []string
	byes           string
	wrong          string
}{
	{name: "Swiss-Manager: CR LF, Windows-1252, ids, Elo 0, a bye without a name",
		file: windows1252(crlf(game("Event", "Open", "Round", "4.1", "White", "Šimek, Žofie", "Black", "D’Amico, Zoë", "WhiteElo", "2211", "BlackElo", "0", "WhiteFideId", "14500001", "BlackFideId", "0", "WhiteTitle", "FM", "BlackTitle", "") +
			game("Event", "Open", "Round", "4.2", "White", "Müller,Jürgen", "Black", "", "Result", "1-0"))),
		pairs:   []string{"4.1 Šimek, Žofie FM 2211 14500001 - D’Amico, Zoë"},
		remarks: []string{"not UTF-8, and is read as Windows-1252: look at \"D’Amico, Zoë\""}, byes: "4 Müller, Jürgen"},
	{name: "Swiss-Manager, German: spielfrei, titles before names, two spaces, a letter for a title",
		file: crlf(game("Event", "Open", "Round", "3", "Board", "1", "White", "GM  Müller,  Jürgen", "Black", "Dr. Weiß,  Ute", "BlackTitle", "wf") +
			game("Event", "Open", "Round", "3", "Board", "2", "White", "Ng, Wei", "Black", "spielfrei")),
		pairs: []string{"3.1 Müller, Jürgen GM - Dr. Weiß, Ute WFM"}, byes: "3 Ng, Wei"},
	{name: "a title after the name, and a surname that looks like one",
		file: game("Round", "1.1", "White", "Müller, Jürgen IM", "Black", "IM, SUNG HOON") +
			game("Round", "1.2", "White", "Im, Sung Ho", "Black", "Ng, Wei", "BlackTitle", "CM"),
		pairs: []string{"1.1 Müller, Jürgen IM - IM, SUNG HOON", "1.2 Im, Sung Ho - Ng, Wei CM"}},
	{name: "Swiss-Manager, teams: the board of the match is no table",
		file:    game("Round", "1.1", "Board", "1", "White", "Ab, C", "Black", "De, F") + game("Round", "1.2", "Board", "1", "White", "Gh, I", "Black", "Jk, L"),
		pairs:   []string{"1.1 Ab, C - De, F", "1.1 Gh, I - Jk, L"},
		remarks: []string{"Gh, I - Jk, L: table 2 by Round, 1 by Board", "table 1 is paired twice"}},
	{name: "Vega: no tables, a comment at the head, BYE with a comma, no empty line between games",
		file: "% Vega 8\n; round 2\n\n" + strings.ReplaceAll(game("Event", "Open", "Round", "2", "White", "Rossi, Anna", "Black", "Ng, Wei")+
			game("Event", "Open", "Round", "2", "White", "Bianchi, Ugo", "Black", "BYE,"), "\n\n", "\n"),
		pairs: []string{"2.1 Rossi, Anna - Ng, Wei"}, byes: "2 Bianchi, Ugo"},
	{name: "Vega: tags with signs in their names, and an own one",
		file:  game("Round", "2", "White", "Rossi, Anna", "Vega_Id1", "7", "Black", "Ng, Wei"),
		pairs: []string{"2.1 Rossi, Anna - Ng, Wei"}},
	{name: "Swiss-Chess: CR alone, Latin-1, freilos, tags in one line",
		file: windows1252(cr("[Event \"Th\u00fcringen\"] [Round \"1.7\"] [White \"Gro\u00df, Uwe\"] [Black \"M\u00fcller J\u00fcrgen\"]\n\n*\n\n" +
			game("Round", "1.8", "White", "Freilos", "Black", "Weiß, Ute"))),
		pairs: []string{"1.7 Groß, Uwe - Müller Jürgen"}, remarks: []string{"not UTF-8"}, byes: "1 Weiß, Ute"},
	{name: "Swiss-Chess: tables from 5 on, a table twice",
		file:    game("Round", "1", "Board", "5", "White", "Ab, C", "Black", "De, F") + game("Round", "1", "Board", "5", "White", "Gh, I", "Black", "Jk, L"),
		pairs:   []string{"1.5 Ab, C - De, F", "1.5 Gh, I - Jk, L"},
		remarks: []string{"round 1: table 5 is paired twice"}},
	{name: "Sharly: byte order mark, an empty Black, quotes, a decomposed umlaut, exempt",
		file: "\ufeff" + game("Round", "4.1", "White", "Mu\u0308ller, Ju\u0308rgen", "Black", `O\"Brien, Éva`) +
			game("Round", "4.2", "White", "Ng, Wei", "Black", "") + game("Round", "4.3", "White", "EXEMPT", "Black", "Le, Anh"),
		pairs: []string{`4.1 Müller, Jürgen - O"Brien, Éva`}, byes: "4 Ng, Wei\n4 Le, Anh"},
	{name: "no round at all",
		file:  game("White", "Ab, C", "Black", "De, F") + game("Round", "?", "White", "Gh, I", "Black", "Jk, L"),
		pairs: []string{"0.1 Ab, C - De, F", "0.2 Gh, I - Jk, L"}},
	{name: "one game without its round",
		file:  game("Round", "2.1", "White", "Ab, C", "Black", "De, F") + game("White", "Gh, I", "Black", "Jk, L"),
		pairs: []string{"0.1 Gh, I - Jk, L", "2.1 Ab, C - De, F"}, remarks: []string{"1 pairings are of no round"}},
	{name: "a quote is missing",
		file:  "[Round \"2.1\"]\n[White \"Ab, C]\n[Black \"De, F\"]\n\n*\n",
		pairs: nil, remarks: []string{`line 2: "[White \"Ab, C]" is no tag`}, byes: "2 De, F"},
	{name: "both names are empty: a board that is not used",
		file: game("Round", "2.1", "White", "", "Black", "") + game("Round", "2.2", "White", "Ab, C", "Black", "De, F"), pairs: []string{"2.2 Ab, C - De, F"}},
	{name: "a rating that is none",
		file:  game("Round", "2.1", "White", "Ab, C", "Black", "De, F", "WhiteElo", "1.986", "BlackElo", "-", "BlackFideId", "2,4E+06"),
		pairs: []string{"2.1 Ab, C - De, F"}, remarks: []string{`Ab, C: Elo "1.986" is no number`, `De, F: FIDE id "2,4E+06" is no number`}},

	{name: "TRF16 in bytes of UTF-8, CR LF",
		file:  crlf(strings.Join([]string{bytePadded(1, "f", "Müller, Jürgen", 2300, "GER", "4600001", "   2 w  "), bytePadded(2, "", "Šimić, Željko", 900, "CRO", "", "   1 b  ")}, "\n") + "\n"),
		pairs: []string{"1.1 Müller, Jürgen FM 2300 GER 4600001 - Šimić, Željko 900 CRO"}, remarks: []string{"a TRF has no tables"}},
	{name: "TRF16 in Latin-1, CR, capital colours",
		file:  windows1252(cr(strings.Join([]string{"012 Th\u00fcringen", player(1, "", "Müller, Jürgen", 2300, "GER", "4600001", "   2 W  "), player(2, "", "Groß, Uwe", 0, "", "0", "   1 B  ")}, "\n"))),
		pairs: []string{"1.1 Müller, Jürgen 2300 GER 4600001 - Groß, Uwe"}, remarks: []string{"a TRF has no tables", "not UTF-8"}},
	{name: "TRF26: comments, byes, the present round paired and not played",
		file: "### made by a program\n152 w\n" + strings.Join([]string{player(1, "GM", "Ab, C", 2300, "GER", "1", "   2 w 1     3 b  "), player(2, "", "De, F", 2200, "GER", "2", "   1 b 0  0000 - H"),
			player(3, "", "Gh, I", 2100, "GER", "3", "0000 - U     1 w  ")}, "\n") + "\n240 H   2    2\n",
		pairs: []string{"1.1 Ab, C GM 2300 GER 1 - De, F 2200 GER 2", "2.1 Gh, I 2100 GER 3 - Ab, C GM 2300 GER 1"}, remarks: []string{"a TRF has no tables"}, byes: "1 Gh, I\n2 De, F"},

	{name: "CSV of a German Excel: ;, Windows-1252, empty rows, German columns, a thousand with a point",
		file:  windows1252(crlf("Tisch;Weiß;Schwarz;Weiß Elo;Weiß FIDE-ID;Runde;Verein\n1;Müller, Jürgen;Groß, Uwe;1.986;4600001;3;SV Jena\n2;Weiß, Ute;Spielfrei;;;3;\n;;;;;;\n")),
		pairs: []string{"3.1 Müller, Jürgen 4600001 - Groß, Uwe"}, byes: "3 Weiß, Ute",
		remarks: []string{`Müller, Jürgen: Elo "1.986" is no number`, `columns that are not read: Verein`, "not UTF-8"}},
	{name: "CSV of an English Excel: a byte order mark, quotes, sep=",
		file:  "\ufeffsep=,\r\nTable,White,Black,White FideID,Round\r\n7,\"Ferrier, Isla\",\"Okonkwo, \"\"Chi\"\"\",2400001,3\r\n,,,,\r\n",
		pairs: []string{`3.7 Ferrier, Isla 2400001 - Okonkwo, "Chi"`}},
	{name: "CSV of LibreOffice: tabs, a blank line at the head",
		file: "\n\ntable\twhite\tblack\tround\n7\tFerrier, Isla\tNg, Wei\t3\n", pairs: []string{"3.7 Ferrier, Isla - Ng, Wei"}},
	{name: "Unicode text of Excel",
		file: utf16LE("board\twhite\tblack\tround\r\n7\tŠimić, Željko\tNg, Wei\t3\r\n"), pairs: []string{"3.7 Šimić, Željko - Ng, Wei"}},
	{name: "CSV with names that need quotes",
		file:  "table,white,black,round\n7,Ferrier, Isla,Ng, Wei,3\n8,Ab C,De F,3\n",
		pairs: []string{"3.8 Ab C - De F"}, remarks: []string{"line 2: 6 fields, and 4 columns: a name with a comma needs quotes"}},
	{name: "CSV: a table that is none, a name in two lines",
		file:  "table;white;black;round\n7a;Ab, C;De, F;3\n8;\"Gh,\nI\";Jk, L;3\n",
		pairs: []string{"3.8 Gh, I - Jk, L"}, remarks: []string{`line 2: table "7a" is no number`}},

	{name: "a sheet", file: "PK\x03\x04\x14\x00", wrong: "a spreadsheet or an archive: save the sheet as CSV"},
	{name: "the file of a program", file: "SWT\x00\x01\x02" + strings.Repeat("\x00", 50), wrong: "no text: export the pairings as PGN or TRF"},
	{name: "CSV without tables", file: "Weiß;Schwarz\nAb;Cd\n", wrong: "the first line has no column table"},
	{name: "CSV without Black", file: "table,white\n1,Ab\n", wrong: "the first line has no column black"},
	{name: "anything", file: "hello\n", wrong: "neither PGN"},
	{name: "nothing", file: "\r\n\r\n", wrong: "there is nothing in it"},
}

// bytePadded is player, of a program that counts bytes.
func bytePadded(rank int, title, name string, rating int, federation, id, rounds string) string {
	ascii := strings.Repeat("x", len(name))
	return strings.Replace(player(rank, title, ascii, rating, federation, id, rounds), ascii, name, 1)
}

func TestPrograms(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			if p.wrong != "" {
				if s, err := Read([]byte(p.file)); err == nil || !strings.Contains(err.Error(), p.wrong) {
					t.Errorf("error %v, want %q; %+v", err, p.wrong, s)
				}
				return
			}
			s := want(t, p.file, p.pairs, p.remarks)
			if got := strings.Join(s.byeLines(), "\n"); got != p.byes {
				t.Errorf("byes %q, want %q", got, p.byes)
			}
		})
	}
}

// byeLines has the players without an opponent, each with the round.
func (s *Sheet) byeLines() (all []string) {
	var numbers []int
	for number := range s.Byes {
		numbers = append(numbers, number)
	}
	slices.Sort(numbers)
	for _, number := range numbers {
		for _, name := range s.Byes[number] {
			all = append(all, string(rune('0'+number))+" "+name)
		}
	}
	return all
}

// Names that differ as programs and keyboards make them differ join; others do not.
func TestNamesJoin(t *testing.T) {
	for _, c := range []struct {
		pairing, list string
		join          bool
	}{
		{"Müller, Jürgen", "Müller, Jürgen", true},
		{"Müller Jürgen", "Müller, Jürgen", true},
		{"Jürgen Müller", "Müller, Jürgen", true},
		{"Mueller, Juergen", "Müller, Jürgen", true},
		{"Müller, Jürgen", "Mueller, Juergen", true},
		{"Muller, Jurgen", "Müller, Jürgen", true},
		{"Müller, Jürgen", "MULLER Jurgen", true},
		{"Mu\u0308ller,  Ju\u0308rgen", "Müller, Jürgen", true},
		{"Dr. Müller, Jürgen", "Müller, Jürgen", true},
		{"Müller, Dr. Jürgen", "Müller,Jürgen", true},
		{"Müller, Jürgen", "Prof. Dr. Müller, Jürgen", true},
		{"Ødegård, Åse", "Oedegaard, Aase", true},
		{"Ødegård, Åse", "Odegard, Ase", true},
		{"Groß, Uwe", "Gross, Uwe", true},
		{"O'Brien, Ann", "O’Brien, Ann", true},
		{"Le Quang, Liem", "Le, Quang Liem", true},
		{"Müller, J.", "Müller, Jürgen", false},
		{"Müller, Jörg", "Müller, Jürgen", false},
		{"Moller, Jurgen", "Müller, Jürgen", false},
		{"Dr", "Müller, Jürgen", false},
	} {
		p := []hall.Pairing{{Table: 1, White: hall.Player{Name: c.pairing}, Black: hall.Player{Name: "Ng, Wei", FideID: "5"}}}
		remarks := Join(p, []hall.Player{{Name: c.list, FideID: "1"}, {Name: "Ng, Wei", FideID: "5"}})
		if got := p[0].White.FideID == "1" && len(remarks) == 0; got != c.join {
			t.Errorf("%q and %q: joined %t, want %t; remarks %q", c.pairing, c.list, got, c.join, remarks)
		}
	}
}

// Two players whose names only a transliteration makes equal are several, and neither is taken.
func TestNamesThatAreTwo(t *testing.T) {
	list := []hall.Player{{Name: "Müller, Jan", FideID: "1"}, {Name: "Muller, Jan", FideID: "2"}, {Name: "Groß, Uwe", FideID: "3"}, {Name: "Ng, Wei"}}
	p := []hall.Pairing{{Table: 1, White: hall.Player{Name: "Muller, Jan"}, Black: hall.Player{Name: "Mueller, Jan"}},
		{Table: 2, White: hall.Player{Name: "Groß, Uwe", FideID: "9"}, Black: hall.Player{Name: "Ng, Wei", FideID: "7"}}}
	remarks := Join(p, list)
	// Muller is by its letters the second one, and Mueller can only be the first one.
	if p[0].White.FideID != "2" || p[0].Black.FideID != "1" || !slices.Equal(remarks, []string{"Groß, Uwe is not in the list of players"}) {
		t.Errorf("%+v, %q", p, remarks)
	}
}
