package persist_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

func topics(t *testing.T) transport.Topics {
	t.Helper()
	all, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// open opens a folder as a start does, with the messages that are owed.
func open(t *testing.T, folder string) (*persist.Store, journal.Past) {
	t.Helper()
	k, past, err := persist.Open(folder)
	if err == nil {
		err = k.TakeOwed(past, topics(t))
	}
	if err != nil {
		t.Fatal(err)
	}
	return k, past
}

// segment begins a segment with a name.
func segment(t *testing.T, k *persist.Store, name string) {
	t.Helper()
	head, err := persist.HeaderText(&sensor.Header{Board: "dgt"}, sensor.Setting{Name: pipeline.GameIDs, Value: name}, sensor.Setting{Name: persist.LogMessages, Value: "yes"})
	if err != nil {
		t.Fatal(err)
	}
	k.Begin(name, head, 0)
}

// play writes a record of which an event follows, a finding and a retained message.
func play(k *persist.Store, n int) {
	m := []transport.Message{
		{Topic: "chess/1/hall/b07/arbiter/finding", QoS: 1, Payload: fmt.Appendf(nil, `{"seq":%d,"t":"finding %d"}`, 2*n, n)},
		{Topic: "chess/1/hall/b07/event", QoS: 1, Payload: fmt.Appendf(nil, `{"seq":%d,"t":"event %d"}`, 2*n+1, n)},
		{Topic: "chess/1/hall/b07/game", QoS: 1, Retain: true, Payload: fmt.Appendf(nil, `{"seq":%d}`, 2*n+2)},
	}
	e := journal.Entry{Lines: fmt.Appendf(nil, "%d pause\n", 100*n)}
	k.Add(e, persist.Step{Record: n, At: int64(100 * n), Messages: m}, func(all []transport.Message) { k.Outbox.PutAll(all) })
}

// queued are the messages of an outbox, and its numbers of them.
func queued(o *publish.Outbox) (all []string, ids []uint64) {
	for id, m, ok := o.Next(0); ok; id, m, ok = o.Next(id) {
		text := string(m.Payload)
		if _, what, found := strings.Cut(text, `"t":"`); found {
			text = strings.TrimSuffix(what, `"}`)
		}
		all, ids = append(all, text), append(ids, id)
	}
	return all, ids
}

// acknowledge is what a broker does: it has had all messages but the last.
func acknowledge(k *persist.Store, but int) {
	_, ids := queued(k.Outbox)
	for _, id := range ids[:len(ids)-but] {
		k.Outbox.Done(id)
	}
}

// owed opens a folder, and compares the messages that are owed.
func owed(t *testing.T, folder string, want []string) *persist.Store {
	t.Helper()
	k, _ := open(t, folder)
	if got, _ := queued(k.Outbox); !slices.Equal(got, want) {
		t.Errorf("owed are %q, want %q", got, want)
	}
	return k
}

// written waits until the journal has all that was added.
func written(k *persist.Store) {
	done := make(chan struct{})
	k.Journal.Add(journal.Entry{Then: func() { close(done) }})
	<-done
}

// steps are the messages of steps, from the first to the last.
func steps(first, last int) (all []string) {
	for n := first; n <= last; n++ {
		all = append(all, fmt.Sprint("finding ", n), fmt.Sprint("event ", n))
	}
	return all
}

// TestOwed: the broker is away for three games, and has what it had of the first. A later
// start sends the rest, in order, from all files; and when the broker has that, nothing.
func TestOwed(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "b07")
	k, _ := open(t, folder)
	for i, name := range []string{"first", "second", "third"} {
		segment(t, k, name)
		for n := range 3 {
			play(k, 10*i+n+1)
		}
	}
	written(k)
	_, ids := queued(k.Outbox)
	for _, id := range ids[:2] { // of the first step
		k.Outbox.Done(id)
	}
	k.CloseAll()
	want := slices.Concat(steps(2, 3), steps(11, 13), steps(21, 23))
	for range 2 { // a start that sends nothing changes nothing
		owed(t, folder, want).CloseAll()
	}
	k, past := open(t, folder)
	if _, err := k.Restore(past.Open, "again", topics(t), 1); err != nil {
		t.Fatal(err)
	}
	play(k, 24)
	written(k)
	acknowledge(k, 1)
	k.CloseAll()
	k, _ = open(t, folder)
	defer k.CloseAll()
	if got, _ := queued(k.Outbox); len(got) > 0 || k.Cursor.Log != "third" || k.Cursor.Done != 8 {
		t.Errorf("owed are %q, the cursor is %+v", got, k.Cursor)
	}
}

// TestOwedGone: a file with messages that the broker has not had is gone. The store reports
// that, and sends the rest.
func TestOwedGone(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "b07")
	k, _ := open(t, folder)
	segment(t, k, "first")
	play(k, 1)
	written(k)
	_, ids := queued(k.Outbox)
	k.Outbox.Done(ids[0])
	k.Outbox.Done(ids[1])
	play(k, 2)
	written(k)
	segment(t, k, "second")
	play(k, 3)
	k.CloseAll()
	if err := os.Remove(filepath.Join(folder, "journal", "000001.log")); err != nil {
		t.Fatal(err)
	}
	k = owed(t, folder, steps(3, 3))
	defer k.CloseAll()
	if got := <-k.Trouble; got.What != transport.OutboxDamaged || !strings.Contains(got.Text, "no longer has") {
		t.Errorf("reported %+v", got)
	}
}

// TestOwedBefore: of the last file nothing is good. What the broker has not had of the file
// before is sent.
func TestOwedBefore(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "b07")
	k, _ := open(t, folder)
	segment(t, k, "first")
	play(k, 1)
	written(k)
	segment(t, k, "second")
	play(k, 2)
	k.CloseAll()
	file := filepath.Join(folder, "journal", "000002.log")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text[0] = 'x'
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	k = owed(t, folder, steps(1, 1))
	defer k.CloseAll()
}

// TestOwedTwice: the journal lost its end, and what follows there is written in its place.
// That is owed, too, however soon the program is killed.
func TestOwedTwice(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "b07")
	k, _ := open(t, folder)
	segment(t, k, "first")
	for n := range 4 {
		play(k, n+1)
		written(k) // with a checksum of its own
	}
	acknowledge(k, 0)
	k.CloseAll()
	file := filepath.Join(folder, "journal", "000001.log")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text[:strings.Index(string(text), "300 pause")], 0o600); err != nil {
		t.Fatal(err)
	}
	k, past := open(t, folder)
	if r, err := k.Restore(past.Open, "again", topics(t), 1); err != nil || k.Missing(past, r) == nil {
		t.Fatalf("%v, and nothing is missing", err)
	}
	cursor, err := os.ReadFile(filepath.Join(folder, "cursor"))
	if err != nil {
		t.Fatal(err)
	}
	play(k, 5)
	k.CloseAll()
	if err := os.WriteFile(filepath.Join(folder, "cursor"), cursor, 0o600); err != nil {
		t.Fatal(err)
	}
	k = owed(t, folder, steps(5, 5))
	defer k.CloseAll()
}

// TestOwedMuch: what the broker has not had is more than an outbox takes. Findings give way,
// and then events are refused; when the broker has had what there is, nothing is owed.
func TestOwedMuch(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "b07")
	k, _ := open(t, folder)
	segment(t, k, "first")
	const n = 6
	for i := range n {
		play(k, i+1)
	}
	written(k)
	for range persist.OutboxLimit {
		k.Outbox.Put(transport.Message{Topic: "chess/1/hall/b07/event", QoS: 1})
	}
	play(k, n+1)
	play(k, n+2)
	written(k)
	if k.Outbox.Lost() != n || k.Outbox.Len() > persist.OutboxLimit+1 {
		t.Fatalf("%d findings gave way, %d are kept", k.Outbox.Lost(), k.Outbox.Len())
	}
	acknowledge(k, 0)
	k.CloseAll()
	k, _ = open(t, folder)
	defer k.CloseAll()
	if got, _ := queued(k.Outbox); len(got) > 0 {
		t.Errorf("owed are %d", len(got))
	}
}

// TestCursorTakenAway: the cursor is taken away with its folder while boardd runs. It is
// there again with the next message.
func TestCursorTakenAway(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "b07")
	k, _ := open(t, folder)
	defer k.CloseAll()
	segment(t, k, "first")
	play(k, 1)
	there := func() bool {
		text, err := os.ReadFile(filepath.Join(folder, "cursor"))
		_, bad := persist.ParseCursor(text)
		return err == nil && bad == nil
	}
	await(t, there)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	play(k, 2)
	await(t, there)
}

func await(t *testing.T, yes func() bool) {
	t.Helper()
	for late := time.Now().Add(time.Minute); !yes(); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			t.Fatal("never")
		}
	}
}

// FuzzCursor: whatever a cursor's file holds, it is read as it was written, or not at all.
func FuzzCursor(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte(` 00000000`))
	f.Add([]byte(`{"log":"first","done":2,"segment":"first","safe":3,"stored":2,"reserved":[1000,1000]} 7ae97e8b`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if c, err := persist.ParseCursor(text); err != nil && c != (persist.Cursor{}) {
			t.Errorf("%v, and %+v", err, c)
		}
	})
}
