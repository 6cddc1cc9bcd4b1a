package publish

import (
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"time"
)

// errStall says that the disk does not answer.
var errStall = errors.New("the disk does not take what is written")

// batch is what one commit changes.
type batch struct {
	last  uint64 // messages up to this one are in the file then
	put   []KeptMessage
	gone  []uint64
	notes map[string][]byte
}

// run writes until the outbox is closed. It alone has to do with the file.
func (d *Disk) run() {
	defer close(d.done)
	debug.SetPanicOnFault(true) // the file is mapped: a disk that fails is seen as a fault, too
	retry := minRetry
	for {
		b, closed := d.take()
		err := d.write(b)
		if closed {
			break
		}
		switch {
		case err != nil:
			d.pause(retry, true)
			retry = min(2*retry, maxRetry)
		case b.idle():
			retry = minRetry
			<-d.kick
			d.settle()
		default:
			retry = minRetry
		}
	}
	d.file.close()
}

// settle waits a moment if all that there is to do is to take away what is done.
func (d *Disk) settle() {
	d.memory.mu.Lock()
	hurry := len(d.fresh)+len(d.noted) > 0 || d.closed
	d.memory.mu.Unlock()
	if !hurry {
		d.pause(idlePause, false)
	}
}

// pause waits, but not for one who closes it, nor, unless the disk has failed,
// for one who has something new.
func (d *Disk) pause(t time.Duration, failed bool) {
	timer := time.NewTimer(t)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return
		case <-d.kick:
		}
		d.memory.mu.Lock()
		end := d.closed || !failed && len(d.fresh)+len(d.noted) > 0
		d.memory.mu.Unlock()
		if end {
			d.signal()
			return
		}
	}
}

// take is what is to be written now.
func (d *Disk) take() (batch, bool) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	b := batch{last: d.memory.last, notes: map[string][]byte{}}
	if d.file == nil {
		b.put = d.memory.all()
		b.notes = maps.Clone(d.notes)
		return b, d.closed
	}
	for _, id := range slices.Sorted(maps.Keys(d.fresh)) {
		b.put = append(b.put, KeptMessage{id, d.memory.entries[d.memory.find(id)].message})
	}
	b.gone = slices.Sorted(maps.Keys(d.stale))
	for key := range d.noted {
		b.notes[key] = d.notes[key]
	}
	return b, d.closed
}

func (b *batch) idle() bool { return len(b.put)+len(b.gone)+len(b.notes) == 0 }

// write makes one commit, and tells when the disk begins to fail and when it is
// well again.
func (d *Disk) write(b batch) error {
	if d.file != nil && b.idle() {
		return nil
	}
	turn := d.nextTurn()
	late := time.AfterFunc(d.stall, func() { d.late(turn) })
	began := time.Now()
	err := d.commit(b)
	late.Stop()
	d.took.Store(int64(time.Since(began)))
	if err != nil {
		d.file.close()
		d.file = nil
		d.became(err)
		return err
	}
	d.acceptedUpTo(b)
	d.became(nil)
	return nil
}

// CommitTime is how long the last commit took, 0 before the first.
func (d *Disk) CommitTime() time.Duration { return time.Duration(d.took.Load()) }

// commit writes a batch, into a new file if there is none. A fault is an error.
func (d *Disk) commit(b batch) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("write outbox %q: %v", d.path, r)
		}
	}()
	if d.file != nil {
		return d.file.commit(b)
	}
	if err := d.ready(); err != nil {
		return fmt.Errorf("make outbox: %w", err)
	}
	d.file, err = createFile(d.path, b)
	return err
}

// acceptedUpTo takes note of what the file has now.
func (d *Disk) acceptedUpTo(b batch) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	for _, m := range b.put {
		if _, fresh := d.fresh[m.ID]; fresh {
			delete(d.fresh, m.ID)
		} else if !d.memory.holds(m.ID) {
			d.stale[m.ID] = struct{}{} // it was forgotten while it was written
		}
	}
	for _, id := range b.gone {
		delete(d.stale, id)
	}
	for key, value := range b.notes {
		if string(d.notes[key]) == string(value) {
			delete(d.noted, key)
		}
	}
	d.accepted = max(d.accepted, b.last)
	d.memory.wake()
}

func (d *Disk) nextTurn() int {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	d.turn++
	return d.turn
}

// late says that a commit does not come back, if it has not come back meanwhile.
func (d *Disk) late(turn int) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	if turn == d.turn {
		d.tell(errStall)
	}
}

// became takes note of how a commit has ended.
func (d *Disk) became(err error) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	d.turn++
	d.tell(err)
}

// tell tells whether the disk fails, if that is new. The lock is the caller's.
func (d *Disk) tell(err error) {
	if (err == nil) == (d.failing == nil) {
		return
	}
	d.failing = err
	d.memory.wake()
	d.told(err)
}

// holds reports whether a message is kept.
func (o *Memory) holds(id uint64) bool {
	i := o.find(id)
	return i < len(o.entries) && o.entries[i].id == id && o.entries[i].kept
}

// all is everything that is kept.
func (o *Memory) all() []KeptMessage {
	var all []KeptMessage
	for _, e := range o.entries {
		if e.kept {
			all = append(all, KeptMessage{e.id, e.message})
		}
	}
	return all
}
