package bus

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestCommands: the two commands that the maker's papers write out, and those of
// the package comment.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		command Command
		to      Address
		want    string
	}{
		{SendClock, 0x10<<7 | 0x06, "81 10 06 17"},
		{Ping, All, "87 00 00 07"},
		{Ping, 1025, "87 08 01 10"},
		{SendChanges, 1025, "83 08 01 0c"},
		{SendBoard, 16383, "82 7f 7f 00"},
	} {
		if got := c.command.Append(nil, c.to); !bytes.Equal(got, wire(t, c.want)) {
			t.Errorf("%02x to %d: % x, want %s", byte(c.command), c.to, got, c.want)
		}
	}
}

// TestAllowed: nothing but whole commands of these.
func TestAllowed(t *testing.T) {
	for _, c := range []Command{0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x8a, 0x8b, 0x91} {
		if !Allowed(c.Append(nil, 1025)) {
			t.Errorf("%02x is refused", byte(c))
		}
		if Allowed(c.Append(nil, All)) != (c == Ping) {
			t.Errorf("%02x to all boards", byte(c))
		}
		whole := c.Append(nil, 1025)
		for i := range whole {
			damaged := bytes.Clone(whole)
			damaged[i] ^= 0x04
			if Allowed(damaged) {
				t.Errorf("% x is allowed", damaged)
			}
		}
		if Allowed(whole[:3]) || Allowed(append(whole, 0)) || Allowed(append(whole, whole...)) {
			t.Errorf("a part of % x, or more than that, is allowed", whole)
		}
	}
	for id := range 256 {
		known := slices.Contains([]int{0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x8a, 0x8b, 0x91}, id)
		if Allowed(Command(id).Append(nil, 1025)) != known {
			t.Errorf("%02x: allowed %v", id, !known)
		}
		if Allowed([]byte{byte(id)}) {
			t.Errorf("%02x by itself is allowed", id)
		}
	}
	if Allowed(nil) {
		t.Error("nothing is allowed")
	}
}

// packet is what cut makes of a packet or a loss, in words.
func cut(f *Framer, data []byte) (out []string) {
	f.Write(data)
	for {
		p, lost, more := f.Next()
		switch {
		case !more:
			return out
		case lost.Bytes > 0:
			out = append(out, fmt.Sprintf("%d %s", lost.Bytes, lost.What))
		default:
			out = append(out, fmt.Sprintf("%02x %s % x", p.ID, p.From, p.Data))
		}
	}
}

func TestFrames(t *testing.T) {
	const nothing, here, e2, version = "85 00 06 08 01 14", "87 00 06 08 01 16", "85 00 08 08 01 40 34 0a", "89 00 08 08 01 01 03 1e"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"nothing new":           {nothing, []string{"85 01025 "}},
		"here":                  {here, []string{"87 01025 "}},
		"a change":              {e2, []string{"85 01025 40 34"}},
		"version":               {version, []string{"89 01025 01 03"}},
		"old version":           {"89 00 06 08 01 18", []string{"89 01025 "}},
		"two":                   {nothing + e2, []string{"85 01025 ", "85 01025 40 34"}},
		"checksum":              {"85 00 08 08 01 40 35 0a" + here, []string{"8 8 bytes thrown away: packet 85 of 8 bytes has a wrong checksum", "87 01025 "}},
		"cut off":               {"85 00 08 08" + here, []string{"4 4 bytes thrown away: packet 85 cut off after 4 bytes", "87 01025 "}},
		"cut off in data":       {"85 00 08 08 01 40" + here, []string{"6 6 bytes thrown away: packet 85 cut off after 6 bytes", "87 01025 "}},
		"cut off at once":       {"85" + here, []string{"1 1 bytes thrown away: packet 85 cut off after 1 bytes", "87 01025 "}},
		"junk":                  {"00 12" + here, []string{"2 2 bytes thrown away: no packet begins there", "87 01025 "}},
		"impossible length":     {"87 00 07 08 01" + here, []string{"5 5 bytes thrown away: packet 87 says that it has 7 bytes", "87 01025 "}},
		"too short":             {"85 00 05 08 01" + here, []string{"5 5 bytes thrown away: packet 85 says that it has 5 bytes", "87 01025 "}},
		"too long":              {"85 3e 07" + here, []string{"3 3 bytes thrown away: packet 85 says that it has 7943 bytes", "87 01025 "}},
		"one that nobody knows": {"b9 00 07 08 01 05 4e" + here, []string{"b9 01025 05", "87 01025 "}},
		"not whole yet":         {"85 00 08 08 01 40 34", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var f Framer
			if got := cut(&f, wire(t, c.text)); !slices.Equal(got, c.want) {
				t.Errorf("\n got %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestWideFrames: where data may have bit 7 set, a packet ends by its length.
func TestWideFrames(t *testing.T) {
	f := Framer{Wide: true}
	whole := AppendPacket(nil, idChanges, 1025, 0x9c, 0x12, 0x40, 0x34)
	broken := bytes.Clone(whole)
	broken[5]++
	got := cut(&f, bytes.Join([][]byte{whole, broken, whole}, nil))
	want := []string{"85 01025 9c 12 40 34", "10 10 bytes thrown away: packet 85 of 10 bytes has a wrong checksum", "85 01025 9c 12 40 34"}
	if !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// stream is packets of every kind.
func stream() (all [][]byte) {
	codes := (&Board{}).Codes()
	for _, p := range []struct {
		id   byte
		data []byte
	}{
		{idHere, nil}, {idVersion, []byte{1, 3}}, {idSerial, []byte("3000147740")}, {idChanges, nil}, {idBoard, codes[:]},
		{idChanges, []byte{0x41, 0x24}}, {idClock, []byte{0x20, 3, 0, 0x20, 3, 0, 9}}, {idChanges2, []byte{0x40, 0x24, 0x72, 0x59, 0x57}},
		{idChanges, []byte{0x7f, 0x7f, 0x7f, 0x6a, 0x45, 0x3c, 0x4b, 0x04}}, {idMarked, nil}, {idGame, []byte{0x7b, 0x45, 0x3c, 0x41, 0x34}},
		{idTrademark, []byte("text")}, {0xb9, []byte{5}}, {idHere, nil},
	} {
		all = append(all, AppendPacket(nil, p.id, 1025, p.data...))
	}
	return all
}

// TestDeletedByte: without any one byte of the stream one packet is lost, and
// that is told once.
func TestDeletedByte(t *testing.T) {
	all := stream()
	for k, p := range all[:len(all)-1] {
		var without Framer
		want := cut(&without, bytes.Join(slices.Delete(slices.Clone(all), k, k+1), nil))
		for i := range p {
			damaged := slices.Clone(all)
			damaged[k] = slices.Delete(bytes.Clone(p), i, i+1)
			var f Framer
			got := cut(&f, bytes.Join(damaged, nil))
			losses := len(got) - len(want)
			got = slices.DeleteFunc(got, func(s string) bool { return !slices.Contains(want, s) })
			if losses != 1 || !slices.Equal(got, want) {
				t.Errorf("% x instead of % x:\n got %q\nwant %q", damaged[k], p, got, want)
			}
		}
	}
}

// FuzzDecoder: no bytes make it panic, nor depend on the cut; and after them it
// finds its place again.
func FuzzDecoder(f *testing.F) {
	for _, p := range stream() {
		f.Add(p, uint64(1), false)
	}
	f.Add(bytes.Join(stream(), nil), uint64(7), false)
	f.Add(bytes.Join(stream(), nil), uint64(8), true)
	f.Add(bytes.Repeat([]byte{0x85, 0x3e, 0x06}, 300), uint64(3), false)
	f.Fuzz(func(t *testing.T, data []byte, seed uint64, wide bool) {
		decode := func(pieces ...[]byte) (all []string) {
			d := Decoder{Address: 1025}
			d.frame.Wide = wide
			for _, p := range pieces {
				all = append(all, lines(d.Step(nil, 5, p))...)
			}
			return all
		}
		want := decode(data)
		rng := rand.New(rand.NewPCG(seed, 1))
		var pieces [][]byte
		for rest := data; len(rest) > 0; {
			n := min(1+rng.IntN(8), len(rest))
			pieces, rest = append(pieces, rest[:n]), rest[n:]
		}
		if got := decode(pieces...); !reflect.DeepEqual(got, want) {
			t.Fatalf("cut up:\n got %q\nwant %q", got, want)
		}
		codes := (&Board{}).Codes()
		dump := AppendPacket(nil, idBoard, 1025, codes[:]...)
		flush := bytes.Repeat([]byte{0}, longest) // the end of whatever packet has begun
		got := decode(data, flush, dump)
		if len(got) == 0 || got[len(got)-1] != "board 8/8/8/8/8/8/8/8" {
			t.Fatalf("a dump after % x is not seen: %q", data, got)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	data := bytes.Join([][]byte{AppendPacket(nil, idClock, 1025, 0x20, 0x03, 0x00, 0x20, 0x03, 0x00, 0x09),
		AppendPacket(nil, idChanges, 1025, 0x40, 0x34, 0x41, 0x24, 0x72, 0x02, 0x59),
		AppendPacket(nil, idChanges, 1025, 0x40, 0x24, 0x41, 0x34, 0x62, 0x02, 0x59)}, nil)
	codes := (&Board{}).Codes()
	d := Decoder{Address: 1025}
	dst := d.Step(nil, 0, AppendPacket(nil, idBoard, 1025, codes[:]...))
	n := 0
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		dst = d.Step(dst[:0], 0, data)
		n += len(dst)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
}
