package transport

import "github.com/boardd/boardd/touchmove"

// The types of event.
const (
	typeGameStart = "game_start"
	typeMove      = "move"
	typeRetract   = "retract"
	typeCorrect   = "correct"
	typeResult    = "result"
	typeResync    = "resync"
)

// events tells relays what has changed since they were last told, and notes
// that they have been.
func (e *Encoder) events(dst []Message, v View) []Message {
	dst = e.tellBeginning(dst, v)
	dst = e.tellMoves(dst, v)
	dst = e.tellResult(dst, v)
	return e.tellTrust(dst, v)
}

// tellBeginning tells of another game, or that the one there is starts from
// elsewhere now.
func (e *Encoder) tellBeginning(dst []Message, v View) []Message {
	g, told := v.Game, &e.told
	same := told.begun && g.ID == told.id
	if same && g.Start == told.start {
		return dst
	}
	part := told.part(g)
	if part != nil {
		dst = e.tellMoves(dst, View{At: v.At, Game: part})
	}
	told.begun, told.id, told.start = true, g.ID, g.Start
	if !same && part == nil {
		told.began = v.At
	}
	told.moves, told.result, told.termination = told.moves[:0], unfinished, ""
	if same {
		return e.event(dst, v, Event{Type: typeResync})
	}
	return e.event(dst, v, Event{Type: typeGameStart, Variant: variant(g)})
}

// tellMoves tells of the plies that were published, replaced or taken back.
func (e *Encoder) tellMoves(dst []Message, v View) []Message {
	now := v.Game.Moves[:Published(v.Game)]
	k, had := e.told.agree(now), len(e.told.moves)
	if k == len(now) && k < had {
		dst = e.event(dst, v, Event{Type: typeRetract, Ply: k})
	}
	for i := k; i < len(now); i++ {
		what := typeMove
		if i == k && k < had {
			what = typeCorrect
		} else {
			e.moves++
		}
		dst = e.event(dst, v, playEvent(what, i+1, &now[i]))
	}
	e.told.take(now, k)
	return dst
}

func playEvent(what string, number int, p *touchmove.Ply) Event {
	return Event{Type: what, Ply: number, UCI: p.UCI, SAN: p.SAN, State: p.State.String(), ClkMs: clkOrNull(p)}
}

func (e *Encoder) tellResult(dst []Message, v View) []Message {
	g, told := v.Game, &e.told
	if result(g) == told.result && g.Termination == told.termination {
		return dst
	}
	told.result, told.termination = result(g), g.Termination
	return e.event(dst, v, Event{Type: typeResult, Ply: len(told.moves), Result: told.result, Termination: told.termination})
}

// tellTrust says resync when the game can be followed again.
func (e *Encoder) tellTrust(dst []Message, v View) []Message {
	now := publicTrust(v.Game.Trust.State)
	if now == e.told.trust {
		return dst
	}
	e.told.trust, e.told.since = now, v.Game.Trust.Since
	if now != touchmove.TrustOK {
		return dst
	}
	return e.event(dst, v, Event{Type: typeResync, Ply: len(e.told.moves)})
}

// event appends an event, which leaves to be filled in what all events have.
func (e *Encoder) event(dst []Message, v View, ev Event) []Message {
	position := after(v.Game, ev.Ply)
	ev.FEN, ev.GameID, ev.Rev = position.FEN(), v.Game.ID, v.Game.Rev
	ev.Head = e.head(eventKind, v.At)
	return append(dst, e.message(eventKind, "", encode(ev)))
}
