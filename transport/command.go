package transport

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// MaxRequest is the largest payload of a request, in bytes.
const MaxRequest = 8 << 10

// The error codes of requests that are refused before the game sees them. The game adds
// those of touchmove.Refusal, among them stale_rev, other_game and bad_state, and bad_value
// for a field that means nothing in this game.
const (
	TooLarge     = "too_large"     // over MaxRequest
	Retained     = "retained"      // it arrived retained, and would be carried out again at each connection
	UnknownVerb  = "unknown_verb"  // no such verb
	Malformed    = "malformed"     // not one JSON object, a name twice, or a wrong type
	UnknownField = "unknown_field" // a field that the verb does not have
	BadValue     = "bad_value"     // a field that means nothing
	TooMany      = "too_many"      // more requests than a board takes; later ones are dropped without an answer
)

// Request is a parsed request. Its form has been checked.
type Request struct {
	Verb        string
	Transaction string            // for the answer; also set in a refused request if it could be read
	By          string            // who asks, in the sender's words
	Command     touchmove.Command // what is asked of the game; its Verb is zero for rotate and republish
	Own         bool              // nobody asked: boardd itself wrote it into the log
}

// fields are the fields of all verbs; verbs defines which verb has which.
type fields struct {
	Transaction string            `json:"transaction"`
	IfRev       *int              `json:"if_rev"`
	By          string            `json:"by"`
	GameID      string            `json:"game_id"`
	Tags        map[string]string `json:"tags"`
	StartFEN    *string           `json:"start_fen"`
	Variant     string            `json:"variant"`
	Rules       string            `json:"rules"`
	Time        string            `json:"time"`
	Supervision string            `json:"supervision"`
	Result      string            `json:"result"`
	Termination string            `json:"termination"`
	Side        string            `json:"side"`
	Seconds     *int              `json:"seconds"`
	Accept      *bool             `json:"accept"`
	Ply         *int              `json:"ply"`
	UCI         string            `json:"uci"`
	FEN         string            `json:"fen"`
	Why         string            `json:"why"`
}

// common are the fields that every verb has. With game_id, a verb other than new_game names
// the game that it is for.
var common = []string{"transaction", "if_rev", "by", "game_id"}

// verb defines the fields of a verb, and its command to the game.
type verb struct {
	name   string
	fields []string // besides the common ones
	needs  int      // how many of them, from the first on, are required
	read   func(*fields, *touchmove.Command) error
}

var verbs = [...]verb{
	{name: "new_game", fields: []string{"tags", "start_fen", "variant", "rules", "time", "supervision"}, read: readNewGame},
	{name: "tags", fields: []string{"tags"}, needs: 1, read: readTags},
	{name: "result", fields: []string{"result", "termination"}, needs: 1, read: readResult},
	{name: "pause", read: as(touchmove.PauseGame)},
	{name: "resume", read: as(touchmove.ResumeGame)},
	{name: "inspect", read: as(touchmove.Inspect)},
	{name: "rotate", read: as(0)},
	{name: "republish", read: as(0)},
	{name: "adjust", fields: []string{"side", "seconds"}, needs: 1, read: readAdjust},
	{name: "ruling", fields: []string{"accept"}, needs: 1, read: readRuling},
	{name: "takeback", fields: []string{"ply"}, needs: 1, read: readTakeback},
	{name: "set_position", fields: []string{"fen", "why"}, needs: 2, read: readSetPosition},
	{name: "correct", fields: []string{"ply", "uci"}, needs: 2, read: readCorrect},
	{name: "resign", fields: []string{"side"}, needs: 1, read: readResign},
	{name: "draw", read: as(touchmove.AgreeDraw)},
}

func findVerb(name string) *verb {
	for i := range verbs {
		if verbs[i].name == name {
			return &verbs[i]
		}
	}
	return nil
}

// ParseCommand parses a request from the broker or from a log. It is strict: an unknown
// field or verb, a name that occurs twice, or anything after the object is an error, a
// *touchmove.Refusal. With an error, the Request has what could be read of it, enough to
// answer.
func ParseCommand(name string, payload []byte, retained bool) (Request, error) {
	req := Request{Verb: name}
	if retained {
		return req, refuse(Retained, "request %q arrived retained", name)
	}
	if len(payload) > MaxRequest {
		return req, refuse(TooLarge, "request of over %d bytes", MaxRequest)
	}
	f, names, err := readFields(payload)
	req.Transaction, req.By = f.Transaction, f.By
	if err != nil {
		return req, err
	}
	v := findVerb(name)
	if v == nil {
		return req, refuse(UnknownVerb, "verb %q is not known", name)
	}
	if err := v.allow(names); err != nil {
		return req, err
	}
	req.Command, err = v.command(&f)
	return req, err
}

// maxMessage is the longest text of a refusal, in bytes. It may quote the request, and goes
// into logs and answers.
const maxMessage = 512

func refuse(code, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	return &touchmove.Refusal{Code: code, Message: text}
}

func reply(transaction string, err error) Reply {
	if err == nil {
		return Reply{Transaction: transaction, Status: "ok"}
	}
	return Reply{transaction, "error", problemOf(err)}
}

// readFields parses the fields of a request and lists the names in it, whether or not the
// verb has them. With an error, it returns what it could read.
func readFields(payload []byte) (fields, []string, error) {
	var f fields
	names, err := memberNames(payload)
	if err != nil {
		return f, nil, err
	}
	if err := json.Unmarshal(payload, &f); err != nil {
		return f, names, refuse(Malformed, "request: %s", typeError(err))
	}
	return f, names, nil
}

// typeError names the field that has the wrong type.
func typeError(err error) string {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return "field " + e.Field + " is a " + e.Value
	}
	return err.Error()
}

// memberNames lists the names of an object. It refuses a name that occurs twice, at any
// depth, and anything after the object. A package that decodes JSON into a struct accepts
// both, and accepts names in any case.
func memberNames(payload []byte) ([]string, error) {
	if !utf8.Valid(payload) {
		return nil, refuse(Malformed, "request is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(payload))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, refuse(Malformed, "request is not a JSON object")
	}
	names, err := objectNames(d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, refuse(Malformed, "something follows the object of the request")
	}
	return names, nil
}

// maxDepth is how deep a request may be nested; tags are at depth 1.
const maxDepth = 4

// objectNames reads the rest of an object and lists its names.
func objectNames(d *json.Decoder, depth int) ([]string, error) {
	var names []string
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, unreadable(err)
		}
		name, _ := t.(string)
		if slices.Contains(names, name) {
			return nil, refuse(Malformed, "field %q stands twice", name)
		}
		names = append(names, name)
		if err := value(d, name, depth); err != nil {
			return nil, err
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, unreadable(err)
	}
	return names, nil
}

// unreadable refuses what is not JSON.
func unreadable(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return refuse(Malformed, "request ends too early")
	}
	return refuse(Malformed, "request: %s", err)
}

// value skips one value. It refuses null and lists, because no field takes them.
func value(d *json.Decoder, name string, depth int) error {
	t, err := d.Token()
	switch {
	case err != nil:
		return unreadable(err)
	case t == nil || t == json.Delim('['):
		return refuse(Malformed, "field %q is null or a list", name)
	case t == "":
		return refuse(BadValue, "field %q is empty", name)
	case t != json.Delim('{'):
		return nil
	case depth == maxDepth:
		return refuse(Malformed, "request is nested too deep")
	}
	_, err = objectNames(d, depth+1)
	return err
}

// allow refuses fields that the verb does not have.
func (v *verb) allow(names []string) error {
	for _, name := range names {
		if !slices.Contains(common, name) && !slices.Contains(v.fields, name) {
			return refuse(UnknownField, "verb %s has no field %q", v.name, name)
		}
	}
	return nil
}

func problemOf(err error) *Problem {
	if r, ok := errors.AsType[*touchmove.Refusal](err); ok {
		return &Problem{r.Code, r.Message}
	}
	return &Problem{"internal", err.Error()}
}

// maxText is the longest transaction or by, in bytes.
const maxText = 128

var results = []string{"1-0", "0-1", "1/2-1/2", unfinished}

// partForm is the form of the IDs of later parts of a game (touchmove.PartID).
var partForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}\.([2-9]|[1-9][0-9]{1,8})$`)

// command turns the fields of a request into a command to the game.
func (v *verb) command(f *fields) (touchmove.Command, error) {
	c := touchmove.Command{GameID: f.GameID}
	if len(f.Transaction) > maxText || len(f.By) > maxText {
		return c, refuse(BadValue, "transaction or by is over %d bytes", maxText)
	}
	if !isPrintable(f.Transaction) || !isPrintable(f.By) {
		return c, refuse(BadValue, "transaction %q or by %q is not printable characters", f.Transaction, f.By)
	}
	if f.GameID != "" && !isName(f.GameID) && (v.name == "new_game" || !partForm.MatchString(f.GameID)) {
		return c, refuse(BadValue, "game_id %q is not 1 to %d letters, digits, _ or -", f.GameID, maxName)
	}
	if c.IfRev = f.IfRev; c.IfRev != nil && *c.IfRev < 0 {
		return c, refuse(BadValue, "if_rev %d is below 0", *c.IfRev)
	}
	return c, v.read(f, &c)
}

// as returns a parser for a verb without fields of its own.
func as(v touchmove.Verb) func(*fields, *touchmove.Command) error {
	return func(_ *fields, c *touchmove.Command) error {
		c.Verb = v
		return nil
	}
}

func readTags(f *fields, c *touchmove.Command) error {
	c.Verb, c.Tags = touchmove.SetTags, f.Tags
	if f.Tags == nil {
		return refuse(BadValue, "tags are missing")
	}
	return checkTags(f)
}

func checkTags(f *fields) error {
	if err := CheckTags(f.Tags); err != nil {
		return refuse(BadValue, "%s", err)
	}
	return nil
}

func readResult(f *fields, c *touchmove.Command) error {
	c.Verb, c.Result, c.Termination = touchmove.SetResult, f.Result, f.Termination
	switch {
	case !slices.Contains(results, f.Result):
		return refuse(BadValue, "result %q is none of %q", f.Result, results)
	case f.Termination != "" && !slices.Contains(terminations, f.Termination):
		return refuse(BadValue, "termination %q is none of %q", f.Termination, terminations)
	case f.Termination == "unterminated" && f.Result != unfinished:
		return refuse(BadValue, "an unterminated game has no result %q", f.Result)
	}
	return nil
}

func readNewGame(f *fields, c *touchmove.Command) error {
	c.Verb, c.Tags = touchmove.NewGame, f.Tags
	if err := checkTags(f); err != nil {
		return err
	}
	if err := readStart(f, c); err != nil {
		return err
	}
	return readRules(f, c)
}

func readStart(f *fields, c *touchmove.Command) error {
	chess960 := f.Variant == "chess960"
	if f.Variant != "" && f.Variant != "standard" && !chess960 {
		return refuse(BadValue, "variant %q is neither standard nor chess960", f.Variant)
	}
	if f.StartFEN == nil && !chess960 {
		return nil
	}
	start := legality.Start960(518)
	if f.StartFEN != nil {
		p, err := legality.ParseFEN(*f.StartFEN, chess960)
		if err != nil {
			return refuse(BadValue, "start_fen %q: %s", *f.StartFEN, err)
		}
		start = p
	}
	c.Start = &start
	return nil
}

// readRules parses the rules of a game. If rules, time and supervision are all missing, the
// rules are those of the last game; else a missing one is fide-2023, standard or normal, as
// in a log.
func readRules(f *fields, c *touchmove.Command) error {
	if f.Rules == "" && f.Time == "" && f.Supervision == "" {
		return nil
	}
	name, class := cmp.Or(f.Rules, "fide-2023"), cmp.Or(f.Time, "standard")
	time, ok := laws.ParseTimeClass(class)
	if !ok || time == laws.Quickplay && name != "fide-1997" {
		return refuse(BadValue, "time %q is no class of time control of %s", class, name)
	}
	if f.Supervision != "" && f.Supervision != "full" && f.Supervision != "normal" {
		return refuse(BadValue, "supervision %q is neither full nor normal", f.Supervision)
	}
	rules, err := laws.RulesFor(name, time, f.Supervision == "full")
	if err != nil {
		return refuse(BadValue, "%s", err)
	}
	c.Rules = rules
	return nil
}

// How long a player may adjust pieces after announcing it, in seconds.
const (
	adjustDefault = 10
	adjustMost    = 600
)

func readAdjust(f *fields, c *touchmove.Command) error {
	c.Verb, c.Seconds = touchmove.Adjust, adjustDefault
	if f.Seconds != nil {
		c.Seconds = *f.Seconds
	}
	if c.Seconds < 1 || c.Seconds > adjustMost {
		return refuse(BadValue, "seconds %d is not 1 to %d", c.Seconds, adjustMost)
	}
	return readSide(f, c)
}

func readResign(f *fields, c *touchmove.Command) error {
	c.Verb = touchmove.Resign
	return readSide(f, c)
}

func readSide(f *fields, c *touchmove.Command) error {
	side, ok := sideNamed(f.Side)
	if !ok {
		return refuse(BadValue, "side %q is neither w nor b", f.Side)
	}
	c.Side = side
	return nil
}

// sideNamed returns the player whom a field names.
func sideNamed(text string) (placement.Color, bool) {
	i := slices.Index(sides, text)
	return placement.Color(max(i, 0)), i >= 0
}

func readRuling(f *fields, c *touchmove.Command) error {
	c.Verb = touchmove.Ruling
	if f.Accept == nil {
		return refuse(BadValue, "accept is missing")
	}
	c.Accept = *f.Accept
	return nil
}

func readTakeback(f *fields, c *touchmove.Command) error {
	c.Verb = touchmove.Takeback
	return readPly(f, c, 0)
}

func readPly(f *fields, c *touchmove.Command, least int) error {
	switch {
	case f.Ply == nil:
		return refuse(BadValue, "ply is missing")
	case *f.Ply < least:
		return refuse(BadValue, "ply %d is below %d", *f.Ply, least)
	}
	c.Ply = *f.Ply
	return nil
}

// uciForm is the form of a move; the tracker decides whether the game has it.
var uciForm = regexp.MustCompile(`^[a-h][1-8][a-h][1-8][nbrq]?$`)

func readCorrect(f *fields, c *touchmove.Command) error {
	c.Verb, c.UCI = touchmove.Correct, f.UCI
	if !uciForm.MatchString(f.UCI) {
		return refuse(BadValue, "uci %q is no move such as e2e4 or e7e8q", f.UCI)
	}
	return readPly(f, c, 1)
}

// readSetPosition parses a position. Only the game knows whether its castling rights are
// those of ordinary chess or of Chess960.
func readSetPosition(f *fields, c *touchmove.Command) error {
	c.Verb, c.FEN, c.Why = touchmove.SetPosition, f.FEN, f.Why
	_, err := legality.ParseFEN(f.FEN, false)
	if _, err960 := legality.ParseFEN(f.FEN, true); err != nil && err960 != nil {
		return refuse(BadValue, "fen %q: %s", f.FEN, err)
	}
	if !isTagValue(f.Why) {
		return refuse(BadValue, "why %q is not 1 to %d printable characters", f.Why, maxTagValue)
	}
	return nil
}

// Kind is the JSON form of a field's value.
type Kind uint8

// The kinds of field.
const (
	TextField   Kind = iota // a string that is not empty
	NumberField             // a whole number from 0 on
	FlagField               // true or false
	TagsField               // an object of strings, by the names of PGN tags
)

// Field is a field that a request may have.
type Field struct {
	Name   string
	Kind   Kind
	Of     []string // the allowed values; empty: any value of the kind
	Text   string   // describes it
	Needed bool     // the verb requires it
}

// Verb is a verb of the contract, with the fields that ParseCommand allows in it.
type Verb struct {
	Name   string
	Fields []Field // its own, the required ones first
}

// sides are the players, by placement.Color.
var sides = []string{"w", "b"}

// about describes each field, whichever verbs have it.
var about = [...]Field{
	{Name: "transaction", Text: "to know the answer by, which repeats it"},
	{Name: "if_rev", Kind: NumberField, Text: "refuse unless the game is at this revision"},
	{Name: "by", Text: "who asks, for the journal and the log; nobody checks it"},
	{Name: "game_id", Text: "refuse unless this is the game; with new_game, the new one's, and public"},
	{Name: "tags", Kind: TagsField, Text: "PGN tags: public"},
	{Name: "start_fen", Text: "position to start from, as a FEN: public"},
	{Name: "variant", Of: []string{"standard", "chess960"}, Text: "kind of chess"},
	{Name: "rules", Of: laws.RuleSets(), Text: "rule set; the last game's unless rules, time or supervision is given"},
	{Name: "time", Of: []string{"standard", "rapid", "blitz", "quickplay"}, Text: "class of time control"},
	{Name: "supervision", Of: []string{"normal", "full"}, Text: "of rapid and blitz"},
	{Name: "result", Of: results, Text: "result, which is public; * takes an earlier one back, or else ends the game without one"},
	{Name: "termination", Of: terminations, Text: "how the game ended, which is public: a PGN tag"},
	{Name: "side", Of: sides, Text: "which player"},
	{Name: "seconds", Kind: NumberField, Text: "how long it holds; 10 if not given"},
	{Name: "accept", Kind: FlagField, Text: "true lets the last irregularity stand, false undoes it"},
	{Name: "ply", Kind: NumberField, Text: "half-move: the last that stays (takeback), or the one to replace (correct)"},
	{Name: "fen", Text: "position, as a FEN; if it is none of the game's, the game goes on from it as another part, and it is public"},
	{Name: "why", Text: "reason, for the journal; where the game goes on as another part, it stands in the PGN, and so is public"},
	{Name: "uci", Text: "move to put in its place, in UCI"},
}

// Verbs returns all verbs of the contract: the table by which ParseCommand checks.
func Verbs() []Verb {
	out := make([]Verb, 0, len(verbs))
	for i := range verbs {
		v := &verbs[i]
		fields := fieldsNamed(v.fields)
		for j := range v.needs {
			fields[j].Needed = true
		}
		out = append(out, Verb{v.name, fields})
	}
	return out
}

// CommonFields returns the fields that every verb has besides its own.
func CommonFields() []Field { return fieldsNamed(common) }

func fieldsNamed(names []string) []Field {
	out := make([]Field, 0, len(names))
	for _, name := range names {
		out = append(out, aboutField(name))
	}
	return out
}

func aboutField(name string) Field {
	for _, f := range about {
		if f.Name == name {
			return f
		}
	}
	return Field{Name: name}
}

// DeadPosition is the verb of a command that nobody asks for. boardd writes it into the log
// when a search beside the game has answered a touchmove.Question, so that a replay has the
// answer too. As a request it is an unknown verb.
const DeadPosition = "dead_position"

// deadAnswer is the result of the search.
type deadAnswer struct {
	GameID string `json:"game_id"`
	Ply    int    `json:"ply"`
	Proved *bool  `json:"proved"`
}

// AnswerDead returns the command that answers a Question. It is false if a player can mate,
// because then nothing changes.
func AnswerDead(q touchmove.Question, dead legality.Answer) (payload []byte, say bool) {
	if dead == legality.No {
		return nil, false
	}
	return fmt.Appendf(nil, `{"game_id":%q,"ply":%d,"proved":%t}`, q.GameID, q.Ply, dead == legality.Yes), true
}

// GameOpened is the verb of a command that nobody asks for. It stands at the head of a
// journal file that begins with a game, with the fields of new_game. Its tags are all tags
// of the game.
const GameOpened = "game_opened"

// CanMate is the verb of a command that nobody asks for, like DeadPosition. It answers
// whether the opponent of a player whose flag has fallen can mate.
const CanMate = "can_mate"

// mateAnswer is the result of that search.
type mateAnswer struct {
	GameID string   `json:"game_id"`
	Ply    int      `json:"ply"`
	Side   string   `json:"side"`
	Answer string   `json:"answer"` // yes, no, unknown
	By     []string `json:"by,omitempty"`
}

// mateAnswers are the answers as commands write them.
var mateAnswers = []legality.Answer{legality.Undecided, legality.Yes, legality.No}

// AnswerMate returns the command that answers a Question with a Side.
func AnswerMate(q touchmove.Question, answer legality.Answer, by []legality.Move) []byte {
	a := mateAnswer{GameID: q.GameID, Ply: q.Ply, Side: q.Side.String(), Answer: answer.String()}
	p := q.Position
	for _, m := range by {
		a.By = append(a.By, p.UCI(m))
		p = p.Play(m)
	}
	return encode(a)
}

// ParseLogged parses a command in a log: a request, or one that boardd itself wrote.
func ParseLogged(name string, payload []byte) (Request, error) {
	switch name {
	case GameOpened:
		req, err := ParseCommand("new_game", payload, false)
		req.Verb, req.Own, req.Command.Whole = name, true, true
		return req, err
	case DeadPosition:
		return parseDead(payload)
	case CanMate:
		return parseMate(payload)
	}
	return ParseCommand(name, payload, false)
}

func parseDead(payload []byte) (Request, error) {
	req := Request{Verb: DeadPosition, Own: true}
	var a deadAnswer
	if err := readOwn(req.Verb, payload, &a); err != nil {
		return req, err
	}
	if a.Ply < 1 || a.Proved == nil {
		return req, refuse(BadValue, "%s: ply or proved is missing", req.Verb)
	}
	req.Command = touchmove.Command{Verb: touchmove.AnswerDead, GameID: a.GameID, Ply: a.Ply, Proved: *a.Proved}
	return req, nil
}

func parseMate(payload []byte) (Request, error) {
	req := Request{Verb: CanMate, Own: true}
	var a mateAnswer
	if err := readOwn(req.Verb, payload, &a); err != nil {
		return req, err
	}
	side, ok := sideNamed(a.Side)
	n := slices.IndexFunc(mateAnswers, func(m legality.Answer) bool { return m.String() == a.Answer })
	if !ok || n < 0 || a.Ply < 0 {
		return req, refuse(BadValue, "%s: side %q, answer %q or ply %d means nothing", req.Verb, a.Side, a.Answer, a.Ply)
	}
	req.Command = touchmove.Command{Verb: touchmove.AnswerMate, GameID: a.GameID, Ply: a.Ply, Side: side, Mates: mateAnswers[n], By: a.By}
	return req, nil
}

// readOwn parses a command that boardd itself wrote.
func readOwn(verb string, payload []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(payload))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return refuse(Malformed, "%s: %s", verb, err)
	}
	return nil
}
