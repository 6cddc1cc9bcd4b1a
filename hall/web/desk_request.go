package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// deskVerb is a request that the desk can make of a board.
type deskVerb struct {
	name  string
	least Role
	ask   string                   // the question before it, for what cannot be undone; "": none, but see questionOf
	may   func(f *view.Facts) bool // whether the state of the game allows it
}

// The states of a game that decide what may be asked.
func anyGame(f *view.Facts) bool { return f.Heard }
func goesOn(f *view.Facts) bool {
	return f.Heard && f.Game.Result == "*" && f.Game.Phase != "ended" && f.Game.Phase != "post_mortem"
}
func hasMoves(f *view.Facts) bool { return f.Heard && len(f.Game.Moves) > 0 }
func paused(f *view.Facts) bool   { return goesOn(f) && f.Game.Phase == "paused" }

// deskVerbs are all requests of the desk.
var deskVerbs = []deskVerb{
	{"ruling", Arbiter, "", func(f *view.Facts) bool { return goesOn(f) && held(f) }},
	{"result", Operator, "", anyGame},
	{"takeback", Arbiter, "The later moves leave the game, for the world too.", func(f *view.Facts) bool { return goesOn(f) && hasMoves(f) }},
	{"correct", Arbiter, "Another move takes the place of this one; later moves that do not fit leave the game.", hasMoves},
	{"set_position", Arbiter, "The game goes on from this position. If it is none of the game's, that is another part of it, and the reason is public.", goesOn},
	{"pause", Arbiter, "", func(f *view.Facts) bool { return goesOn(f) && !paused(f) }},
	{"resume", Arbiter, "", paused},
	{"adjust", Arbiter, "", goesOn},
	{"resign", Operator, "", func(f *view.Facts) bool { return goesOn(f) && hasMoves(f) }},
	{"draw", Operator, "", func(f *view.Facts) bool { return goesOn(f) && hasMoves(f) }},
	{"tags", Operator, "", anyGame},
	{"new_game", Operator, "The game on this board ends, without a result if it has none, and another one begins.", anyGame},
	{"inspect", Operator, "", anyGame},
	{"rotate", Operator, "", anyGame},
	{"republish", Operator, "", anyGame},
}

func findDeskVerb(name string) *deskVerb {
	i := slices.IndexFunc(deskVerbs, func(v deskVerb) bool { return v.name == name })
	if i < 0 {
		return nil
	}
	return &deskVerbs[i]
}

// boardAct is a request that the page of a board offers.
type boardAct struct{ Name string }

// actsOf returns the requests that an account may make, in the order of the page.
func (p *boardPage) actsOf(f *view.Facts) []boardAct {
	var all []boardAct
	for i := range deskVerbs {
		if v := &deskVerbs[i]; p.Guest != nil && p.Guest.Role >= v.least && v.may(f) {
			all = append(all, boardAct{v.name})
		}
	}
	return all
}

// Can reports whether the page offers a request.
func (p boardPage) Can(name string) bool {
	return slices.ContainsFunc(p.Verbs, func(a boardAct) bool { return a.Name == name })
}

// Results are the results that a game can have.
func (p boardPage) Results() []string { return []string{"1-0", "0-1", "1/2-1/2"} }

// Terminations are how a game can have ended, as PGN has it.
func (p boardPage) Terminations() []string {
	for _, v := range transport.Verbs() {
		for _, f := range v.Fields {
			if f.Name == "termination" {
				return f.Of
			}
		}
	}
	return nil
}

// Sets are the rule sets.
func (p boardPage) Sets() []string { return laws.RuleSets() }

// Tools are the requests that change nothing of the game.
func (p boardPage) Tools() []boardAct {
	return slices.DeleteFunc(slices.Clone(p.Verbs), func(a boardAct) bool { return !slices.Contains([]string{"inspect", "rotate", "republish"}, a.Name) })
}

// tagNames are the tags that the desk shows and takes.
var tagNames = []string{"White", "Black", "WhiteTitle", "BlackTitle", "WhiteElo", "BlackElo", "WhiteFideId", "BlackFideId", "WhiteTeam", "BlackTeam",
	"Event", "Site", "Date", "Round", "Board", "TimeControl", "Annotator"}

// question is what is asked before something that cannot be undone.
type question struct {
	Verb, Text, What string
	Fields           []tagField // as they were sent
	Says             []tagField // the same in words
	Board            *Board     // a position that is set
	Back             string
}

// answer is the answer of a board to a request of this desk.
type answer struct {
	Verb, What string
	OK         bool
	Why        string // why it was refused
	Other      string // who was faster, and with what
}

// answers are the last answers, by transaction, for the page that follows a request.
type answers struct {
	mu  sync.Mutex
	all map[string]*answer
	old []string // transactions, the oldest first
}

const keptAnswers = 256

func (a *answers) put(transaction string, one *answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		a.all = map[string]*answer{}
	}
	if a.old = append(a.old, transaction); len(a.old) > keptAnswers {
		delete(a.all, a.old[0])
		a.old = a.old[1:]
	}
	a.all[transaction] = one
}

func (a *answers) get(transaction string) *answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all[transaction]
}

// errQuiet is the error if no board or no broker answers.
var errQuiet = errors.New("the board did not answer; look at the board, because it may do later what was asked")

// request takes a form of the page of a board, asks the question that belongs to it, sends the
// request, and shows the answer on the page.
func (d *Desk) request(w http.ResponseWriter, r *http.Request) {
	board, verb := r.PathValue("board"), findDeskVerb(r.PathValue("verb"))
	if _, err := transport.NewTopics("site", board); err != nil || verb == nil {
		d.fail(w, r, http.StatusNotFound, errors.New("there is no such board, or no such request"))
		return
	}
	one := guestOf(r)
	if one.Role < verb.least {
		d.refuse(w, r, verb.least)
		return
	}
	if err := r.ParseForm(); err != nil {
		d.fail(w, r, http.StatusBadRequest, err)
		return
	}
	if err := d.readMove(r, board, verb.name); err != nil {
		d.fail(w, r, http.StatusBadRequest, err)
		return
	}
	transaction := session.New()
	payload, what, err := requestOf(verb.name, r, one.Name, transaction)
	if err != nil {
		d.fail(w, r, http.StatusBadRequest, err)
		return
	}
	if text := d.questionOf(verb, board, r); text != "" && r.PostFormValue("sure") != "yes" {
		d.ask(w, r, board, verb, text, what)
		return
	}
	d.answers.put(transaction, d.send(r, board, verb.name, payload, what, transaction, one.Name))
	http.Redirect(w, r, "/boards/"+board+"?answer="+transaction, http.StatusSeeOther)
}

// questionOf returns what is asked before a request; "" if nothing is.
func (d *Desk) questionOf(v *deskVerb, board string, r *http.Request) string {
	f, _ := d.Boards.One(board)
	ends := v.name == "result" && r.PostFormValue("result") != "*" || v.name == "resign" || v.name == "draw"
	if ends && goesOn(&f) && held(&f) {
		return "An irregular move stands on the board, and is not ruled. If the game ends now, it is a part of the game. To keep it out, go back, and undo it first."
	}
	return v.ask
}

var inUCI = regexp.MustCompile(`^[a-h][1-8][a-h][1-8][qrbn]?$`)

// readMove puts the move of a correction into UCI, if it is written as in a score: "Nf3".
func (d *Desk) readMove(r *http.Request, board, verb string) error {
	text := strings.TrimSpace(r.PostFormValue("uci"))
	ply, err := strconv.Atoi(r.PostFormValue("ply"))
	if verb != "correct" || err != nil || inUCI.MatchString(text) {
		return nil
	}
	f, _ := d.Boards.One(board)
	uci, err := moveAt(&f, ply, text, deskWords(r).language())
	if err != nil {
		return fmt.Errorf("%q: %w", text, err)
	}
	r.PostForm.Set("uci", uci)
	return nil
}

// positionAt returns the position before a ply of the record.
func positionAt(f *view.Facts, ply int) (legality.Position, error) {
	position, err := legality.ParseFEN(f.Game.StartFEN, f.Game.Variant == "chess960")
	for i := range f.Game.Moves {
		m := &f.Game.Moves[i]
		if err != nil || m.Ply >= ply {
			break
		}
		if m.UCI == nil {
			return position, errIrregular
		}
		played, err := position.ParseUCI(*m.UCI)
		if err != nil {
			return position, errIrregular
		}
		position = position.Play(played)
	}
	return position, err
}

var errIrregular = errors.New("give the move from square to square, as e2e4")

// sanAt writes a move as a score does, in the position before a ply.
func sanAt(f *view.Facts, ply int, uci string) (string, error) {
	position, err := positionAt(f, ply)
	if err != nil {
		return "", err
	}
	m, err := position.ParseUCI(uci)
	if err != nil {
		return "", err
	}
	return position.SAN(m), nil
}

// moveAt reads a move in the notation of a score, in the position before a ply.
func moveAt(f *view.Facts, ply int, text string, lang words.Language) (string, error) {
	position, err := positionAt(f, ply)
	if err != nil {
		return "", err
	}
	for _, m := range position.AppendMoves(nil) {
		san := position.SAN(m)
		if text == san || text == words.Move(lang, san, "", nil) || text == strings.TrimRight(san, "+#") || text == strings.TrimRight(words.Move(lang, san, "", nil), "+#") {
			return position.UCI(m), nil
		}
	}
	return "", errors.New("no legal move there is written so")
}

// send sends a request, keeps it as an act, and returns the answer.
func (d *Desk) send(r *http.Request, board, verb string, payload []byte, what, transaction, by string) *answer {
	lang := deskWords(r)
	out := &answer{Verb: verb, What: what}
	d.note(r.Context(), store.Notice{Kind: store.RequestNotice, Board: board, Name: verb, Payload: payload, Transaction: transaction, Who: by})
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), answerWithin)
	defer cancel()
	about, _ := d.Boards.One(board)
	reply, err := d.Ask(ctx, board, verb, payload)
	switch {
	case err != nil:
		out.Why = lang.T(errQuiet.Error()) + " (" + err.Error() + ")"
	case reply.Error != nil:
		out.Why = words.Text(lang.language(), reply.Error.Message)
		if reply.Error.Code == "stale_rev" || reply.Error.Code == "other_game" {
			out.Why = lang.T("the game has changed since your page was made: look at it, and ask again if it is still right") + " (" + reply.Error.Code + ": " + out.Why + ")"
			if n := d.lastOther(r, board, by); n != nil {
				out.Other = n.At.Format(time.TimeOnly) + " " + n.Who + ": " + n.Name
			}
		}
	default:
		out.OK = true
		if slices.Contains(rulings, verb) {
			d.decisions.put(&about, by, time.Now())
		}
	}
	return out
}

// answerWithin is how long a board has to answer.
const answerWithin = 6 * time.Second

// note keeps a notice. An error is that of the hall's file, about which there is an alert.
func (d *Desk) note(ctx context.Context, n store.Notice) {
	if err := d.Store.Note(context.WithoutCancel(ctx), []store.Notice{n}); err != nil && d.Log != nil {
		d.Log.Warn("a request is not in the file", "board", n.Board, "verb", n.Name, "who", n.Who, "err", err)
	}
}

// ask asks before what cannot be undone.
func (d *Desk) ask(w http.ResponseWriter, r *http.Request, board string, v *deskVerb, text, what string) {
	p := boardPage{deskPage: d.page(r, "Are you sure?"), Name: board}
	p.Question = &question{Verb: v.name, Text: p.T(text), What: what, Back: "/boards/" + board}
	for name, values := range r.PostForm {
		for _, value := range values {
			p.Question.Fields = append(p.Question.Fields, tagField{name, value})
		}
	}
	slices.SortFunc(p.Question.Fields, func(a, b tagField) int { return strings.Compare(a.Name, b.Name) })
	f, _ := d.Boards.One(board)
	form := maps.Clone(r.PostForm)
	form.Set("fen", fenOf(r))
	p.explain(&f, form)
	show(w, http.StatusOK, questionTemplate, p)
}

// requestOf makes a request of the fields of a form. what says it in words for the question and
// the answer. The contract's own parser checks it, as the board will.
func requestOf(verb string, r *http.Request, by, transaction string) (payload []byte, what string, err error) {
	v := map[string]any{"transaction": transaction, "by": by}
	for name, parse := range map[string]func(string) (any, error){
		"if_rev": numberField, "ply": numberField, "seconds": numberField, "accept": flagField,
		"result": textField, "termination": textField, "side": textField, "uci": textField, "fen": textField, "why": textField,
		"start_fen": textField, "rules": textField, "time": textField, "supervision": textField, "variant": textField, "game_id": textField,
	} {
		text := strings.TrimSpace(r.PostFormValue(name))
		if text == "" {
			continue
		}
		if v[name], err = parse(text); err != nil {
			return nil, "", fmt.Errorf("%s: %w", name, err)
		}
	}
	if verb == "set_position" {
		v["fen"] = fenOf(r)
	}
	if verb == "new_game" {
		delete(v, "game_id") // it would be the new one's
	}
	tags := map[string]string{}
	for name, values := range r.PostForm {
		if tag, ok := strings.CutPrefix(name, "tag."); ok && (verb == "tags" || verb == "new_game") {
			if text := strings.TrimSpace(values[0]); text != strings.TrimSpace(r.PostFormValue("was."+tag)) {
				tags[tag] = text
			}
		}
	}
	if len(tags) > 0 || verb == "tags" {
		v["tags"] = tags
	}
	payload, err = json.Marshal(v)
	if err == nil {
		_, err = transport.ParseCommand(verb, payload, false)
	}
	return payload, r.PostFormValue("what"), err
}

func numberField(text string) (any, error) { return strconv.Atoi(text) }
func flagField(text string) (any, error)   { return strconv.ParseBool(text) }
func textField(text string) (any, error)   { return text, nil }

// fenOf puts a FEN together from the fields of the page on which a position is set up. A whole
// FEN in the first field is taken as it is.
func fenOf(r *http.Request) string {
	pieces := strings.TrimSpace(r.PostFormValue("placement"))
	if strings.Contains(pieces, " ") {
		return pieces
	}
	castling := ""
	for _, right := range []string{"K", "Q", "k", "q"} {
		if r.PostFormValue("castle."+right) != "" {
			castling += right
		}
	}
	if castling == "" {
		castling = "-"
	}
	turn := r.PostFormValue("turn")
	if turn != "b" {
		turn = "w"
	}
	number := r.PostFormValue("number")
	if n, err := strconv.Atoi(number); err != nil || n < 1 {
		number = "1"
	}
	return pieces + " " + turn + " " + castling + " - 0 " + number
}
