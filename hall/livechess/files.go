// Package livechess gives a hall to programs that know DGT LiveChess. Site shows its boards to
// those that look at a port, as package dialect says it. The other functions write files for
// programs that read what LiveChess exports: tournament.json, round-N/index.json and
// round-N/game-M.json. M is the place of the pairing in the round.
//
// The files do not claim to be from LiveChess: they have no ePGN tag. A game with several parts
// has only the moves of its first part, because the format has no field for another position.
package livechess

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/legality"
)

// Board is a table of a round.
type Board struct {
	Pairing hall.Pairing
	Serial  string // of the board: its name
	Text    hall.Text
}

// Live reports whether the table plays.
func (b *Board) Live() bool { return b.Text.Plies() > 0 && b.Text.Result() == "*" }

type tournament struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Location    string   `json:"location"`
	Country     *string  `json:"country"`
	Website     *string  `json:"website"`
	Rules       string   `json:"rules"`
	Chess960    string   `json:"chess960"`
	TimeControl string   `json:"timecontrol"`
	Rounds      []Round  `json:"rounds"`
	Boards      []string `json:"eboards"`
}

// Round counts the tables of a round, and those of them that play.
type Round struct {
	Count int `json:"count"`
	Live  int `json:"live"`
}

// Tournament returns tournament.json. rounds has all rounds from the first; a missing round is
// empty. boards are those of the last round.
func Tournament(t *hall.Tournament, rounds []Round, boards []string) []byte {
	return encode(tournament{ID: t.ID, Name: t.Event, Location: t.Site, Rules: "STANDARD", Chess960: "STANDARD", TimeControl: t.TimeControl,
		Rounds: append([]Round{}, rounds...), Boards: append([]string{}, boards...)})
}

type index struct {
	Date     *string           `json:"date"`
	Pairings []json.RawMessage `json:"pairings"`
}

type pairing struct {
	White  player `json:"white"`
	Black  player `json:"black"`
	Result string `json:"result"`
	Live   bool   `json:"live"`
}

type player struct {
	First      *string `json:"fname"`
	Middle     *string `json:"mname"`
	Last       *string `json:"lname"`
	Title      *string `json:"title"`
	Federation *string `json:"federation"`
	Gender     *string `json:"gender"`
	FideID     *int    `json:"fideid,omitempty"` // some readers bear no null
}

// Index returns index.json of a round. Pairing returns each of the pairings.
func Index(r *hall.Round, pairings []json.RawMessage) []byte {
	return encode(index{orNull(strings.ReplaceAll(r.Date, ".", "-")), append([]json.RawMessage{}, pairings...)})
}

// Pairing returns a table's pairing, as index.json has it.
func Pairing(b *Board) json.RawMessage {
	return marshal(pairing{playerOf(&b.Pairing.White), playerOf(&b.Pairing.Black), b.Text.Result(), b.Live()})
}

func playerOf(p *hall.Player) player {
	last, first, _ := strings.Cut(p.Name, ",")
	out := player{First: orNull(strings.TrimSpace(first)), Last: orNull(strings.TrimSpace(last)), Title: orNull(p.Title), Federation: orNull(p.Federation)}
	if n, err := strconv.Atoi(p.FideID); err == nil {
		out.FideID = &n
	}
	return out
}

type game struct {
	Live      bool     `json:"live"`
	Serial    string   `json:"serialNr"`
	FirstMove *int64   `json:"firstMove"`
	Chess960  int      `json:"chess960"`
	Result    *string  `json:"result"`
	Comment   *string  `json:"comment"`
	Clock     *string  `json:"clock"`
	Moves     []string `json:"moves"`
}

// results maps results of PGN to those of the format.
var results = map[string]string{"1-0": "WHITEWIN", "0-1": "BLACKWIN", "1/2-1/2": "DRAW"}

// standard is the Chess960 number of the usual initial array.
const standard = 518

// Game returns game-M.json.
func Game(b *Board) []byte {
	out := game{Live: b.Live(), Serial: b.Serial, Chess960: standard, Result: orNull(results[b.Text.Result()]), Moves: []string{}}
	if len(b.Text.Games) > 0 {
		first := &b.Text.Games[0]
		out.Chess960, out.Moves = start(first), moves(first)
	}
	return encode(out)
}

// start returns Scharnagl's number of the array from which a game starts. For any other position
// it returns standard.
func start(g *pgnlint.Game) int {
	if g.Tag("Variant") == "Chess960" {
		for n := range 960 {
			if p := legality.Start960(n); p.ShredderFEN() == g.Tag("FEN") {
				return n
			}
		}
	}
	return standard
}

// moves returns the moves of a game, each with the seconds left after it if they are known. It
// returns none for a game that does not start from an initial array, because the format has no
// field for such a start.
func moves(g *pgnlint.Game) []string {
	out := []string{}
	if g.Tag("FEN") != "" && g.Tag("Variant") != "Chess960" {
		return out
	}
	for i, san := range g.Moves {
		if i < len(g.Clocks) && g.Clocks[i] != "" {
			san += " " + strconv.Itoa(seconds(g.Clocks[i]))
		}
		out = append(out, san)
	}
	return out
}

// seconds reads H:MM:SS.
func seconds(clock string) int {
	var h, m, s int
	fmt.Sscanf(clock, "%d:%d:%d", &h, &m, &s)
	return h*3600 + m*60 + s
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func encode(v any) []byte { return append(marshal(v), '\n') }

func marshal(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // these types cannot fail
	}
	return text
}
