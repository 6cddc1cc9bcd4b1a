package rehearsal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/legality"
)

// This reader of the files of LiveChess was written from descriptions of that program's files
// and of those who read them, and not from the code that writes ours.

// liveTournament is tournament.json.
type liveTournament struct {
	ID, Name    string
	Location    *string
	Country     *string
	Website     *string
	Rules       string
	Chess960    string
	TimeControl *string `json:"timecontrol"`
	Rounds      []struct{ Count, Live int }
	EBoards     []string
}

// liveRound is index.json of a round.
type liveRound struct {
	Date     *string
	Pairings []livePairing
}

type livePairing struct {
	White, Black *livePlayer
	Result       *string
	Live         bool
}

type livePlayer struct {
	FName, MName, LName       *string
	Title, Federation, Gender *string
	FideID                    *int64
}

// liveGame is game-M.json.
type liveGame struct {
	Live      bool
	SerialNr  *string
	FirstMove *int64
	Chess960  int
	Result    *string
	Comment   *string
	Clock     *struct {
		White, Black *int64
		Run          *bool
		Time         *int64
	}
	Moves []string
}

// readLive says what a reader of LiveChess's files does not understand of one.
func readLive(name string, data []byte) error {
	var err error
	switch {
	case name == "tournament.json":
		_, err = liveTournamentOf(data)
	case name == "index.json":
		_, err = liveRoundOf(data)
	case strings.HasPrefix(name, "game-"):
		_, err = liveGameOf(data)
	case !json.Valid(data):
		err = errors.New("it is no JSON")
	}
	return err
}

// decode reads an object of which all names must be there.
func decode(data []byte, into any, names ...string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	for _, name := range names {
		if _, ok := fields[name]; !ok {
			return fmt.Errorf("%s is missing", name)
		}
	}
	return json.NewDecoder(bytes.NewReader(data)).Decode(into)
}

func liveTournamentOf(data []byte) (t liveTournament, err error) {
	if err := decode(data, &t, "id", "name", "rounds"); err != nil {
		return t, err
	}
	if t.Name == "" || t.Chess960 != "" && t.Chess960 != "STANDARD" && t.Chess960 != "ANY" {
		return t, fmt.Errorf("name %q, chess960 %q", t.Name, t.Chess960)
	}
	for i, r := range t.Rounds {
		if r.Count < 0 || r.Live < 0 || r.Live > r.Count {
			return t, fmt.Errorf("round %d: %d games, %d live", i+1, r.Count, r.Live)
		}
	}
	return t, nil
}

func liveRoundOf(data []byte) (r liveRound, err error) {
	if err := decode(data, &r, "pairings"); err != nil {
		return r, err
	}
	if r.Date != nil {
		if _, err := time.Parse(time.DateOnly, *r.Date); err != nil {
			return r, err
		}
	}
	for i, p := range r.Pairings {
		if p.Result != nil && !strings.Contains(" 1-0 0-1 1/2-1/2 * ", " "+*p.Result+" ") {
			return r, fmt.Errorf("pairing %d: result %q", i+1, *p.Result)
		}
	}
	return r, nil
}

// liveMove is a move with what the clock of its player shows after it, and how long it took; -1
// is not known.
type liveMove struct {
	san      string
	clk, emt int
}

var movePattern = regexp.MustCompile(`^(\S+?)(?: (\d+)?(?:\+(\d+))?)?$`)

func liveMoveOf(text string) (m liveMove, err error) {
	part := movePattern.FindStringSubmatch(text)
	if part == nil {
		return m, fmt.Errorf("move %q", text)
	}
	m = liveMove{part[1], -1, -1}
	for i, to := range []*int{&m.clk, &m.emt} {
		if part[i+2] != "" {
			if *to, err = strconv.Atoi(part[i+2]); err != nil {
				return m, err
			}
		}
	}
	return m, nil
}

// liveResults are the results of a game in the words of LiveChess.
var liveResults = map[string]string{"WHITEWIN": "1-0", "BLACKWIN": "0-1", "DRAW": "1/2-1/2", "*": "*"}

func (g *liveGame) result() (string, error) {
	if g.Result == nil {
		return "*", nil
	}
	if r := liveResults[*g.Result]; r != "" {
		return r, nil
	}
	return "", fmt.Errorf("result %q", *g.Result)
}

// liveGameOf reads a game, and plays its moves if it begins as chess does.
func liveGameOf(data []byte) (g liveGame, err error) {
	if err := decode(data, &g, "moves"); err != nil {
		return g, err
	}
	if _, err := g.result(); err != nil {
		return g, err
	}
	if g.Clock != nil && g.Clock.Time == nil {
		return g, errors.New("a clock without its time")
	}
	p := legality.Initial()
	for i, text := range g.Moves {
		m, err := liveMoveOf(text)
		if err != nil {
			return g, err
		}
		if g.Chess960 != 518 {
			continue
		}
		move, err := p.ParseSAN(m.san)
		if err != nil {
			return g, fmt.Errorf("ply %d: %w", i+1, err)
		}
		p = p.Play(move)
	}
	return g, nil
}

// agree says where the JSON of a tournament differs from its PGN.
func agree(tree map[string]string) error {
	t, err := liveTournamentOf([]byte(tree["tournament.json"]))
	if err != nil {
		return err
	}
	r, err := liveRoundOf([]byte(tree["round-1/index.json"]))
	if err != nil {
		return err
	}
	games, errs := pgnlint.Read(tree["round-1/games.pgn"])
	if len(errs) > 0 || len(games) == 0 || len(games) != len(r.Pairings) || len(t.Rounds) != 1 || t.Rounds[0].Count != len(games) {
		return fmt.Errorf("%d games, %d pairings, rounds %+v, %v", len(games), len(r.Pairings), t.Rounds, errs)
	}
	live := 0
	for i := range games {
		g, err := liveGameOf([]byte(tree[fmt.Sprintf("round-1/game-%d.json", i+1)]))
		if err == nil {
			err = agreeGame(&games[i], &r.Pairings[i], &g)
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
		if g.Live {
			live++
		}
	}
	if t.Name != games[0].Tag("Event") || t.Rounds[0].Live != live {
		return fmt.Errorf("name %q, %d live, want %d", t.Name, t.Rounds[0].Live, live)
	}
	return nil
}

// agreeGame says where a game in JSON differs from the same in PGN.
func agreeGame(want *pgnlint.Game, p *livePairing, g *liveGame) error {
	for side, player := range map[string]*livePlayer{"White": p.White, "Black": p.Black} {
		if name := player.name(); name != want.Tag(side) {
			return fmt.Errorf("%s is %q, want %q", side, name, want.Tag(side))
		}
	}
	result, err := g.result()
	if err != nil || result != want.Result || p.Result == nil || *p.Result != want.Result {
		return fmt.Errorf("result %q, want %q (%v)", result, want.Result, err)
	}
	if over := result != "*"; over == g.Live || over == p.Live {
		return fmt.Errorf("result %s, and live is %t and %t", result, g.Live, p.Live)
	}
	if len(g.Moves) != len(want.Moves) {
		return fmt.Errorf("%d moves, want %d", len(g.Moves), len(want.Moves))
	}
	for i := range g.Moves {
		m, err := liveMoveOf(g.Moves[i])
		if err != nil || m.san != want.Moves[i] {
			return fmt.Errorf("ply %d is %s, want %s (%v)", i+1, m.san, want.Moves[i], err)
		}
		if len(want.Clocks) > 0 && m.clk != secondsOf(want.Clocks[i]) {
			return fmt.Errorf("ply %d: %d seconds left, want %s", i+1, m.clk, want.Clocks[i])
		}
	}
	return nil
}

// name is the name as PGN writes it.
func (p *livePlayer) name() string {
	if p == nil {
		return ""
	}
	var given []string
	for _, n := range []*string{p.FName, p.MName} {
		if n != nil && *n != "" {
			given = append(given, *n)
		}
	}
	last := ""
	if p.LName != nil {
		last = *p.LName
	}
	if len(given) == 0 {
		return last
	}
	return last + ", " + strings.Join(given, " ")
}

// secondsOf reads a time as PGN writes it, 1:30:24; -1 is none.
func secondsOf(text string) int {
	sum := 0
	for part := range strings.SplitSeq(text, ":") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return -1
		}
		sum = sum*60 + n
	}
	return sum
}

// TestReadLive: the reader takes what is described, and says what is wrong with anything else.
func TestReadLive(t *testing.T) {
	for text, want := range map[string]string{
		`tournament.json {"id":"harbour27","name":"Harbour Open 2027","location":"Aberdeen","country":"GB","website":null,"rules":"STANDARD","chess960":"STANDARD","timecontrol":"5400+30","rounds":[{"count":20,"live":0},{"count":20,"live":18}],"eboards":["48811"]}`: "",
		`tournament.json {"id":"x","name":"X","rounds":[{"count":1,"live":2}]}`: "2 live",
		`tournament.json {"id":"x","name":"X"}`:                                 "rounds is missing",
		`index.json {"date":"2027-03-06","pairings":[{"white":{"fname":"Isla","mname":null,"lname":"Ferrier","fideid":2400001},"result":"*","live":true}]}`: "",
		`index.json {"pairings":[{"white":{"fideid":"2400001"}}]}`: "cannot unmarshal",
		`index.json {"pairings":[{"result":"DRAW"}]}`:              "result",
		`index.json {"date":"2027.03.06","pairings":[]}`:           "2027.03.06",
		`game-1.json {"live":true,"serialNr":"48811","firstMove":1803996131412,"chess960":518,"result":null,"comment":null,"clock":{"white":5313,"black":5398,"run":false,"time":1803996402120},"moves":["d4 5424","Nf6 5419+11","c4 5441+13","e6 +47","Nc3"]}`: "",
		`game-1.json {"moves":["e5"],"chess960":518}`:                           "ply 1",
		`game-1.json {"moves":["e4 12 13"],"chess960":518}`:                     "move",
		`game-1.json {"moves":[],"clock":{"white":1,"black":1},"chess960":518}`: "without its time",
		`game-1.json {"moves":[],"result":"1-0"}`:                               "result",
		`game-1.json {}`: "moves is missing",
	} {
		name, data, _ := strings.Cut(text, " ")
		err := readLive(name, []byte(data))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
