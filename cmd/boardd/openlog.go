package main

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// errStopped is the error of a replay that was interrupted: what it has printed
// is not all.
var errStopped = errors.New("stopped before the end")

// wholeLog is a log that was read to its end, and the engine for it.
type wholeLog struct {
	header  *sensor.Header
	records []sensor.Record
	engine  *engine
}

// openLog reads a file, or standard input for "-". A pipe may keep it waiting
// for ever: it is not waited for when ctx ends.
func openLog(ctx context.Context, std streams, name string) (*wholeLog, error) {
	var log *wholeLog
	done := make(chan error, 1)
	go func() {
		src, err := io.NopCloser(std.in), error(nil)
		if name != "-" {
			src, err = os.Open(name)
		}
		if err == nil {
			defer src.Close()
			log, err = readLog(sensor.NewReader(src))
		}
		done <- err
	}()
	select {
	case <-ctx.Done():
		return nil, errStopped
	case err := <-done:
		if err != nil {
			return nil, badInput{err}
		}
		return log, nil
	}
}

// readLog reads a whole log and makes the engine that its header describes.
func readLog(rd *sensor.Reader) (*wholeLog, error) { return readLogAs(rd, "replay") }

// readLogAs is readLog for a session of a name.
func readLogAs(rd *sensor.Reader, session string) (*wholeLog, error) {
	h, err := rd.Header()
	if err != nil {
		return nil, err
	}
	e, err := newEngine(h, session)
	if bad, ok := errors.AsType[*touchmove.HeaderError](err); ok {
		return nil, rd.HeaderError(bad.Name, bad.Text, bad.Err)
	}
	if err != nil {
		return nil, err
	}
	records, err := rd.ReadAll()
	if err == nil && h.Board == "" && holds(records, sensor.Rx) && !holds(records, sensor.Family) {
		err = errors.New("the log holds rx records, but no board header says what decodes them")
	}
	return &wholeLog{h, records, e}, err
}

func holds(records []sensor.Record, w sensor.Word) bool {
	return slices.ContainsFunc(records, func(r sensor.Record) bool { return r.Word == w })
}
