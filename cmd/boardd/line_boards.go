package main

import (
	"context"
	"slices"
	"time"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// member is the board with an address, nil if there is none yet.
func (l *line) member(a bus.Address) *member {
	for _, m := range l.boards {
		if m.address == a && a != bus.All {
			return m
		}
	}
	return nil
}

// follow takes note of which boards there are, who they are, and which answer.
func (l *line) follow(ctx context.Context, now time.Time) error {
	for _, m := range l.boards {
		if m.address == bus.All && l.isSettled() { // its serial number has not been heard
			l.heed(ctx, m, &bus.Station{}, now)
		}
	}
	for _, s := range l.host.Stations() {
		m := l.member(s.Address)
		if m == nil {
			m = &member{address: s.Address}
			l.boards = append(l.boards, m)
		}
		l.heed(ctx, m, &s, now)
		if m.wire == nil && s.Asked {
			if err := l.introduce(ctx, m, s.Info.Serial); err != nil {
				return err
			}
		}
	}
	return nil
}

// heed tells whether a board answers, if that has changed. Of one that has never
// answered nothing is known until all have been asked.
func (l *line) heed(ctx context.Context, m *member, s *bus.Station, now time.Time) {
	kind, link := sensor.PortDown, linkDown
	if s.Answering {
		kind, link = sensor.PortUp, linkUp
	}
	if m.link == link || m.link == linkUntold && link == linkDown && l.host.Searching() {
		return
	}
	m.link, m.clock = link, nil
	l.tell(ctx, m, sensor.PortEvent{Kind: kind, Time: now, Path: l.config.Port.Name})
	if m.wire == nil {
		return
	}
	log := l.log.With().Str("board", m.name).Stringer("address", s.Address).Logger()
	if s.Answering {
		log.Info().Msg("board answers")
	} else {
		log.Warn().Msg("board does not answer")
	}
}

// introduce gives a board that was found its name, and has it served. If the
// configuration knows it by its serial number, it is served already.
func (l *line) introduce(ctx context.Context, m *member, serial string) error {
	if named := l.known(serial); named != nil {
		l.boards = slices.DeleteFunc(l.boards, func(o *member) bool { return o == m })
		named.address, named.link = m.address, m.link
		l.found(ctx, named, m.early, serial)
		return nil
	}
	m.name = l.config.nameFor(serial)
	if slices.ContainsFunc(l.boards, func(o *member) bool { return o != m && o.name == m.name }) {
		m.name += "-" + m.address.String()
	}
	early := m.early
	m.early = nil
	if err := l.begin(ctx, m); err != nil {
		return err
	}
	l.found(ctx, m, early, serial)
	return nil
}

// known is the board with a serial number that is configured and was not found yet.
func (l *line) known(serial string) *member {
	for _, m := range l.boards {
		if m.address == bus.All && m.serial == serial {
			return m
		}
	}
	return nil
}

// found hands on what a board has said before anybody served it.
func (l *line) found(ctx context.Context, m *member, early []sensor.PortEvent, serial string) {
	l.log.Info().Str("board", m.name).Stringer("address", m.address).Str("serial", serial).Msg("board found")
	for _, e := range early {
		l.tell(ctx, m, e)
	}
}

// isSettled reports whether it is known which boards there are and who they are, or
// why that cannot be known.
func (l *line) isSettled() bool {
	return l.failed != nil || !l.host.Searching() && !slices.ContainsFunc(l.host.Stations(), func(s bus.Station) bool { return s.Answering && !s.Asked })
}
