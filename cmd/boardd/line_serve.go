package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/sensor"
)

// runLine serves each board of a bus with a daemon, and records each in a file of
// its own.
func runLine(ctx context.Context, l *line, file string) error {
	l.serve = func(m *member) (*wire, func(context.Context) error, error) { return l.daemonFor(m, file) }
	return l.run(ctx)
}

// daemonFor makes the daemon of a board.
func (l *line) daemonFor(m *member, file string) (*wire, func(context.Context) error, error) {
	c := l.config.forBoard(m.name)
	d, err := newDaemonAt(m.address, c, l.log.With().Str("board", m.name).Logger(), newPace(l.pace.current()), newSession())
	if err != nil {
		return nil, nil, err
	}
	d.wire.shared = true
	l.exporter.add(d)
	d.engine.setAddress(int(m.address))
	if d.recording, err = recordingFor(d.header, m, file); err != nil {
		return nil, nil, err
	}
	if err := d.recording.addAll(d.restored); err != nil {
		return nil, nil, err
	}
	return d.wire, func(ctx context.Context) error {
		defer d.recording.close()
		return d.run(ctx)
	}, nil
}

// recordingFor begins the log of a board: NAME.log becomes NAME-board.log.
func recordingFor(h *sensor.Header, m *member, file string) (*recording, error) {
	if file == "" {
		return nil, nil
	}
	h.Address = int(m.address)
	ext := filepath.Ext(file)
	return startRecording(strings.TrimSuffix(file, ext)+"-"+m.name+ext, h)
}

// recordLine writes what each board of a bus sends to a log of its own.
func recordLine(ctx context.Context, c *config, out io.Writer, file string) error {
	l := newLine(c, newLogger(&c.Log, out), newPace(1))
	l.serve = func(m *member) (*wire, func(context.Context) error, error) {
		own := c.forBoard(m.name)
		rec, err := recordingFor(own.header(), m, file)
		if err != nil {
			return nil, nil, err
		}
		w := newWire(&own.Port, newPace(1))
		w.shared = true
		return w, func(ctx context.Context) error {
			n, err := recordPort(ctx, &progress{out: io.Discard}, w, rec)
			l.log.Info().Str("board", m.name).Int("records", n).Msg("recorded")
			return errors.Join(err, rec.close())
		}, nil
	}
	return l.run(ctx)
}

// searchTime is how long a search for the boards of a bus takes at most.
const searchTime = 20 * time.Second

// checkLine opens the port of a bus and tells which boards are there.
func checkLine(ctx context.Context, c *config, wait time.Duration) (string, error) {
	if c.Port.Name == "" {
		return "", errNoPort
	}
	ctx, cancel := context.WithTimeout(ctx, wait+searchTime)
	defer cancel()
	l := newLine(c, zerolog.Nop(), newPace(1))
	l.settled = cancel
	l.serve = func(*member) (*wire, func(context.Context) error, error) {
		w := newWire(&c.Port, l.pace)
		w.shared = true
		return w, func(ctx context.Context) error { return ignore(ctx, w.events) }, nil
	}
	if err := l.run(ctx); err != nil {
		return "", err
	}
	return l.describe()
}

// ignore takes events until ctx ends.
func ignore(ctx context.Context, events <-chan sensor.PortEvent) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-events:
		}
	}
}

// describe says which boards were found. That one is missing which is configured
// is an error.
func (l *line) describe() (string, error) {
	var here, missing []string
	for _, m := range l.boards {
		if m.link == linkUp {
			here = append(here, fmt.Sprintf("%s (%s)", m.name, m.address))
		} else {
			missing = append(missing, m.name)
		}
	}
	switch {
	case l.failed != nil:
		return "", fmt.Errorf("%w%s", l.failed, portRemedy(l.failed))
	case len(here) == 0:
		return "", fmt.Errorf("%s: no board on the line has answered\n"+
			"is it the right port (boardd ports), and are the boards switched on?", l.config.Port.Name)
	case len(missing) > 0:
		return "", fmt.Errorf("%s: %s answer, but not %s", l.config.Port.Name, strings.Join(here, ", "), strings.Join(missing, ", "))
	}
	return fmt.Sprintf("%s, a line of %d boards: %s", l.config.Port.Name, len(here), strings.Join(here, ", ")), nil
}
