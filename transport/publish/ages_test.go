package publish

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/boardd/boardd/transport"
)

// TestAges: a message of each second of an outage, then ten in one second, and
// then an outage of a day, of which not each second is remembered.
func TestAges(t *testing.T) {
	start := time.Date(2027, 3, 6, 14, 0, 0, 0, time.UTC)
	at := func(s float64) time.Time { return start.Add(time.Duration(s * float64(time.Second))) }
	var a ages
	if got := a.age(1, at(5)); got != 0 {
		t.Errorf("nothing is known, and it is %v old", got)
	}
	a.note(0, at(0))
	for n := range 10 {
		a.note(uint64(n+1), at(float64(10+n)))
	}
	for n := range 10 {
		a.note(uint64(n+11), at(20+float64(n)/10))
	}
	for _, c := range []struct {
		oldest      uint64
		now         float64
		least, most float64 // seconds
	}{
		{1, 30, 20, 20}, {4, 30, 17, 17}, {10, 30, 11, 11}, {11, 30, 10, 10}, {20, 30, 8, 10}, {20, 90, 68, 70}, {20, 0, 0, 0},
	} {
		if got := a.age(c.oldest, at(c.now)).Seconds(); got < c.least || got > c.most {
			t.Errorf("number %d after %v s: %v s old, want %v to %v", c.oldest, c.now, got, c.least, c.most)
		}
	}
	day := 24 * 60 * 60
	for s := range day {
		a.note(uint64(s+100), at(float64(s+1000)))
	}
	if len(a.marks) > mostMarks {
		t.Errorf("%d marks", len(a.marks))
	}
	got := a.age(100+3600, at(float64(1000+day)))
	if want := time.Duration(day-3600) * time.Second; got > want || got < want-time.Hour {
		t.Errorf("%v old, want %v or somewhat less", got, want)
	}
}

// TestWaiting: what a publisher says of its oldest message and of its disk, with
// nobody to send to.
func TestWaiting(t *testing.T) {
	disk, damage, err := OpenDisk(DiskConfig{Path: filepath.Join(t.TempDir(), "outbox")})
	if err != nil || damage != nil {
		t.Fatal(err, damage)
	}
	defer disk.Close()
	p, err := New(Config{Broker: "tcp://127.0.0.1:1"}, disk)
	if err != nil {
		t.Fatal(err)
	}
	if s := p.Stats(); s.Waiting != 0 {
		t.Errorf("nothing waits, for %v", s.Waiting)
	}
	if err := p.Publish(transport.Message{Topic: "chess/1/hall/b07/event", QoS: 1, Payload: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); p.Stats().Commit == 0 || p.Stats().Waiting == 0; {
		if time.Now().After(deadline) {
			t.Fatalf("never: %+v", p.Stats())
		}
		time.Sleep(time.Millisecond)
	}
}
