package bus

import (
	"slices"
	"testing"
)

// TestSearch: boards that nobody has named are found though their answers meet.
func TestSearch(t *testing.T) {
	numbers := []int{7, 1025, 1026, 4711, 9000, 9001, 12345, 16383}
	h := newHall(numbers...)
	h.host.Search = true
	h.host.Opened(0)
	h.run(25000)
	var found []int
	for _, s := range h.host.Stations() {
		found = append(found, int(s.Address))
	}
	slices.Sort(found)
	if !slices.Equal(found, numbers) {
		t.Errorf("found %v", found)
	}
	if h.host.state != polling {
		t.Errorf("%v still", h.host.state)
	}
	for i, b := range h.line.Boards {
		expect(t, h.shownSince(i)[:1], initial)
		if b.Single {
			t.Errorf("%d has left bus mode", b.Number)
		}
	}
}

// TestSearchAgain: while there is nobody it is looked for boards every ten
// seconds, and later for others than those that are there.
func TestSearchAgain(t *testing.T) {
	h := newHall(1025, 1026)
	h.line.Boards[0].Dead, h.line.Boards[1].Dead = true, true
	h.host.Search = true
	h.host.Opened(0)
	h.run(5000)
	h.line.Boards[0].Dead = false
	h.run(16000)
	if n := len(h.host.Stations()); n != 1 {
		t.Fatalf("%d boards found", n)
	}
	h.line.Boards[1].Dead = false
	h.run(300000)
	if n := len(h.host.Stations()); n != 1 {
		t.Errorf("%d boards found too soon", n)
	}
	h.run(325000)
	if n := len(h.host.Stations()); n != 2 {
		t.Errorf("%d boards found", n)
	}
}

// FuzzHost: whatever a line says, nothing but whole commands goes out, and
// time goes on.
func FuzzHost(f *testing.F) {
	f.Add([]byte{0x87, 0, 6, 8, 1, 0x16, 0x85, 0, 6, 8, 1, 0x14}, uint8(10))
	f.Add([]byte{0x87, 0, 6, 8, 2, 0x17, 0xff, 0x40, 0x41}, uint8(3))
	f.Add(make([]byte, 600), uint8(200))
	f.Fuzz(func(t *testing.T, data []byte, pace uint8) {
		h := Host{Expected: []Address{1025, 1026}, Search: true}
		h.Opened(0)
		now, idle := int64(0), 0
		for n := 0; n < 3000 && (len(data) > 0 || idle < 40); n++ {
			if len(data) > 0 && n%2 == 0 {
				now += int64(pace)
				k := min(len(data), 1+int(pace)%7)
				h.Hear(now, data[:k])
				data = data[k:]
			} else {
				now = max(now, h.Deadline())
				idle++
			}
			out := h.Step(nil, now)
			if len(out) > 0 && !Allowed(out) {
				t.Fatalf("sent % x", out)
			}
			if len(out) == 0 && h.Deadline() <= now && idle > 0 && n%2 == 1 {
				if out = h.Step(nil, now); len(out) == 0 && h.Deadline() <= now {
					t.Fatalf("deadline %d at %d in %v", h.Deadline(), now, h.state)
				}
			}
		}
	})
}
