package publish_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// smallFile is the file of an outbox with a few messages and a note, and these.
func smallFile(t testing.TB) ([]byte, publish.Kept) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "outbox.db")
	d := openDisk(t, publish.DiskConfig{Path: path})
	if _, err := d.PutNoted(publish.Note{Key: "b07", Value: []byte("17")}, []transport.Message{event(1), status("ready"), event(2)}); err != nil {
		t.Fatal(err)
	}
	d.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := publish.ReadKept(data)
	if err != nil || len(whole.Messages) != 3 {
		t.Fatalf("%d messages, %v", len(whole.Messages), err)
	}
	return data, whole
}

// judgeKept holds what was read from a damaged file against what is true.
func judgeKept(t *testing.T, what string, got publish.Kept, err error, whole publish.Kept) {
	t.Helper()
	for _, m := range got.Messages {
		same := func(w publish.KeptMessage) bool {
			return w.ID == m.ID && w.Message.Topic == m.Message.Topic && bytes.Equal(w.Message.Payload, m.Message.Payload) && w.Message.Retain == m.Message.Retain
		}
		if !slices.ContainsFunc(whole.Messages, same) {
			t.Fatalf("%s: a message that was never put: %+v", what, m)
		}
	}
	if v, ok := got.Notes["b07"]; ok && string(v) != "17" {
		t.Fatalf("%s: note %q", what, v)
	}
	if err == nil && (len(got.Messages) != len(whole.Messages) || got.Notes["b07"] == nil) {
		t.Fatalf("%s: %d messages, and nobody is told", what, len(got.Messages))
	}
}

// TestDiskDamaged cuts a file at every byte, and changes every byte of it.
func TestDiskDamaged(t *testing.T) {
	data, whole := smallFile(t)
	for n := range data {
		got, err := publish.ReadKept(data[:n])
		judgeKept(t, fmt.Sprintf("cut at %d", n), got, err, whole)
	}
	told := 0
	for n := range data {
		for _, flip := range []byte{0x01, 0x80, 0xff} {
			data[n] ^= flip
			got, err := publish.ReadKept(data)
			data[n] ^= flip
			judgeKept(t, fmt.Sprintf("byte %d ^ %#x", n, flip), got, err, whole)
			if err != nil {
				told++
			}
		}
	}
	t.Logf("%d bytes, %d of %d flips told", len(data), told, 3*len(data))
}

// TestDiskMovedAside: a damaged file is moved aside, what is good in it is kept,
// and all goes on.
func TestDiskMovedAside(t *testing.T) {
	data, _ := smallFile(t)
	path := filepath.Join(t.TempDir(), "outbox.db")
	at := bytes.LastIndex(data, event(2).Payload)
	data[at+3] ^= 0x10
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	d, damage, err := publish.OpenDisk(publish.DiskConfig{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if damage == nil || damage.Aside != path+".damaged" {
		t.Fatalf("damage %+v", damage)
	}
	if aside, err := os.ReadFile(damage.Aside); err != nil || !bytes.Equal(aside, data) {
		t.Errorf("aside: %v", err)
	}
	put(t, d, passing("event", "e9"))
	until(t, "accepted", func() bool { return slices.Contains(kept(t, d), "e9") })
	wantKept(t, d, string(event(1).Payload), "ready", "e9")
}

// FuzzKeptChanged: however many bytes of a file are changed, wherever it is cut, what
// is read was put, and that something is missing is told. Of three bytes each of the
// changes two are the place, and one what is there then.
func FuzzKeptChanged(f *testing.F) {
	data, whole := smallFile(f)
	f.Add([]byte{}, uint16(0))
	f.Add([]byte{0x50, 0x00, 0xff}, uint16(0)) // the meta's checksum
	f.Add([]byte{0x20, 0x10, 0x03, 0x20, 0x00, 0x03}, uint16(0x2000))
	f.Fuzz(func(t *testing.T, changes []byte, cut uint16) {
		damaged := bytes.Clone(data)
		for ; len(changes) >= 3; changes = changes[3:] {
			damaged[int(binary.LittleEndian.Uint16(changes))%len(data)] = changes[2]
		}
		damaged = damaged[:len(data)-int(cut)%len(data)]
		got, err := publish.ReadKept(damaged)
		judgeKept(t, "changed", got, err, whole)
	})
}

// FuzzReadKept: whatever the bytes are, nothing panics, and what is read was checked.
func FuzzReadKept(f *testing.F) {
	data, _ := smallFile(f)
	f.Add(data[:4*os.Getpagesize()])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		got, _ := publish.ReadKept(data)
		for i := range got.Messages {
			if i > 0 && got.Messages[i].ID <= got.Messages[i-1].ID {
				t.Fatalf("number %d after %d", got.Messages[i].ID, got.Messages[i-1].ID)
			}
		}
	})
}
