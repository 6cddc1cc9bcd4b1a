package transport

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

var harbour = map[string]string{
	"Event": "Harbour Open 2027", "Site": "Aberdeen SCO", "Date": "2027.03.06", "Round": "3.7",
	"White": "Ferrier, Isla", "Black": "Okonkwo, Chidi", "WhiteElo": "1986", "BlackElo": "2011",
	"WhiteFideId": "2400001", "BlackFideId": "8500001", "TimeControl": "5400+30",
}

const harbourTags = `[Event "Harbour Open 2027"]
[Site "Aberdeen SCO"]
[Date "2027.03.06"]
[Round "3.7"]
[White "Ferrier, Isla"]
[Black "Okonkwo, Chidi"]
[Result "*"]
[BlackElo "2011"]
[BlackFideId "8500001"]
[Board "7"]
[GameId "harbour27-r3-b07-1"]
[TimeControl "5400+30"]
[WhiteElo "1986"]
[WhiteFideId "2400001"]

`

var header = PGNHeader{Site: "hall-a", Board: "b07", Date: "????.??.??"}

// harbourScene is a game with its pairing known.
func harbourScene(t *testing.T) *scene {
	s := newScene(t)
	s.v.Game.ID, s.v.Game.Tags = "harbour27-r3-b07-1", harbour
	return s
}

func (s *scene) clocks(seconds ...int64) *scene {
	for i, sec := range seconds {
		if s.v.Game.Moves[i].Clock = -1; sec >= 0 {
			s.v.Game.Moves[i].Clock = sec*1000 + 999 // a second that has begun counts when it is over
		}
	}
	return s
}

// wantPGN compares with what the game has to be, and lints it.
func (s *scene) wantPGN(want string) {
	s.t.Helper()
	got := string(AppendPGN(nil, s.v.Game, header))
	if got != want {
		s.t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r := Base{}.outline(s.v.Game)
	r.Moves = Base{}.plies(s.v.Game.Moves[:Published(s.v.Game)])
	read, err := r.Game()
	if err != nil {
		s.t.Fatal(err)
	}
	if again := string(AppendPGN(nil, read, header)); again != want {
		s.t.Errorf("from the snapshot\n%s\nwant\n%s", again, want)
	}
	for _, err := range pgnlint.Check(got) {
		s.t.Error(err)
	}
}

func TestPGNBeforeTheGame(t *testing.T) {
	harbourScene(t).wantPGN(harbourTags + "*\n\n")
}

func TestPGNLive(t *testing.T) {
	s := harbourScene(t).play("d4", "Nf6", "c4", "e6", "Nc3", "Bb4", "Qc2").clocks(5424, 5419, 5441, 5402, 5390, 5398, 5313)
	s.wantPGN(harbourTags + `1. d4 {[%clk 1:30:24]} 1... Nf6 {[%clk 1:30:19]} 2. c4 {[%clk 1:30:41]} 2... e6
{[%clk 1:30:02]} 3. Nc3 {[%clk 1:29:50]} 3... Bb4 {[%clk 1:29:58]} 4. Qc2
{[%clk 1:28:33]} *

`)
}

// A time that is not known is left out, and no other: Lichess shows the times after the last two
// moves, and so is without one for a move or two, and not for the rest of the game.
func TestPGNWithoutATime(t *testing.T) {
	s := harbourScene(t).play("d4", "Nf6", "c4", "e6").clocks(5424, 5419, -1, 5402)
	s.wantPGN(harbourTags + "1. d4 {[%clk 1:30:24]} 1... Nf6 {[%clk 1:30:19]} 2. c4 e6 {[%clk 1:30:02]} *\n\n")
	harbourScene(t).play("d4", "Nf6", "c4").wantPGN(harbourTags + "1. d4 Nf6 2. c4 *\n\n")
}

// Nothing is known of the pairing: placeholders that relays keep.
func TestPGNWithoutTags(t *testing.T) {
	newScene(t).play("e4").clocks(59).wantPGN(`[Event "Casual game"]
[Site "hall-a"]
[Date "????.??.??"]
[Round "-"]
[White "Board b07 White"]
[Black "Board b07 Black"]
[Result "*"]
[GameId "game-1"]
[TimeControl "?"]

1. e4 {[%clk 0:00:59]} *

`)
}

func TestPGNResult(t *testing.T) {
	s := harbourScene(t).play("f3", "e5")
	s.v.Game.Result, s.v.Game.Termination = "0-1", "time forfeit"
	want := strings.Replace(harbourTags, `[Result "*"]`, `[Result "0-1"]`, 1)
	want = strings.Replace(want, "[TimeControl", "[Termination \"time forfeit\"]\n[TimeControl", 1)
	s.wantPGN(want + "1. f3 e5 0-1\n\n")
	s.v.Game.Termination = "unterminated" // contradicts the result
	s.wantPGN(strings.Replace(want, "[Termination \"time forfeit\"]\n", "", 1) + "1. f3 e5 0-1\n\n")
}

// Mate on the board is a result, even before anybody enters it (lint list).
func TestPGNMate(t *testing.T) {
	s := harbourScene(t).play("f3", "e5", "g4", "Qh4#")
	s.wantPGN(strings.Replace(harbourTags, `"*"`, `"0-1"`, 1) + "1. f3 e5 2. g4 Qh4# 0-1\n\n")
	newScene(t).start("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", false).play("Qg6").wantPGN(`[Event "Casual game"]
[Site "hall-a"]
[Date "????.??.??"]
[Round "-"]
[White "Board b07 White"]
[Black "Board b07 Black"]
[Result "1/2-1/2"]
[FEN "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"]
[GameId "game-1"]
[SetUp "1"]

1. Qg6 1/2-1/2

`)
}

// Only the published plies are in it.
func TestPGNHoldsBack(t *testing.T) {
	s := harbourScene(t).play("e4", "e5", "Nf3")
	s.v.Game.Moves[2].Published, s.v.Game.Moves[2].State = false, touchmove.StateMade
	s.v.Game.Pending = &touchmove.Ply{Number: 4, SAN: "Nc6"}
	s.wantPGN(harbourTags + "1. e4 e5 *\n\n")
}

// An illegal move that stands ends the game as PGN knows it, and it goes on as
// another (A.5.2).
func TestPGNIllegalStands(t *testing.T) {
	s := harbourScene(t).play("e4", "e5").stands("b1b3", "Nb3").play("Nc6", "Nf3").clocks(170, 171, 172, 173, 174)
	s.v.Game.Result, s.v.Game.Termination = "1-0", "normal"
	second := strings.Replace(harbourTags, `[Result "*"]`, `[Result "1-0"]`, 1)
	second = strings.Replace(second, `[GameId "harbour27-r3-b07-1"]`,
		`[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/1N6/PPPP1PPP/R1BQKBNR b KQkq - 1 2"]`+"\n"+`[GameId "harbour27-r3-b07-1.2"]`+"\n"+`[SetUp "1"]`+"\n"+`[Termination "normal"]`, 1)
	s.wantPGN(harbourTags + `1. e4 {[%clk 0:02:50]} 1... e5 {[%clk 0:02:51]} {Nb3 was played here, which is
no legal move, and it stands: the game goes on in the next one.} *

` + second + `2... Nc6 {[%clk 0:02:53]} 3. Nf3 {[%clk 0:02:54]} 1-0

`)
}

func TestPGNIllegalFirstAndLast(t *testing.T) {
	s := newScene(t).stands("b1b3", "Nb3").play("e5").stands("b3b5", "")
	text := string(AppendPGN(nil, s.v.Game, header))
	games, errs := pgnlint.Read(text)
	if errs != nil {
		t.Fatal(errs, text)
	}
	var got []string
	for _, g := range games {
		got = append(got, g.Tag("GameId")+": "+strings.Join(g.Moves, " ")+g.Result)
	}
	if want := "game-1: *; game-1.2: e5*; game-1.3: *"; strings.Join(got, "; ") != want {
		t.Errorf("games %q, want %q", got, want)
	}
}

func TestPGNBlackFirst(t *testing.T) {
	s := harbourScene(t).start("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3", false).play("Nf6", "Nc3")
	want := strings.Replace(harbourTags, "[GameId", "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3\"]\n[GameId", 1)
	want = strings.Replace(want, "[TimeControl", "[SetUp \"1\"]\n[TimeControl", 1)
	s.wantPGN(want + "3... Nf6 4. Nc3 *\n\n")
}

// Chess960: the files of the rooks as castling rights, and always a FEN.
func TestPGNChess960(t *testing.T) {
	s := harbourScene(t).start("bqnnrbkr/pppppppp/8/8/8/8/PPPPPPPP/BQNNRBKR w HEhe - 0 1", true).play("g3", "g6", "Bg2", "Bg7", "O-O")
	want := strings.Replace(harbourTags, "[GameId", "[FEN \"bqnnrbkr/pppppppp/8/8/8/8/PPPPPPPP/BQNNRBKR w HEhe - 0 1\"]\n[GameId", 1)
	want = strings.Replace(want, "[TimeControl \"5400+30\"]\n", "[SetUp \"1\"]\n[TimeControl \"5400+30\"]\n[Variant \"Chess960\"]\n", 1)
	s.wantPGN(want + "1. g3 g6 2. Bg2 Bg7 3. O-O *\n\n")
}

func TestPGNOver600Plies(t *testing.T) {
	s := newScene(t)
	for range 301 {
		s.play("Nf3", "Nf6", "Ng1", "Ng8")
	}
	games, errs := pgnlint.Read(string(AppendPGN(nil, s.v.Game, header)))
	if errs != nil {
		t.Fatal(errs)
	}
	if len(games) != 3 || len(games[0].Moves) != 600 || len(games[2].Moves) != 4 || games[2].Tag("GameId") != "game-1.3" {
		t.Errorf("%d games, %d and %d plies", len(games), len(games[0].Moves), len(games[2].Moves))
	}
}

// Tags that no relay would take are left out, and those that follow from the
// game cannot be given.
func TestPGNBadTags(t *testing.T) {
	s := newScene(t)
	s.v.Game.Tags = map[string]string{
		"Board_7": "x", "White": "?", "Black": "unknown", "Event": "a\nb", "Annotator": strings.Repeat("x", 256),
		"Result": "1-0", "FEN": "x", "GameId": "y", "Round": "three", "Site": `The "Old" \ Hall`, "WhiteTeam": "Ä }",
	}
	s.wantPGN(`[Event "Casual game"]
[Site "The \"Old\" \\ Hall"]
[Date "????.??.??"]
[Round "-"]
[White "Board b07 White"]
[Black "Board b07 Black"]
[Result "*"]
[GameId "game-1"]
[WhiteTeam "Ä }"]

*

`)
}

// Whatever is played, the text passes the lint and reads back as the moves.
func TestPGNOfRandomGames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		s := newScene(t)
		if n%3 == 0 {
			p := legality.Start960(random.IntN(960))
			s.v.Game.Start, s.v.Game.Position, s.v.Game.Chess960 = p, p, true
		}
		var sans []string
		for range random.IntN(200) {
			moves := s.v.Game.Position.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			san := s.v.Game.Position.SAN(moves[random.IntN(len(moves))])
			sans = append(sans, san)
			s.play(san)
			s.v.Game.Moves[len(sans)-1].Clock = max(-1, random.Int64N(4e7)-1e7) // often not known
		}
		games, errs := pgnlint.Read(string(AppendPGN(nil, s.v.Game, header)))
		if errs != nil {
			t.Fatalf("game %d: %v", n, errs)
		}
		if got := strings.Join(games[0].Moves, " "); got != strings.Join(sans, " ") {
			t.Fatalf("game %d: got %s, want %v", n, got, sans)
		}
	}
}

func BenchmarkAppendPGN(b *testing.B) {
	s := newScene(&testing.T{})
	for range 20 {
		s.play("Nf3", "Nf6", "Ng1", "Ng8")
	}
	var text []byte
	b.ReportAllocs()
	for b.Loop() {
		text = AppendPGN(text[:0], s.v.Game, header)
	}
}

const fewPieces = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"

// part lets the game go on as another part from a position.
func (s *scene) part(fen, why string) *scene {
	s.t.Helper()
	closed := *s.v.Game
	closed.Parted = why
	s.start(fen, false)
	g := s.v.Game
	g.Parts, g.Moves = append(g.Parts[:len(g.Parts):len(g.Parts)], &closed), nil
	g.ID = touchmove.PartID(g.ID, 2)
	g.Rev++
	return s
}

// If an arbiter sets another position, the game becomes several games in PGN; all but the
// last end with the reason.
func TestPartsInPGN(t *testing.T) {
	s := newScene(t).play("e4", "e5")
	s.v.Game.Tags = map[string]string{"White": "Ferrier, Isla"}
	s.part(fewPieces, "the pieces fell {at 50% [%clk 0:00:01]}").play("e4")
	s.v.Game.Tags = map[string]string{"White": "Ferrier, Isla", "Black": "Okonkwo, Chidi"}
	s.v.Game.Result, s.v.Game.Termination = "1-0", "normal"
	games, errs := pgnlint.Read(string(AppendPGN(nil, s.v.Game, PGNHeader{Site: "hall", Board: "b07", Date: "2026.11.21"})))
	if len(errs) > 0 || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), errs)
	}
	for i, want := range []struct{ id, result, fen, termination, moves string }{
		{"game-1", "*", "", "", "e4 e5"}, {"game-1.2", "1-0", fewPieces, "normal", "e4"},
	} {
		g := games[i]
		if g.Tag("GameId") != want.id || g.Tag("Result") != want.result || g.Tag("FEN") != want.fen || g.Tag("Termination") != want.termination ||
			g.Tag("Black") != "Okonkwo, Chidi" || strings.Join(g.Moves, " ") != want.moves {
			t.Errorf("part %d: %+v, want %+v", i+1, g, want)
		}
	}
	text := strings.Join(strings.Fields(string(AppendPGN(nil, s.v.Game, PGNHeader{}))), " ")
	if want := "{The arbiter has set another position: the pieces fell (at 50 per cent ( per centclk 0:00:01)). The game goes on in the next one.} *"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// A reason without spaces, in letters of several bytes, leaves no line too long.
func TestLongReasonInPGN(t *testing.T) {
	s := newScene(t).play("e4").part(fewPieces, strings.Repeat("ö", 255))
	text := string(AppendPGN(nil, s.v.Game, PGNHeader{Date: "????.??.??"}))
	if errs := pgnlint.Check(text); len(errs) > 0 {
		t.Errorf("%v in\n%s", errs, text)
	}
	if n := strings.Count(text, "ö"); n != 255 {
		t.Errorf("%d letters of 255", n)
	}
}

// Relays get the end of a part before the next one.
func TestPartsInEvents(t *testing.T) {
	s := newScene(t).play("e4")
	s.step()
	s.play("e5").part(fewPieces, "agreed")
	var got []string
	for _, e := range eventsOf(t, s.step()) {
		got = append(got, strings.TrimSpace(e.Type+" "+e.GameID+" "+e.UCI))
	}
	if want := "move game-1 e7e5, game_start game-1.2"; strings.Join(got, ", ") != want {
		t.Errorf("events %q, want %q", got, want)
	}
	s.play("e4")
	events := eventsOf(t, s.step())
	if len(events) != 1 || events[0].Type != "move" || events[0].GameID != "game-1.2" || events[0].FEN != "4k3/8/8/8/4P3/8/8/4K3 b - - 0 30" {
		t.Errorf("events %+v", events)
	}
}

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
		strings.Repeat("x", 65): {"x"},
		"white":                 {"Ferrier, Isla"}, "BLACK": {"Ferrier, Isla"}, "event": {"x"}, "board": {"7"}, "Timecontrol": {"-"}, "DATE": {"2027.03.06"},
		"result": {"1-0"}, "fen": {"x"}, "setup": {"1"}, "Setup": {"1"}, "GAMEID": {"x"}, "gameid": {"x"},
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
	if CheckTags(map[string]string{"Annotator": "a", "annotator": "b"}) == nil {
		t.Error("two that differ in case alone pass")
	}
	many := map[string]string{}
	for i := range 65 {
		many["X"+strings.Repeat("x", i%32)+strings.Repeat("y", i/32)] = "x"
	}
	if err := CheckTags(many); err == nil || !strings.Contains(err.Error(), "64 are the most") {
		t.Errorf("%d tags: %v", len(many), err)
	}
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
