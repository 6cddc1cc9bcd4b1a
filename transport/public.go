package transport

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// public is what relays know of a game. A ply stays as it was when it was published: relays
// do not learn whether a clock was pressed later (12.6). Only the time left to the mover
// may come late; then the ply is published again.
type public struct {
	begun       bool
	began       int64 // milliseconds since the log began
	id          string
	start       legality.Position
	moves       []touchmove.Ply
	result      string
	termination string
	trust       touchmove.TrustState
	since       int64
}

// record is the published record of a game.
func (p *public) record(b Base, g *touchmove.Game) Record {
	r := b.outline(g)
	position := after(g, len(p.moves))
	r.Moves = b.plies(p.moves)
	r.FEN = position.FEN()
	r.Phase = publicPhase(g.Phase).String()
	r.Trust = Trust{State: p.trust.String(), Since: b.stamp(p.since)}
	return r
}

// publicPhase hides that an irregular move stands: in public the next move is simply not
// published yet.
func publicPhase(p touchmove.Phase) touchmove.Phase {
	if p == touchmove.Irregular {
		return touchmove.Playing
	}
	return p
}

// publicTrust returns whether the published game can be believed. It can while a move is
// settling or an irregular one stands, because neither is published. Displaced pieces are
// for the arbiter, and so are untidy hands; what is found to be wrong is corrected.
func publicTrust(g *touchmove.Game) touchmove.TrustState {
	switch g.Trust.State {
	case touchmove.TrustDisplaced:
		return touchmove.TrustAmbiguous
	case touchmove.TrustAmbiguous:
		if !contested(g) {
			return touchmove.TrustOK
		}
		return touchmove.TrustAmbiguous
	case touchmove.TrustDisconnected:
		return touchmove.TrustDisconnected
	}
	return touchmove.TrustOK
}

// contested reports whether another move may have been made in place of the last one.
func contested(g *touchmove.Game) bool {
	n := len(g.Moves)
	return n > 0 && len(g.Moves[n-1].Competitors) > 0 || g.Pending != nil && len(g.Pending.Competitors) > 0
}

// part returns the last published part of a game that has gone on in another part; else
// nil.
func (p *public) part(g *touchmove.Game) *touchmove.Game {
	n := len(g.Parts)
	if n == 0 || !p.begun || g.Parts[n-1].ID != p.id {
		return nil
	}
	return g.Parts[n-1]
}

// agree returns how many plies have been published exactly so.
func (p *public) agree(moves []touchmove.Ply) int {
	n := min(len(moves), len(p.moves))
	for i := range n {
		a, b := &p.moves[i], &moves[i]
		if a.UCI != b.UCI || a.SAN != b.SAN || a.State.Illegal() != b.State.Illegal() {
			return i
		}
	}
	return n
}

// take notes that the given plies are published. The first k of them were published before.
// It returns the first one that has to be published: it is another ply, or its time left
// has changed.
func (p *public) take(moves []touchmove.Ply, k int) int {
	first := k
	for i := range k {
		if p.moves[i].Clock != moves[i].Clock {
			first = min(first, i)
			p.moves[i].Clock = moves[i].Clock
		}
	}
	p.moves = append(p.moves[:k], moves[k:]...)
	return first
}

// The types of event.
const (
	typeGameStart = "game_start"
	typeMove      = "move"
	typeRetract   = "retract"
	typeCorrect   = "correct"
	typeResult    = "result"
	typeResync    = "resync"
)

// events publishes what has changed since the last events, and notes it as published.
func (e *Encoder) events(dst []Message, v View) []Message {
	dst = e.publishBeginning(dst, v)
	dst = e.publishMoves(dst, v)
	dst = e.publishResult(dst, v)
	return e.publishTrust(dst, v)
}

// publishBeginning publishes the beginning of another game, or a new start position of the
// present one.
func (e *Encoder) publishBeginning(dst []Message, v View) []Message {
	g, known := v.Game, &e.public
	same := known.begun && g.ID == known.id
	if same && g.Start == known.start {
		return dst
	}
	part := known.part(g)
	if part != nil {
		dst = e.publishMoves(dst, View{At: v.At, Game: part})
	} else if last := e.closing(v); last != nil {
		dst = e.close(dst, View{At: v.At, Game: last})
	}
	known.begun, known.id, known.start = true, g.ID, g.Start
	if !same && part == nil {
		known.began = v.At
	}
	known.moves, known.result, known.termination = known.moves[:0], unfinished, ""
	if same {
		return e.event(dst, v, Event{Type: typeResync})
	}
	known.trust, known.since = touchmove.TrustOK, 0 // as game_start says
	return e.event(dst, v, Event{Type: typeGameStart, Variant: variant(g)})
}

// publishMoves publishes plies that are new, corrected or taken back, and those whose time
// left came late. It repeats the plies after a repeated one.
func (e *Encoder) publishMoves(dst []Message, v View) []Message {
	now, had := v.Game.Moves[:Published(v.Game)], len(e.public.moves)
	first := e.public.take(now, e.public.agree(now))
	if first == len(now) && first < had {
		return e.event(dst, v, Event{Type: typeRetract, Ply: first})
	}
	for i := first; i < len(now); i++ {
		what := typeMove
		if i == first && first < had {
			what = typeCorrect
		}
		if i >= had {
			e.moves++
		}
		dst = e.event(dst, v, playEvent(what, i+1, &e.public.moves[i]))
	}
	return dst
}

func playEvent(what string, number int, p *touchmove.Ply) Event {
	return Event{Type: what, Ply: number, UCI: p.UCI, SAN: p.SAN, State: p.State.String(), ClkMs: clkOrNull(p)}
}

func (e *Encoder) publishResult(dst []Message, v View) []Message {
	g, known := v.Game, &e.public
	if result(g) == known.result && g.Termination == known.termination {
		return dst
	}
	known.result, known.termination = result(g), g.Termination
	return e.event(dst, v, Event{Type: typeResult, Ply: len(known.moves), Result: known.result, Termination: known.termination})
}

// publishTrust publishes resync when the game can be followed again.
func (e *Encoder) publishTrust(dst []Message, v View) []Message {
	now := publicTrust(v.Game)
	if now == e.public.trust {
		return dst
	}
	e.public.trust, e.public.since = now, v.Game.Trust.Since
	if now != touchmove.TrustOK {
		return dst
	}
	return e.event(dst, v, Event{Type: typeResync, Ply: len(e.public.moves)})
}

// event appends an event with the members that all events have.
func (e *Encoder) event(dst []Message, v View, ev Event) []Message {
	position := after(v.Game, ev.Ply)
	ev.FEN, ev.GameID, ev.Rev = position.FEN(), v.Game.ID, v.Game.Rev
	ev.Head = e.head(eventKind, v.At)
	return append(dst, e.message(eventKind, "", encode(ev)))
}
