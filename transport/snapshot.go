package transport

import (
	"slices"

	"github.com/boardd/boardd/touchmove"
)

// arbiterGame appends the full snapshot.
func (e *Encoder) arbiterGame(dst []Message, v View) []Message {
	return e.retained(dst, arbiterGameKind, "", v.At, e.fullRecord(v.Game), e.reading(v.Game))
}

func (e *Encoder) fullRecord(g *touchmove.Game) []byte {
	return join(encode(revision{g.Rev}), encode(FullRecord{e.base.record(g), e.base.plies(g.Irregular)}))
}

func (e *Encoder) reading(g *touchmove.Game) []byte {
	return encode(reading{e.base.clock(&g.Clocks)})
}

// game appends the public snapshot, and the same as PGN.
func (e *Encoder) game(dst []Message, v View) []Message {
	record := e.told.record(e.base, v.Game)
	dst = e.retained(dst, gameKind, "", v.At, encode(record), e.reading(v.Game), encode(revision{v.Game.Rev}))
	text := AppendPGN(nil, v.Game, e.pgnHeader())
	if string(text) == string(e.said[pgnKind.topic]) {
		return dst
	}
	e.said[pgnKind.topic] = text
	return append(dst, e.message(pgnKind, "", text))
}

func (e *Encoder) pgnHeader() PGNHeader {
	return PGNHeader{Site: e.topics.site, Board: e.topics.board, Date: e.base.Date(e.told.began)}
}

// warn appends an alert for each thing that needs a person, and clears those
// that no longer do.
func (e *Encoder) warn(dst []Message, v View) []Message {
	now := standing(v.Game.Alerts)
	for _, code := range e.alerts {
		if !slices.ContainsFunc(now, func(a *touchmove.Alert) bool { return a.Code == code }) {
			delete(e.said, alertKind.topic+code.String())
			dst = append(dst, e.message(alertKind, code.String(), nil))
		}
	}
	e.alerts = e.alerts[:0]
	for _, a := range now {
		e.alerts = append(e.alerts, a.Code)
		body := encode(Warning{a.Code.String(), e.base.stamp(a.Since), findingOf(&a.Finding)})
		dst = e.retained(dst, alertKind, a.Code.String(), v.At, body)
	}
	return e.warnOfTroubles(dst, v.At)
}

// ClearAlerts appends an empty message for each alert that does not stand. Those
// of an earlier session may be retained, and nobody else would clear them.
func (e *Encoder) ClearAlerts(dst []Message) []Message {
	for _, code := range touchmove.Codes() {
		if !slices.Contains(e.alerts, code) {
			dst = append(dst, e.message(alertKind, code.String(), nil))
		}
	}
	return e.clearTroubles(dst)
}

// standing is the last alert of each code, in the order of the codes.
func standing(alerts []touchmove.Alert) []*touchmove.Alert {
	var last []*touchmove.Alert
	for i := range alerts {
		a := &alerts[i]
		at, found := slices.BinarySearchFunc(last, a.Code, func(b *touchmove.Alert, c touchmove.Code) int { return int(b.Code) - int(c) })
		if found {
			last[at] = a
		} else {
			last = slices.Insert(last, at, a)
		}
	}
	return last
}
