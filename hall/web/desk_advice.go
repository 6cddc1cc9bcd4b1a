package web

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/transport"
)

// offer is a request that follows from a finding, as a button beside it.
type offer struct {
	Verb, Label string
	Fields      []tagField
	Main        bool // what is found is certain, or an alert
}

// standing returns the findings that somebody may act on now, the alerts first: those that came
// with one that is open, what the board made of an irregular move that stands, and claims of a draw.
func standing(f *view.Facts) []transport.Finding {
	var all []transport.Finding
	add := func(one *transport.Finding) {
		if !slices.ContainsFunc(all, func(g transport.Finding) bool { return g.Event == one.Event && g.Code == one.Code }) {
			all = append(all, *one)
		}
	}
	for i := range f.Alerts {
		add(&f.Alerts[i].Finding)
	}
	if f.Noticed != nil {
		add(&f.Noticed.Finding)
	}
	opened := len(all)
	for i := range f.Findings {
		one := &f.Findings[i].Finding
		with := slices.ContainsFunc(all[:opened], func(g transport.Finding) bool { return g.Event == one.Event })
		if with && one.Level != "info" && !repeats(all, one) || opened == 0 && ofPending(f, one) || claimable(f, one) {
			add(one)
		}
	}
	return all
}

// repeats reports whether another finding leads to the same end of the game.
func repeats(all []transport.Finding, one *transport.Finding) bool {
	result, _ := resultOf(one)
	return result != "" && slices.ContainsFunc(all, func(g transport.Finding) bool {
		other, _ := resultOf(&g)
		return other == result
	})
}

// ofPending reports whether a finding is about the irregular move that stands on the board.
func ofPending(f *view.Facts, one *transport.Finding) bool {
	m := f.Game.Pending
	return held(f) && m != nil && m.UCI != nil && one.Ply == m.Ply && one.UCI == *m.UCI && len(one.Why) > 0
}

// claimable reports whether a finding is a draw that the player who has the move can claim.
func claimable(f *view.Facts, one *transport.Finding) bool {
	return goesOn(f) && !held(f) && one.Code == "draw_claimable" && one.Ply == len(f.Game.Moves)
}

// resultOf returns the result that a finding leads to; "" if none.
func resultOf(one *transport.Finding) (result, termination string) {
	switch {
	case one.Code == "draw_claimable":
		return "1/2-1/2", ""
	case one.Code == "result_signal" && slices.Contains(boardPage{}.Results(), one.Text):
		return one.Text, ""
	case one.Remedy == nil:
		return "", ""
	case one.Flag != nil:
		return one.Remedy.Result, "time forfeit"
	case one.Remedy.Offence > 0:
		return one.Remedy.Result, "rules infraction"
	}
	return one.Remedy.Result, ""
}

// advise adds to a finding what the arbiter can press, or what else there is to do.
func (p *boardPage) advise(f *view.Facts, v *findingView) {
	one := &v.Finding
	result, termination := resultOf(one)
	switch {
	case result != "" && held(f):
		v.Hint = p.T("If the game ends by this, undo the irregular move first: a result makes it a part of the game.")
	case result != "" && goesOn(f):
		if one.Code == "result_signal" {
			v.Hint = p.T("Compare it with the score sheets. If the players signed another result, enter that one below.")
		}
		v.offer(p, "result", p.T("Enter")+" "+result, tagField{"result", result}, tagField{"termination", termination})
	case one.Code == "wrong_initial_position" && len(f.Game.Moves) == 0:
		v.Hint = p.T("No move has been made: have the pieces set up rightly. No button is needed.")
	case one.Code == "wrong_initial_position" && v.Acute:
		v.offer(p, "new_game", p.T("Begin another game")+" …")
	case one.Evidence != nil && len(one.Evidence.Open) > 0 && one.Level != "info":
		p.adviseBreach(f, v)
	case !held(f) && one.Remedy != nil && one.Remedy.Clock != nil:
		v.Hint = p.T("Set the clock. No button is needed.")
	case !held(f) && v.Restore != nil:
		v.Hint = p.T("Have the pieces put as the game shows. No button is needed.")
	}
}

// repeated returns after which moves a position stood that a player may claim.
func (p *deskPage) repeated(f *view.Facts, one *transport.Finding) string {
	var all []string
	for _, ply := range one.Plies {
		all = append(all, p.plyAt(f, ply))
	}
	return strings.Join(all, ", ")
}

// adviseBreach offers to replace a move that was not open, if it is the last of the record.
func (p *boardPage) adviseBreach(f *view.Facts, v *findingView) {
	open, ply := v.Evidence.Open, v.Ply
	if ply < 1 || ply != len(f.Game.Moves) {
		return
	}
	if len(open) == 1 {
		v.offer(p, "correct", p.T("Correct")+": "+p.plyText(f, &f.Game.Moves[ply-1])+" → "+v.Open+" …", tagField{"ply", strconv.Itoa(ply)}, tagField{"uci", open[0]})
	}
	v.offer(p, "takeback", p.T("Take back to")+" "+p.plyAt(f, ply-1)+" …", tagField{"ply", strconv.Itoa(ply - 1)})
}

// offer adds a button, if the account may make the request.
func (v *findingView) offer(p *boardPage, verb, label string, fields ...tagField) {
	if p.Can(verb) {
		v.Offers = append(v.Offers, offer{verb, label, fields, v.Level == "certain" || v.Acute && v.Level == "arbiter"})
	}
}

// plyAt returns a ply of the record as a score has it; 0 is the start.
func (p *deskPage) plyAt(f *view.Facts, ply int) string {
	if ply < 1 || ply > len(f.Game.Moves) {
		return p.T("the start")
	}
	return p.plyText(f, &f.Game.Moves[ply-1])
}

// rulings are the requests that decide about what is irregular.
var rulings = []string{"ruling", "takeback", "correct", "set_position"}

// fillRuled notes who has decided, if nothing was found since.
func (p *boardPage) fillRuled() {
	for i := range p.Log {
		n := &p.Log[i]
		switch {
		case n.Kind == "request" && n.Reply == "ok" && slices.Contains(rulings, n.Code):
			p.Ruled = n.At.Format("15:04:05") + " " + n.Who + ": " + p.T(n.Code)
			return
		case n.Kind != "request" && n.Level != "info":
			return
		}
	}
}

// fillTimes notes when findings that are no alerts came.
func (p *boardPage) fillTimes() {
	for i := range p.Findings {
		v := &p.Findings[i]
		for j := range p.Log {
			if n := &p.Log[j]; v.Since == "" && n.Kind == "finding" && n.Code == v.Code {
				v.Since = n.At.Format("15:04:05")
			}
		}
	}
}

// names are other players than those of a game that goes on, and the tags that make it theirs.
type names struct {
	White, Black string
	Fields       []tagField
}

// otherNames returns the players of the table, if the game has others; nil else.
func otherNames(f *view.Facts, seat *seatOf) *names {
	if seat == nil || !goesOn(f) || !hasMoves(f) {
		return nil
	}
	n := &names{White: seat.Pairing.White.Name, Black: seat.Pairing.Black.Name}
	if f.Game.Tags["White"] == n.White && f.Game.Tags["Black"] == n.Black {
		return nil
	}
	want := seat.Tournament.Tags(&hall.Round{Number: seat.Round}, &seat.Pairing)
	for _, tag := range tagNames {
		about := strings.HasPrefix(tag, "White") || strings.HasPrefix(tag, "Black") || tag == "Round" || tag == "Board" || tag == "Event"
		if about && want[tag] != f.Game.Tags[tag] {
			n.Fields = append(n.Fields, tagField{"tag." + tag, want[tag]}, tagField{"was." + tag, f.Game.Tags[tag]})
		}
	}
	return n
}

// explain puts into words what a question is about.
func (p *boardPage) explain(f *view.Facts, form url.Values) {
	q, ply := p.Question, 0
	fmt.Sscan(form.Get("ply"), &ply)
	switch q.Verb {
	case "takeback":
		q.Says = append(q.Says, tagField{p.T("The last move that stays"), p.plyAt(f, ply)})
		var gone []string
		for i := max(ply, 0); i < len(f.Game.Moves); i++ {
			gone = append(gone, p.plyText(f, &f.Game.Moves[i]))
		}
		q.Says = append(q.Says, tagField{p.T("Taken back"), cmp.Or(strings.Join(gone, " "), "–")})
	case "correct":
		to := form.Get("uci")
		if san, err := sanAt(f, ply, to); err == nil {
			to = p.move(&transport.Ply{SAN: &san, UCI: &to})
		}
		q.Says = append(q.Says, tagField{p.T("correct"), p.plyAt(f, ply) + " → " + to})
	case "set_position":
		fields := append(strings.Fields(form.Get("fen")), "", "w", "-", "-", "0", "1")
		q.Board = &Board{Placement: fields[0], Coords: true, Label: p.T("Set the position")}
		turn := p.T("White to move")
		if fields[1] == "b" {
			turn = p.T("Black to move")
		}
		q.Says = append(q.Says, tagField{p.T("To move"), turn}, tagField{p.T("move number"), fields[5]}, tagField{p.T("Castling"), fields[2]}, tagField{p.T("why"), form.Get("why")})
	default:
		for _, one := range q.Fields {
			name, tag := strings.CutPrefix(one.Name, "tag.")
			if tag && one.Value == form.Get("was."+name) || strings.HasPrefix(one.Name, "was.") || slices.Contains([]string{"if_rev", "what", "game_id"}, one.Name) {
				continue
			}
			q.Says = append(q.Says, tagField{p.T(name), one.Value})
		}
	}
}

// decisions are the last decisions that were made at this desk, by board.
type decisions struct {
	mu  sync.Mutex
	all map[string]decision
}

// decision is a ruling, with the finding that was open then.
type decision struct {
	event int
	code  string
	text  string // when, and who
}

// put keeps a decision about what is open on a board.
func (d *decisions) put(f *view.Facts, who string, at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.all == nil {
		d.all = map[string]decision{}
	}
	if open := standing(f); len(open) > 0 {
		d.all[f.Name] = decision{open[0].Event, open[0].Code, at.Format(time.TimeOnly) + " " + who}
	}
}

// of returns when and by whom it was decided about the finding that is open on a board; "" if
// nobody has.
func (d *decisions) of(f *view.Facts) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	one, n := d.all[f.Name], f.Noticed
	if n == nil || f.Need != "noted" || one.event != n.Event || one.code != n.Code {
		return ""
	}
	return one.text
}
