package sensor

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// FuzzReadLog: whatever the bytes are, reading does not panic, and what was
// read, written and read again is the same.
func FuzzReadLog(f *testing.F) {
	f.Add([]byte(logText))
	f.Add([]byte(logText[:len(logText)-3]))
	for _, c := range badLogs {
		f.Add([]byte(FirstLine + "\n" + c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r := NewReader(bytes.NewReader(text))
		all, err := r.ReadAll()
		if err != nil {
			return
		}
		checkSameAgain(t, &r.header, all)
	})
}

func checkSameAgain(t *testing.T, h *Header, records []Record) {
	t.Helper()
	out, err := AppendHeader(nil, h)
	if err != nil {
		t.Fatalf("%+v: %v", h, err)
	}
	for _, r := range records {
		out = AppendRecord(out, r)
	}
	r := NewReader(bytes.NewReader(out))
	again, err := r.ReadAll()
	if err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if !reflect.DeepEqual(again, records) || !reflect.DeepEqual(&r.header, h) {
		t.Errorf("got  %+v %+v\nwant %+v %+v", r.header, again, *h, records)
	}
}

// FuzzAppendRecord: whatever a record holds, it is written as at most one line.
func FuzzAppendRecord(f *testing.F) {
	f.Add(uint8(Cmd), int64(5), "pause", []byte("{\n \"a\": 1\r\n}"), uint8(3))
	f.Add(uint8(Rx), int64(5), "", []byte{1, 2}, uint8(200))
	f.Add(uint8(Fault), int64(-5), "a b", []byte("lost"), uint8(64))
	f.Fuzz(func(t *testing.T, word uint8, at int64, verb string, data []byte, other uint8) {
		r := Record{At: at, Word: Word(word), Verb: verb, Data: data, Square: placement.Square(other),
			Piece: placement.Piece(other), Side: placement.Color(other), Running: Running(other)}
		line := AppendRecord(nil, r)
		if len(line) > 0 && bytes.IndexByte(line, '\n') != len(line)-1 {
			t.Errorf("%+v is written as %q", r, line)
		}
	})
}

// TestCmdSurvives: a command with line ends between its parts, in a verb that
// is none and with bytes that are not UTF-8 is still one line that can be read.
func TestCmdSurvives(t *testing.T) {
	line := AppendRecord([]byte(FirstLine+"\n"),
		Record{At: 7, Word: Cmd, Verb: "a/b\x00é\n", Data: []byte(" {\r\n\"x\": \"\xff\"\n} ")})
	rec, err := NewReader(bytes.NewReader(line)).Next()
	if err != nil {
		t.Fatalf("%v in %q", err, line)
	}
	if rec.Verb != "a_b____" || string(rec.Data) != `{  "x": "`+"\uFFFD"+`" }` {
		t.Errorf("got %q %q", rec.Verb, rec.Data)
	}
}

func TestFaultIsNotWritten(t *testing.T) {
	for _, r := range []Record{{Word: Fault, Data: []byte("lost")}, {}, {Word: 99}} {
		if out := AppendRecord(nil, r); len(out) != 0 {
			t.Errorf("%+v is written as %q", r, out)
		}
	}
}

func TestAppendRemark(t *testing.T) {
	out := AppendRemark([]byte(FirstLine+"\n"), "two\n0 pause\r")
	if want := FirstLine + "\n# two\n# 0 pause \n"; string(out) != want {
		t.Errorf("got %q, want %q", out, want)
	}
	if all, err := NewReader(bytes.NewReader(out)).ReadAll(); err != nil || len(all) != 0 {
		t.Errorf("got %v, %v", all, err)
	}
}

// benchmarkLog is a log of many small records.
func benchmarkLog() []byte {
	game := "1060 lift e2 P\n1120 drop e4 P\n2400 press w\n2400 clock 180000 179000 b\n"
	return []byte(FirstLine + "\n" + strings.Repeat(strings.NewReplacer("1060", "9", "1120", "9", "2400", "9").Replace(game), 2500))
}

func BenchmarkRead(b *testing.B) {
	text := benchmarkLog()
	b.ReportAllocs()
	for b.Loop() {
		r, n := NewReader(bytes.NewReader(text)), 0
		for {
			if _, err := r.Next(); err != nil {
				break
			}
			n++
		}
		if n != 10000 {
			b.Fatal(r.err)
		}
	}
	b.ReportMetric(10000*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkReadRx(b *testing.B) {
	text := []byte(FirstLine + "\n" + strings.Repeat("9 rx 8d 00 0a 20 03 02 20 03 02 09\n9 rx 8e 00 05 34 00\n", 5000))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(bytes.NewReader(text))
		for {
			if _, err := r.Next(); err != nil {
				break
			}
		}
	}
	b.ReportMetric(10000*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkAppend(b *testing.B) {
	all, err := NewReader(bytes.NewReader(benchmarkLog())).ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		out = out[:0]
		for i := range all {
			out = AppendRecord(out, all[i])
		}
	}
	b.ReportMetric(float64(len(all))*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}
