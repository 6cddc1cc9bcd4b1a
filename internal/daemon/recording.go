package daemon

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/internal/release"
	"github.com/boardd/boardd/sensor"
)

// Recording is a log that is being written. A nil Recording writes nothing.
type Recording struct {
	file   *os.File
	size   int64 // of the whole lines
	line   []byte
	failed bool // nothing is appended any more
}

// StartRecording begins a log in a file that must not exist yet. It returns nil without a
// name.
func StartRecording(name string, h *sensor.Header) (*Recording, error) {
	if name == "" {
		return nil, nil
	}
	h.Other = append(h.Other, sensor.Setting{Name: "date", Value: time.Now().UTC().Format(time.DateOnly)},
		sensor.Setting{Name: "recorded-by", Value: "boardd " + release.Version})
	head, err := sensor.AppendHeader(nil, h)
	if err != nil {
		return nil, cli.BadInput(err)
	}
	f, err := CreateNew(name)
	if err != nil {
		return nil, err
	}
	r := &Recording{file: f}
	return r, r.add(head)
}

// CreateNew creates a file that must not exist yet. Only its owner may read it, as the
// journal: it may show findings that are for the arbiter (12.6).
func CreateNew(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if errors.Is(err, os.ErrExist) {
		err = &fileThere{name}
	}
	return f, err
}

// fileThere is the error if the file to be created exists.
type fileThere struct{ name string }

func (e *fileThere) Error() string {
	return e.name + " is there already, and is not overwritten; name another file, or move that one away"
}

func (e *fileThere) Unwrap() error { return os.ErrExist }

// Write appends a record. It is handed to the operating system at once.
func (r *Recording) Write(rec sensor.Record) error {
	if r == nil {
		return nil
	}
	r.line = sensor.AppendRecord(r.line[:0], rec)
	return r.add(r.line)
}

// addAll appends the records of the game that an earlier start has left.
func (r *Recording) addAll(past *persist.Restored) error {
	if r == nil || past == nil {
		return nil
	}
	var bad error
	err := past.Each(func(_ int, rec *sensor.Record) { bad = cmp.Or(bad, r.Write(*rec)) })
	return cmp.Or(bad, err)
}

// add appends whole lines. If the disk takes a part of them, that part is cut off again,
// since a log with half a line at its end cannot be read. Afterwards nothing is appended any
// more, since there would be a gap.
func (r *Recording) add(lines []byte) error {
	if r.failed {
		return nil
	}
	if _, err := r.file.Write(lines); err != nil {
		r.failed = true
		return errors.Join(err, r.file.Truncate(r.size))
	}
	r.size += int64(len(lines))
	return nil
}

// Close closes the file.
func (r *Recording) Close() error {
	if r == nil {
		return nil
	}
	return r.file.Close()
}

// RecordPort records until ctx ends, and shows progress. It returns the number of records.
func RecordPort(ctx context.Context, p *PortProgress, w *LoneWire, rec *Recording) (int, error) {
	if err := rec.Write(utcRecord(0, time.Now(), ClockSynced())); err != nil {
		return 0, err
	}
	w.Start(ctx)
	timer := time.NewTimer(0)
	defer timer.Stop()
	n, last := 1, int64(0)
	for {
		timer.Reset(w.Clock.Until(w.Deadline()))
		var records []sensor.Record
		select {
		case <-ctx.Done():
			return n, nil
		case e := <-w.Events:
			p.Complain(e)
			records = w.Take(e)
		case <-timer.C:
			records = w.Send()
		}
		for _, r := range records {
			r.At = max(r.At, last)
			last = r.At
			if err := rec.Write(r); err != nil {
				return n, err
			}
			n++
		}
		p.Show(n, "records")
	}
}

// PortProgress shows the progress of a recording, and what is wrong with the port.
type PortProgress struct {
	*cli.Progress
	reported string // trouble with the port, as shown last
}

// NewPortProgress shows progress on errs.
func NewPortProgress(errs io.Writer) *PortProgress {
	return &PortProgress{Progress: cli.NewProgress(errs)}
}

// Complain logs why a port could not be opened, unless it has just logged the same.
func (p *PortProgress) Complain(e sensor.PortEvent) {
	switch e.Kind {
	case sensor.PortUp:
		p.reported = ""
	case sensor.PortFailed:
		if text := portTrouble(e.Err); text != p.reported {
			p.reported = text
			p.Say(text)
		}
	}
}

// diskQueue runs tasks that a disk may delay, one after the other in a goroutine of its own.
// A nil diskQueue runs them at once.
type diskQueue struct {
	work chan func()
	done chan struct{}
}

// maxDiskTasks is how many tasks wait: one for each record of some minutes.
const maxDiskTasks = 20_000

// diskTime is how long a disk may take for one task.
const diskTime = 5 * time.Second

// newDiskQueue makes a queue. It calls report with an error when a task takes longer than
// diskTime, and with nil when the task is done.
func newDiskQueue(report func(error)) *diskQueue {
	c := &diskQueue{work: make(chan func(), maxDiskTasks), done: make(chan struct{})}
	go func() {
		defer close(c.done)
		for do := range c.work {
			reportSlow(report, errDiskWaits, do)
		}
	}()
	return c
}

var errDiskWaits = errors.New("the disk does not take a recording, or what was learnt")

// do queues a task. It is false if too many tasks wait.
func (c *diskQueue) do(f func()) bool {
	if c == nil {
		f()
		return true
	}
	select {
	case c.work <- f:
		return true
	default:
		return false
	}
}

// end waits until all tasks are done, but no longer than diskTime.
func (c *diskQueue) end() {
	close(c.work)
	select {
	case <-c.done:
	case <-time.After(diskTime):
	}
}

// reportSlow runs a task. If it takes longer than diskTime, reportSlow calls report with why,
// and with nil when the task is done.
func reportSlow(report func(error), why error, do func()) {
	var mu sync.Mutex
	reported, over := false, false
	late := time.AfterFunc(diskTime, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			reported = true
			report(why)
		}
	})
	do()
	late.Stop()
	mu.Lock()
	defer mu.Unlock()
	if over = true; reported {
		report(nil)
	}
}
