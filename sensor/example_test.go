package sensor_test

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// A log is lines of text: a header, then a record a line with its time in
// milliseconds.
func ExampleReader() {
	const log = `#! boardd-log 1
#: time blitz
# White opens
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
1000 lift e2 P
1200 drop e4 P
1500 press w
`
	r := sensor.NewReader(strings.NewReader(log))
	h, err := r.Header()
	if err != nil {
		fmt.Println(err) // it names the line
		return
	}
	fmt.Println("time control:", h.Time)
	records, err := r.ReadAll()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range records {
		if r.Word == sensor.Lift || r.Word == sensor.Drop {
			fmt.Println(r.At, "ms:", r.Word, r.Square, r.Piece)
		}
	}
	// Output:
	// time control: blitz
	// 1000 ms: lift e2 P
	// 1200 ms: drop e4 P
}

// A program that knows a board can write the log itself.
func ExampleAppendRecord() {
	log, err := sensor.AppendHeader(nil, &sensor.Header{Time: "blitz"})
	if err != nil {
		fmt.Println(err)
		return
	}
	log = sensor.AppendRecord(log, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	log = sensor.AppendRecord(log, sensor.Record{At: 1000, Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn})
	log = sensor.AppendRecord(log, sensor.Record{At: 1200, Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn})
	fmt.Print(string(log))
	// Output:
	// #! boardd-log 1
	// #: time blitz
	// 0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
	// 1000 lift e2 P
	// 1200 drop e4 P
}

// The pieces show that the board lies the other way round: the Orienter turns what
// the decoder read into squares of the game.
func ExampleOrienter() {
	var o sensor.Orienter
	records := o.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial.Rotated()})
	records = o.Step(records, sensor.Record{At: 1000, Word: sensor.Lift, Square: placement.D7, Piece: placement.WhitePawn})
	fmt.Println("the board lies", o.Lies())
	for _, r := range records {
		fmt.Print(string(sensor.AppendRecord(nil, r)))
	}
	// Output:
	// the board lies rotated
	// 0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
	// 1000 lift e2 P
}
