package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
)

// openEdges are the scenes that are not right, each with its only errors and the reason. A scene
// that is right must be removed from the list.
var openEdges = map[string]struct {
	wrong  []string
	reason string
}{
	"SG23": {[]string{"[e2e4 e7e5] is in no game printed", "want [board_reset desync displaced displacement out_of_turn]"},
		"two plies put back with stopped clocks before play goes on are taken back, as the same game, and `retracted` tells each, no other finding: " +
			"the array has not stood there for long enough to ask somebody, and nothing is displaced; the Laws know no takeback, and do not say that the record keeps what was taken back"},
}

// TestEdgeScenes: each scene has the findings, the obligations, the moves, the position and the
// games that the texts of the Laws demand.
func TestEdgeScenes(t *testing.T) {
	t.Parallel()
	scenes := edgeScenes(t)
	if len(scenes) != 100 {
		t.Errorf("%d scenes", len(scenes))
	}
	left := maps.Clone(openEdges)
	for _, s := range scenes {
		delete(left, s.ID)
		t.Run(s.ID, func(t *testing.T) {
			wrong := newEdge(t, &s).judge()
			if open, ok := openEdges[s.ID]; ok {
				n := len(wrong)
				wrong = slices.DeleteFunc(wrong, func(w string) bool {
					return slices.ContainsFunc(open.wrong, func(o string) bool { return strings.Contains(w, o) })
				})
				if len(wrong) == n {
					t.Errorf("%s is listed as open, but that is right: %s", s.Title, open.reason)
				}
			}
			for _, w := range wrong {
				t.Errorf("%s: %s (%s)", s.Title, w, s.Article)
			}
		})
	}
	for id := range left {
		t.Errorf("%s is open, but no scene", id)
	}
}

// TestEdgeScenesAreJudged: judge finds an error in a scene that lacks what it expects.
func TestEdgeScenesAreJudged(t *testing.T) {
	s := edgeScenes(t)[0]
	s.Expect.Result = []string{"1-0"}
	s.Expect.Verdicts = append(s.Expect.Verdicts, edgeVerdict{Code: []string{"illegal_completed"}, Level: []string{"certain"}, Side: []string{"w"}, Article: "7.5.1"})
	if wrong := newEdge(t, &s).judge(); len(wrong) != 2 {
		t.Errorf("found wrong: %q", wrong)
	}
}

// object is a finding or a game as replay prints it.
type object map[string]any

func (o object) text(key string) string { s, _ := o[key].(string); return s }
func (o object) at() int                { n, _ := o["event"].(float64); return int(n) }
func (o object) number(key string) int  { n, _ := o[key].(float64); return int(n) }
func (o object) list(key string) []any  { l, _ := o[key].([]any); return l }
func (o object) object(key string) object {
	m, _ := o[key].(map[string]any)
	return m
}

// texts are the members of a list, or nil.
func (o object) texts(key string) []string {
	var all []string
	for _, v := range o.list(key) {
		all = append(all, fmt.Sprint(v))
	}
	slices.Sort(all)
	return all
}

// without is the object without some of its keys.
func (o object) without(keys ...string) object {
	rest := maps.Clone(o)
	for _, k := range keys {
		delete(rest, k)
	}
	return rest
}

// says reports whether some value, however deep, contains a text.
func says(v any, text string) bool {
	switch v := v.(type) {
	case object:
		return says(map[string]any(v), text)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), func(x any) bool { return says(x, text) })
	case []any:
		return slices.ContainsFunc(v, func(x any) bool { return says(x, text) })
	case nil:
		return false
	}
	return strings.Contains(strings.ToLower(fmt.Sprint(v)), strings.ToLower(text))
}

// edge is what replay printed of a scene.
type edge struct {
	*edgeScene
	found, games []object
	pgn          string
	matched      map[int]bool // findings that were asked for
	wrong        []string
}

func newEdge(t *testing.T, s *edgeScene) *edge {
	t.Helper()
	log := s.log()
	return &edge{
		edgeScene: s, matched: map[int]bool{}, pgn: replayed(t, log, "-o", "pgn"),
		found: objects(t, replayed(t, log, "-o", "findings")), games: objects(t, replayed(t, log, "-o", "game")),
	}
}

func objects(t *testing.T, text string) []object {
	t.Helper()
	var all []object
	for d := json.NewDecoder(strings.NewReader(text)); d.More(); {
		var o object
		if err := d.Decode(&o); err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	return all
}

func (e *edge) errorf(format string, args ...any) {
	e.wrong = append(e.wrong, fmt.Sprintf(format, args...))
}

// judge lists what is wrong.
func (e *edge) judge() []string {
	for i := range e.Expect.Verdicts {
		e.judgeVerdict(&e.Expect.Verdicts[i])
	}
	e.judgeUnwanted()
	e.judgeForbidden()
	e.judgeAnswers()
	e.judgeStages()
	e.judgeGames()
	if len(e.games) == 0 {
		e.errorf("no game is printed")
		return e.wrong
	}
	e.judgeLast(e.games[len(e.games)-1])
	return e.wrong
}

// judgeVerdict looks for a finding. The finding may come by itself until the next act of a hand,
// the clock or a person.
func (e *edge) judgeVerdict(v *edgeVerdict) {
	by, times, near := v.By, 0, "nothing"
	if by == 0 {
		by = e.next(v.After)
	}
	right := false
	for i, f := range e.found {
		anyCode := slices.Contains(v.Code, "*") && slices.Contains(v.Level, f.text("level")) && cites(f.text("article"), v.Article)
		if !anyCode && !slices.Contains(v.Code, f.text("code")) {
			continue
		}
		times++
		problem := fmt.Sprintf("it must come after event %d and by %d", v.After, by)
		if v.After <= f.at() && f.at() <= by {
			problem = misfit(v, f)
		}
		if problem == "" {
			right, e.matched[i] = true, true
		} else if !right {
			near = fmt.Sprintf("%s %s %s %s at %d: %s", f.text("code"), f.text("level"), f.text("side"), f.text("article"), f.at(), problem)
		}
	}
	if !right {
		e.errorf("want %s %s %s %s after %d, found %s", v.Code, v.Level, v.Side, v.Article, v.After, near)
	} else if v.Count > 0 && times != v.Count {
		e.errorf("%s is found %d times, not %d", v.Code, times, v.Count)
	}
}

// next is the next event after one that a hand, the clock or a person makes.
func (e *edge) next(after int) int {
	for _, v := range e.Events {
		if v.N > after && slices.Contains([]string{"clock", "lift", "drop", "cmd", "clock_pause"}, v.Ev) {
			return v.N
		}
	}
	return len(e.Events)
}

// cites reports whether articles contain a wanted one, or a part of it.
func cites(got, want string) bool {
	parts := func(s string) []string { return strings.Split(strings.ReplaceAll(s, " ", ""), "/") }
	for _, w := range parts(want) {
		for _, g := range parts(got) {
			if w == "*" || g == w || strings.HasPrefix(g, w+".") || strings.HasPrefix(g, w+"(") {
				return true
			}
		}
	}
	return false
}

// misfit returns what is wrong with a finding, "" if nothing is.
func misfit(v *edgeVerdict, f object) string {
	switch {
	case !slices.Contains(v.Level, f.text("level")):
		return "another level"
	case !slices.Contains(v.Side, f.text("side")):
		return "another side"
	case f.text("level") != "info" && !cites(f.text("article"), v.Article):
		return "another article"
	case v.NotUCI != "" && f.text("uci") == v.NotUCI:
		return "the move is " + v.NotUCI
	}
	rest := f.without("article")
	for _, m := range v.Mentions {
		if !says(rest, m) {
			return m + " is nowhere in it"
		}
	}
	if len(v.MentionsAny) > 0 && !slices.ContainsFunc(v.MentionsAny, func(m string) bool { return says(rest, m) }) {
		return fmt.Sprintf("none of %v is in it", v.MentionsAny)
	}
	for _, a := range v.WhyHas {
		if !slices.ContainsFunc(f.list("why"), func(w any) bool { m, _ := w.(map[string]any); return cites(object(m).text("article"), a) }) {
			return fmt.Sprintf("why is %v, without %s", f["why"], a)
		}
	}
	return misfitRemedy(v, f.object("remedy"))
}

func misfitRemedy(v *edgeVerdict, r object) string {
	want := v.Remedy
	switch bound := slices.Sorted(slices.Values(want.Bound)); {
	case want.Restore != "" && !slices.Equal(fields(r.text("restore"), 2), fields(want.Restore, 2)):
		return "it restores " + r.text("restore")
	case want.Bound != nil && !slices.Equal(r.texts("bound"), bound):
		return fmt.Sprintf("it binds to %v", r.texts("bound"))
	case want.OpponentGains != nil && r.number("opponent_gains_s") != *want.OpponentGains:
		return fmt.Sprintf("the opponent gains %d s", r.number("opponent_gains_s"))
	case want.Offence != nil && r.number("offence") != *want.Offence:
		return fmt.Sprintf("it is offence %d", r.number("offence"))
	}
	for _, k := range v.Absent {
		if r[k] != nil && r[k] != 0.0 && r[k] != "" {
			return fmt.Sprintf("remedy has %s %v", k, r[k])
		}
	}
	for _, m := range v.RemedyLacks {
		if says(r, m) {
			return "remedy offers " + m
		}
	}
	if len(v.RemedyContains) > 0 && !slices.ContainsFunc(v.RemedyContains, func(x any) bool { return contains(map[string]any(r), x) }) {
		return fmt.Sprintf("remedy has none of %v", v.RemedyContains)
	}
	return ""
}

// contains reports whether a value occurs somewhere: a text in a text, a number by itself.
func contains(v, x any) bool {
	switch v := v.(type) {
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), func(w any) bool { return contains(w, x) })
	case []any:
		return slices.ContainsFunc(v, func(w any) bool { return contains(w, x) })
	}
	if s, ok := x.(string); ok {
		return says(v, s)
	}
	return v == x
}

// fields are the first fields of a FEN.
func fields(fen string, n int) []string {
	all := strings.Fields(fen)
	return all[:min(n, len(all))]
}

// generalEdges are codes that may stand beside a more specific one that is wanted.
var generalEdges = map[string][]string{
	"illegal_completed": {"king_captured", "illegal_second", "illegal_third", "promotion_unreplaced", "promotion_incomplete", "promotion_wrong_piece",
		"castle_incomplete", "ep_pawn_left", "clock_no_move", "move_incomplete", "illegal_made"},
	"touch_breach": {"castle_rook_first", "release_breach", "promotion_changed"},
}

// judgeUnwanted finds unexpected findings above the level info.
func (e *edge) judgeUnwanted() {
	wanted := map[string]bool{"sensor_fault": true}
	for _, v := range e.Expect.Verdicts {
		for _, code := range v.Code {
			wanted[code] = true
		}
	}
	for code, specific := range generalEdges {
		wanted[code] = wanted[code] || slices.ContainsFunc(specific, func(s string) bool { return wanted[s] })
	}
	wanted["desync"] = wanted["desync"] || e.Expect.Matches != nil && !*e.Expect.Matches
	for i, f := range e.found {
		code := f.text("code")
		switch may := e.Expect.May; {
		case slices.Contains(e.NoneOf, code):
			e.errorf("%s %s at %d must not be found", code, f.text("level"), f.at())
		case f.text("level") == "info", wanted[code], e.matched[i], slices.Contains(may, code), slices.Contains(may, fmt.Sprint("*", f.at())):
		case slices.Contains(e.Expect.Refused, f.at()) && code != "result_reported":
		default:
			e.errorf("not asked for: %s %s %s at %d", code, f.text("level"), f.text("side"), f.at())
		}
	}
}

// judgeForbidden finds findings that must not come there, for that side, or at that level.
func (e *edge) judgeForbidden() {
	for _, f := range e.found {
		code := f.text("code")
		for _, x := range e.Expect.NoneBetween {
			level, side := len(x.Levels) == 0 || slices.Contains(x.Levels, f.text("level")), x.Side == "" || x.Side == f.text("side")
			if code == x.Code && level && side && x.From <= f.at() && f.at() <= x.To {
				e.errorf("%s %s at %d is too early or too late", code, f.text("level"), f.at())
			}
		}
		if e.Expect.NoneCertain && f.text("level") == "certain" {
			e.errorf("%s at %d is not certain", code, f.at())
		}
		if sides := e.Expect.Sides[code]; sides != nil && !slices.Contains(sides, f.text("side")) {
			e.errorf("%s at %d is of side %s", code, f.at(), f.text("side"))
		}
		if x := e.Expect.RemedyResult; x != nil && f.at() >= x.From && slices.Contains(x.Values, f.object("remedy").text("result")) {
			e.errorf("%s at %d names a winner: %s", code, f.at(), f.object("remedy").text("result"))
		}
	}
}

// noAnswer are the codes by which no command is refused.
var noAnswer = []string{"result_reported", "provisional", "retracted", "move_made", "move_completed", "obliged"}

// judgeAnswers finds commands that were not refused, and findings that do not say why.
func (e *edge) judgeAnswers() {
	for _, n := range e.Expect.Refused {
		if !slices.ContainsFunc(e.found, func(f object) bool { return f.at() == n && !slices.Contains(noAnswer, f.text("code")) }) {
			e.errorf("the command at %d is not refused", n)
		}
	}
	for n, r := range e.Expect.Remarked {
		if !slices.ContainsFunc(e.found, func(f object) bool { return f.at() == n && remarks(&r, f) }) {
			e.errorf("no finding at %d says %+v", n, r)
		}
	}
}

func remarks(r *edgeRemark, f object) bool {
	rest := f.without("code", "uci", "san")
	bare := f.text("code") == "result_reported" && f.text("level") == "info"
	return says(f, r.Text) && (r.Says == "" || says(rest, r.Says)) && (r.OrSays == "" || !bare || says(rest, r.OrSays))
}

func (e *edge) judgeStages() {
	for _, s := range e.Stages {
		var got []string
		for _, f := range e.found {
			if f.at() <= s.After && f["allowed"] != nil {
				got = f.texts("allowed")
			}
		}
		want := slices.Sorted(slices.Values(s.Allowed))
		lacks := slices.ContainsFunc(want, func(m string) bool { return !slices.Contains(got, m) })
		if lacks || !s.Contains && len(got) != len(want) {
			e.errorf("allowed after %d: %v, want %v", s.After, got, want)
		}
	}
}

// judgeGames judges all games printed.
func (e *edge) judgeGames() {
	var moves [][]string
	for _, g := range e.games {
		moves = append(moves, ucis(g))
	}
	if want := e.Expect.Games; want != nil && len(want) != len(moves) {
		e.errorf("%d games are printed, not %d: %v", len(moves), len(want), moves)
	} else {
		for i, g := range want {
			if !slices.Equal(moves[i], g.Moves) || e.games[i].text("result") != g.Result {
				e.errorf("game %d is %v %s, want %v %s", i+1, moves[i], e.games[i].text("result"), g.Moves, g.Result)
			}
			e.judgeTags(e.games[i], g.Tags)
		}
	}
	kept := func(m []string) bool { return slices.Equal(m[:min(len(m), len(e.Expect.Kept))], e.Expect.Kept) }
	if e.Expect.Kept != nil && !slices.ContainsFunc(moves, kept) {
		e.errorf("%v is in no game printed: %v", e.Expect.Kept, moves)
	}
	if n := strings.Count(e.pgn, "[Event "); e.Expect.PGN.Games > 0 && n != e.Expect.PGN.Games {
		e.errorf("the PGN has %d games", n)
	}
	for _, text := range e.Expect.PGN.Lacks {
		if strings.Contains(e.pgn, text) {
			e.errorf("the PGN has %s", text)
		}
	}
}

func (e *edge) judgeTags(g object, want map[string]edgeTag) {
	for name, w := range want {
		got := g.object("tags").text(name)
		if w.Not != "" && got == w.Not || w.Not == "" && got != w.Value {
			e.errorf("tag %s is %q, want %+v", name, got, w)
		}
	}
}

// judgeLast judges the last game.
func (e *edge) judgeLast(g object) {
	e.judgeTags(g, e.Expect.Tags)
	e.judgeMoves(g)
	for _, u := range e.Expect.MovesNot {
		if slices.Contains(ucis(g), u) {
			e.errorf("%s is in the record", u)
		}
	}
	got := fields(g.text("fen"), 4)
	for i, w := range fields(e.Expect.Position, 4) {
		if w != "*" && got[i] != w {
			e.errorf("position %v, want %s", got, e.Expect.Position)
			break
		}
	}
	if r := e.Expect.Result; r != nil && !slices.Contains(r, g.text("result")) {
		e.errorf("result %s, want %s", g.text("result"), r)
	}
	if want, il := e.Expect.Illegal, g.object("illegal"); want != nil && *want != (fixtures.Counts{W: il.number("w"), B: il.number("b")}) {
		e.errorf("illegal moves %v, want %+v", il, *want)
	}
}

// judgeMoves judges the moves after those that the log begins with.
func (e *edge) judgeMoves(g object) {
	if e.Expect.Moves == nil {
		return
	}
	moves := g.list("moves")
	if h := len(e.History); len(moves) >= h && slices.Equal(ucis(g)[:h], e.History) {
		moves = moves[h:]
	}
	right := len(moves) == len(e.Expect.Moves)
	var got []string
	for i, m := range moves {
		p := object(m.(map[string]any))
		got = append(got, p.text("uci")+" "+p.text("state"))
		if right {
			w := e.Expect.Moves[i]
			right = slices.Contains(w.UCI, p.text("uci")) && (w.State == "" || w.State == p.text("state"))
		}
	}
	if !right {
		e.errorf("moves %v, want %v", got, e.Expect.Moves)
	}
}

// ucis are the moves of a game.
func ucis(g object) []string {
	var all []string
	for _, m := range g.list("moves") {
		all = append(all, object(m.(map[string]any)).text("uci"))
	}
	return all
}

// edgeScene is a scene at the edge of a game or of the Laws, written from their texts
// before the program was run on it. What each field asks for stands in the head of
// cases/edge_scenes.json.
type edgeScene struct {
	fixtures.Setting
	Headers     []string    `json:"headers"`
	Side        string      `json:"side"`
	Events      []edgeEvent `json:"events"`
	Stages      []edgeStage `json:"stages"`
	Article     string      `json:"article"`
	Why         string      `json:"why"`
	Open        string      `json:"open"`
	Prohibition bool        `json:"prohibition"`
	Expect      edgeExpect  `json:"expect"`
	NoneOf      []string    `json:"none_of"`
}

// edgeEvent is one record, in the words of the cases of the Laws.
type edgeEvent struct {
	fixtures.Event
	Verb      string          `json:"verb"`
	Fields    json.RawMessage `json:"fields"`
	W         int64           `json:"w"`
	B         int64           `json:"b"`
	Run       string          `json:"run"`
	State     string          `json:"state"`
	Placement string          `json:"placement"`
}

// edgeStage is what is open after an event: these moves or, with Contains, at least
// these.
type edgeStage struct {
	After    int      `json:"after"`
	Allowed  []string `json:"allowed"`
	Article  string   `json:"article"`
	Contains bool     `json:"contains"`
}

// edgeExpect is everything that a scene expects. An absent field expects nothing.
type edgeExpect struct {
	Verdicts     []edgeVerdict `json:"verdicts"`
	May          []string      `json:"may"`
	NoneBetween  []edgeSpan    `json:"none_between"`
	NoneCertain  bool          `json:"none_certain"`
	RemedyResult *struct {
		From   int      `json:"from"`
		Values []string `json:"values"`
	} `json:"none_remedy_result"`
	Sides    map[string][]string `json:"sides"`
	Refused  []int               `json:"refused"`
	Remarked map[int]edgeRemark  `json:"remarked"`
	Moves    []edgeMove          `json:"moves"`
	MovesNot []string            `json:"moves_not"`
	Position string              `json:"position"`
	Board    string              `json:"board_after"`
	Matches  *bool               `json:"board_matches_position"`
	Result   oneOf               `json:"result"`
	Illegal  *fixtures.Counts    `json:"illegal"`
	Tags     map[string]edgeTag  `json:"tags"`
	Games    []edgeGame          `json:"games"`
	Kept     []string            `json:"kept"`
	PGN      struct {
		Games int      `json:"games"`
		Lacks []string `json:"lacks"`
	} `json:"pgn"`
}

// edgeVerdict is a finding that must come.
type edgeVerdict struct {
	Code    oneOf  `json:"code"`
	Level   oneOf  `json:"level"`
	Side    oneOf  `json:"side"`
	Article string `json:"article"`
	After   int    `json:"after"`
	By      int    `json:"by"`
	Count   int    `json:"count"`
	Remedy  struct {
		Restore       string   `json:"restore"`
		Bound         []string `json:"bound"`
		OpponentGains *int     `json:"opponent_gains_s"`
		Offence       *int     `json:"offence"`
	} `json:"remedy"`
	Absent         []string `json:"absent"`
	Mentions       []string `json:"mentions"`
	MentionsAny    []string `json:"mentions_any"`
	RemedyContains []any    `json:"remedy_contains_any"`
	RemedyLacks    []string `json:"remedy_lacks"`
	WhyHas         []string `json:"why_has"`
	NotUCI         string   `json:"uci_not"`
}

// edgeSpan is a code that must not be found between two events.
type edgeSpan struct {
	Code   string   `json:"code"`
	Levels []string `json:"levels"`
	Side   string   `json:"side"`
	From   int      `json:"from"`
	To     int      `json:"to"`
}

// edgeMove is an expected ply of the record. Without a state, any state is right.
type edgeMove struct {
	UCI   oneOf  `json:"uci"`
	State string `json:"state"`
}

// edgeGame is one of all games printed.
type edgeGame struct {
	Moves  []string           `json:"moves"`
	Result string             `json:"result"`
	Tags   map[string]edgeTag `json:"tags"`
}

// edgeRemark is what a finding at an event says.
type edgeRemark struct {
	Text   string `json:"text"`
	Says   string `json:"says"`
	OrSays string `json:"or_says"`
}

// UnmarshalJSON takes a text by itself, too.
func (r *edgeRemark) UnmarshalJSON(data []byte) error {
	type plain edgeRemark
	return textOr(data, &r.Text, (*plain)(r))
}

// edgeTag is the value of a tag, or one that it must not have.
type edgeTag struct {
	Value string `json:"value"`
	Not   string `json:"not"`
}

// UnmarshalJSON takes a value by itself, too.
func (g *edgeTag) UnmarshalJSON(data []byte) error {
	type plain edgeTag
	return textOr(data, &g.Value, (*plain)(g))
}

// oneOf are alternative values, each of them right. An empty list expects nothing.
type oneOf []string

// UnmarshalJSON takes a value by itself, too.
func (o *oneOf) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		*o = []string{""}
		return json.Unmarshal(data, &(*o)[0])
	}
	return json.Unmarshal(data, (*[]string)(o))
}

// textOr reads a text by itself, or an object.
func textOr(data []byte, text *string, object any) error {
	if data[0] == '"' {
		return json.Unmarshal(data, text)
	}
	return strictly(data, object)
}

// strictly reads JSON and refuses unknown fields, so that no expectation is overlooked.
func strictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// edgeScenes reads the scenes at the edges.
func edgeScenes(t *testing.T) []edgeScene {
	t.Helper()
	var all struct {
		Schema map[string]string `json:"schema"`
		Cases  []edgeScene       `json:"cases"`
	}
	data, err := os.ReadFile("../../fixtures/cases/edge_scenes.json")
	if err == nil {
		err = strictly(data, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all.Cases
}

// log is the scene as a log.
func (e *edgeScene) log() string {
	var b strings.Builder
	b.WriteString(e.Header())
	for _, h := range e.Headers {
		fmt.Fprintf(&b, "#: %s\n", h)
	}
	for i := range e.Events {
		fmt.Fprintf(&b, "%d %s\n", e.Events[i].T, e.record(&e.Events[i]))
	}
	return b.String()
}

var letters = regexp.MustCompile("[a-zA-Z]")

// record returns the record of an event, without pieces if the board has occupancy only.
func (e *edgeScene) record(v *edgeEvent) string {
	named := e.Sensor == "identified"
	switch v.Ev {
	case "lift", "drop":
		if named {
			return v.Ev + " " + v.Sq + " " + v.Pc
		}
		return v.Ev + " " + v.Sq
	case "board":
		if named {
			return "board " + v.Placement
		}
		return "board " + letters.ReplaceAllString(v.Placement, "?")
	case "clock":
		return "press " + v.Side
	case "clock_pause":
		return "pause"
	case "clock_resume":
		return "resume"
	case "flag":
		return "flag " + v.Side
	case "cmd":
		return fmt.Sprintf("cmd %s %s", v.Verb, v.Fields)
	case "times":
		return fmt.Sprintf("clock %d %d %s", v.W, v.B, v.Run)
	case "link":
		return "link " + v.State
	}
	panic(e.ID + ": event " + v.Ev) // the file is part of the program
}
