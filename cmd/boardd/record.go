package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/boardd/boardd/sensor"
)

// recording is a log that is being written. A nil one writes nothing.
type recording struct {
	file *os.File
	size int64 // of its whole lines
	line []byte
}

// startRecording begins a log in a file that must not exist yet; without a
// name there is none.
func startRecording(name string, h *sensor.Header) (*recording, error) {
	if name == "" {
		return nil, nil
	}
	h.Other = append(h.Other, sensor.Setting{Name: "date", Value: time.Now().UTC().Format(time.DateOnly)},
		sensor.Setting{Name: "recorded-by", Value: "boardd " + release})
	head, err := sensor.AppendHeader(nil, h)
	if err != nil {
		return nil, badInput{err}
	}
	f, err := createNew(name)
	if errors.Is(err, os.ErrExist) {
		err = fmt.Errorf("record to %w", err)
	}
	if err != nil {
		return nil, err
	}
	r := &recording{file: f}
	return r, r.add(head)
}

// createNew opens a file that must not exist yet.
func createNew(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o644)
	if errors.Is(err, os.ErrExist) {
		err = fmt.Errorf("%s: %w already; boardd will not overwrite it", name, os.ErrExist)
	}
	return f, err
}

// write adds a record and hands it to the system at once.
func (r *recording) write(rec sensor.Record) error {
	if r == nil {
		return nil
	}
	r.line = sensor.AppendRecord(r.line[:0], rec)
	return r.add(r.line)
}

// addAll adds what an earlier start has left: the game goes on from there.
func (r *recording) addAll(past *restored) error {
	if r == nil || past == nil {
		return nil
	}
	for _, rec := range past.records {
		if err := r.write(rec); err != nil {
			return err
		}
	}
	return nil
}

// add adds whole lines. A full disk may take a part of them only: it is cut off
// again, since a log with half a line at its end cannot be read.
func (r *recording) add(lines []byte) error {
	if _, err := r.file.Write(lines); err != nil {
		return errors.Join(err, r.file.Truncate(r.size))
	}
	r.size += int64(len(lines))
	return nil
}

func (r *recording) close() error {
	if r == nil {
		return nil
	}
	return r.file.Close()
}

// record writes what a board sends to a log, and nothing else: no game is
// followed, no broker is needed.
func record(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error {
	flags := newPortFlags(fs)
	if err := parse(fs, args, 1, 1); err != nil {
		return err
	}
	c, err := flags.read()
	if err != nil {
		return err
	}
	if c.Port.Name == "" {
		return badInput{errNoPort}
	}
	if c.Port.Family == busFamily {
		return recordLine(ctx, &c, std.err, fs.Arg(0))
	}
	h, _, err := c.headerWithMen()
	if err != nil {
		return badInput{err}
	}
	rec, err := startRecording(fs.Arg(0), h)
	if err != nil {
		return err
	}
	p := progress{out: std.err, live: isTerminal(std.err)}
	n, err := recordPort(ctx, &p, newWire(&c.Port, newPace(1)), rec)
	if cerr := rec.close(); err == nil {
		err = cerr
	}
	p.end(fmt.Sprintf("%d records in %s", n, fs.Arg(0)))
	return err
}

// recordPort records until ctx ends, and shows that it does.
func recordPort(ctx context.Context, p *progress, w *wire, rec *recording) (int, error) {
	if err := rec.write(utcRecord(0, time.Now(), clockSynced())); err != nil {
		return 0, err
	}
	w.start(ctx)
	timer := time.NewTimer(0)
	defer timer.Stop()
	n, last := 1, int64(0)
	for {
		timer.Reset(w.pace.until(w.deadline()))
		var records []sensor.Record
		select {
		case <-ctx.Done():
			return n, nil
		case e := <-w.events:
			p.complain(e)
			records = w.take(e)
		case <-timer.C:
			records = w.send()
		}
		for _, r := range records {
			r.At = max(r.At, last)
			last = r.At
			if err := rec.write(r); err != nil {
				return n, err
			}
			n++
		}
		p.show(n, "records")
	}
}
