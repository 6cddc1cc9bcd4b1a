package bench

import (
	"bufio"
	"fmt"
)

// Line is one row of the table for programs.
type Line struct {
	Hands          string         `json:"hands"`
	Board          string         `json:"board"`
	Clock          bool           `json:"clock"`
	Decoder        string         `json:"decoder"`
	Games          int            `json:"games"`
	LeftOut        int            `json:"left_out"`         // games besides, of which nobody could know a ply
	LeftOutGuessed int            `json:"left_out_guessed"` // of these, such a ply was confirmed all the same
	GamesRight     int            `json:"games_right"`
	GamesLeft      int            `json:"games_left"` // of these, the result is rightly left to the arbiter
	Plies          int            `json:"plies"`
	PliesRight     int            `json:"plies_right"`
	WrongConfirmed int            `json:"wrong_confirmed"`
	WrongGames     int            `json:"wrong_games"` // games with such a ply
	Retracted      int            `json:"retracted"`
	Findings       map[string]int `json:"findings"`       // by what is to be thought of them
	FalseFindings  map[string]int `json:"false_findings"` // by code
	Irregular      map[string]int `json:"irregular"`      // committed, by kind
	Found          map[string]int `json:"irregular_found"`
	ProvisionalMs  [2]int64       `json:"provisional_ms"` // median and 99th percentile, from the last report of a ply
	ConfirmedMs    [2]int64       `json:"confirmed_ms"`   // the same, from its press if that came later
	Records        int            `json:"records"`
	RecordsPerS    float64        `json:"records_per_s"`
	StepUs         float64        `json:"step_us"` // 99.9th percentile
	Causes         map[string]int `json:"causes"`  // of the games that are not right
}

// Lines is the table for programs.
func Lines(decoders []Contender, rows []Row) []Line {
	var lines []Line
	for _, r := range rows {
		for i, t := range r.Tallies {
			l := Line{Hands: r.Cell.Profile.Name, Board: r.Cell.Board.Name, Clock: r.Cell.Clock, Decoder: decoders[i].Name,
				Games: t.Games, LeftOut: t.Erased, LeftOutGuessed: t.Guessed, GamesRight: t.Exact, GamesLeft: t.Left, Plies: t.Plies, PliesRight: t.Right, WrongConfirmed: t.Wrong, WrongGames: t.Misled, Retracted: t.Retracts,
				Findings: map[string]int{}, FalseFindings: t.False, Irregular: byName(t.Made), Found: byName(t.Found),
				ProvisionalMs: [2]int64{t.Shown(0.5), t.Shown(0.99)}, ConfirmedMs: [2]int64{t.Settled(0.5), t.Settled(0.99)},
				Records: t.Records, RecordsPerS: t.Rate(), StepUs: float64(t.Steps.Quantile(0.999).Nanoseconds()) / 1000, Causes: t.Causes}
			for v, n := range t.Verdicts {
				l.Findings[Verdict(v).String()] = n
			}
			lines = append(lines, l)
		}
	}
	return lines
}

func byName(counts map[Act]int) map[string]int {
	out := map[string]int{}
	for act, n := range counts {
		out[act.String()] = n
	}
	return out
}

// mostCauses is how many causes are told of a row.
const mostCauses = 3

// Causes writes of one decoder, for each cell that is not all right, the most
// frequent causes, and the false findings.
func Causes(w *bufio.Writer, rows []Row, decoder int) {
	for _, r := range rows {
		t := r.Tallies[decoder]
		if t.Exact == t.Games && t.Verdicts[False] == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s: %d games of %d wrong\n", &r.Cell, t.Games-t.Exact, t.Games)
		for _, cause := range Most(t.Causes, mostCauses) {
			fmt.Fprintf(w, "  %4d %s\n", t.Causes[cause], cause)
		}
		for _, code := range Most(t.False, mostCauses) {
			fmt.Fprintf(w, "  %4d false findings: %s\n", t.False[code], code)
		}
	}
}
