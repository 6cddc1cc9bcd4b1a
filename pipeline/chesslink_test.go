package pipeline

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/race"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chesslink"
)

// TestHandsOnChesslink: the fixtures give the same findings and games when they come as a
// ChessLink board's bytes, whichever square is the first of a message.
func TestHandsOnChesslink(t *testing.T) {
	n := 0
	for _, name := range fixtures.Logs() {
		log, err := Read(sensor.NewReader(strings.NewReader(fixtures.Log(name))))
		if err != nil {
			t.Fatal(err)
		}
		if h := log.Header; h.Board != "" || h.Sensor == "occupancy" || len(log.Records) == 0 || log.Records[0].Word != sensor.Board {
			continue
		}
		n++
		want, err := fixtures.Wanted(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, lies := range []sensor.Orientation{sensor.Normal, sensor.Rotated} {
			if (n+i)%race.Fewer(2) > 0 {
				continue // under the race detector each lies one way
			}
			t.Run(name+" "+lies.String(), func(t *testing.T) {
				f := runFixture(t, onChesslink(t, log.Header, log.Records, lies))
				f.checkFindings(want)
				f.checkGames(want)
			})
		}
	}
	if n < 30 {
		t.Errorf("%d fixtures", n)
	}
}

// onChesslink is a log of hands as one of a board that scans after each of them.
func onChesslink(t *testing.T, h *sensor.Header, records []sensor.Record, lies sensor.Orientation) string {
	t.Helper()
	head := *h
	head.Board, head.Orientation = "chesslink", lies
	board := chesslink.Board{Turned: lies == sensor.Rotated}
	text, err := sensor.AppendHeader(nil, &head)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		switch r.Word {
		case sensor.Lift, sensor.Drop, sensor.Board:
			r = sensor.Record{At: r.At, Word: sensor.Rx, Data: board.Step(nil, r)}
		case sensor.Press, sensor.Clock, sensor.Flag:
			if lies == sensor.Rotated {
				r = otherSide(r)
			}
		}
		text = sensor.AppendRecord(text, r)
	}
	return string(text)
}

// otherSide converts a record of a clock to the board's own terms if the board lies
// rotated, with the clock on its usual side.
func otherSide(r sensor.Record) sensor.Record {
	r.Times[0], r.Times[1] = r.Times[1], r.Times[0]
	switch {
	case r.Word != sensor.Clock:
		r.Side = r.Side.Other()
	case r.Running == sensor.WhiteRuns:
		r.Running = sensor.BlackRuns
	case r.Running == sensor.BlackRuns:
		r.Running = sensor.WhiteRuns
	}
	return r
}

// TestChesslinkOccupancy: names of pieces from a look-alike are ignored if the header says
// that it cannot know them.
func TestChesslinkOccupancy(t *testing.T) {
	log, err := Read(sensor.NewReader(strings.NewReader(fixtures.Log("chesslink-game"))))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ sensor, want string }{
		{"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"identified", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"occupancy", "????????/????????/8/8/8/8/????????/????????"},
	} {
		log.Header.Sensor = c.sensor
		e, err := New(log.Header, "test")
		if err != nil {
			t.Fatal(err)
		}
		e.Encoder = ReplayEncoder()
		got := ""
		for _, r := range log.Records {
			for _, d := range e.Step(r).Decoded {
				if d.Word == sensor.Board && got == "" {
					got = d.Placement.String()
				}
			}
		}
		if what := e.About.Sensor; got != c.want || (what == "occupancy") != (c.sensor == "occupancy") {
			t.Errorf("sensor %q: shows %s, and says that it is %s", c.sensor, got, what)
		}
	}
}
