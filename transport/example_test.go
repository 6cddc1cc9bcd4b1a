package transport_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// opening is a log: White and Black move, and each presses the clock.
const opening = `#! boardd-log 1
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
1000 clock 180000 180000 w
5000 lift e2 P
5400 drop e4 P
6000 press w
9000 lift c7 p
9400 drop c5 p
10000 press b
12000 clock 176000 179000 w
`

// play feeds a log to a tracker, and calls each after every record.
func play(t *touchmove.Tracker, text string, each func(at int64, found []touchmove.Finding)) error {
	records, err := sensor.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return err
	}
	for i, r := range records {
		for at, ok := t.Deadline(); ok && at <= r.At; at, ok = t.Deadline() {
			each(at, t.Wake(at))
		}
		each(r.At, t.Step(touchmove.Event(i+1), r))
	}
	return nil
}

// An Encoder turns each step of a tracker into messages for the broker. Relays read
// the events; findings are for the arbiter.
func ExampleEncoder() {
	topics, err := transport.NewTopics("hall", "b1")
	if err != nil {
		fmt.Println(err)
		return
	}
	tracker := touchmove.New(touchmove.Config{GameID: "b1"})
	encoder := transport.NewEncoder(topics, "s1")
	var messages []transport.Message
	err = play(tracker, opening, func(at int64, found []touchmove.Finding) {
		sensed, differ := tracker.Sensed()
		messages = encoder.Step(messages, transport.View{At: at, Game: tracker.Game(), Findings: found, Sensed: sensed, Differ: differ})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range messages {
		if strings.HasSuffix(m.Topic, "/event") {
			fmt.Printf("%s\n", m.Payload)
		}
	}
	// Output:
	// {"schema":"boardd.event/1.0","board":"b1","session":"s1","seq":1,"at":"2000-01-01T00:00:00.000Z","synced":false,"historical":false,"type":"game_start","game_id":"b1-1","rev":1,"ply":0,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","variant":"standard"}
	// {"schema":"boardd.event/1.0","board":"b1","session":"s1","seq":4,"at":"2000-01-01T00:00:06.252Z","synced":false,"historical":false,"type":"move","game_id":"b1-1","rev":6,"ply":1,"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","uci":"e2e4","san":"e4","state":"completed"}
	// {"schema":"boardd.event/1.0","board":"b1","session":"s1","seq":6,"at":"2000-01-01T00:00:10.252Z","synced":false,"historical":false,"type":"move","game_id":"b1-1","rev":10,"ply":2,"fen":"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2","uci":"c7c5","san":"c5","state":"completed"}
}

// The game of a log as PGN.
func ExampleAppendPGN() {
	tracker := touchmove.New(touchmove.Config{GameID: "b1", Tags: map[string]string{"White": "Anderssen", "Black": "Kieseritzky"}})
	if err := play(tracker, opening, func(int64, []touchmove.Finding) {}); err != nil {
		fmt.Println(err)
		return
	}
	os.Stdout.Write(transport.AppendPGN(nil, tracker.Game(), transport.PGNHeader{Site: "Hall", Date: "2026.11.22"}))
	// Output:
	// [Event "Casual game"]
	// [Site "Hall"]
	// [Date "2026.11.22"]
	// [Round "-"]
	// [White "Anderssen"]
	// [Black "Kieseritzky"]
	// [Result "*"]
	// [GameId "b1-1"]
	//
	// 1. e4 c5 *
}

// A request of an arbiter, as it comes from the broker. If it cannot be parsed, the answer
// contains the reason.
func ExampleParseCommand() {
	request, err := transport.ParseCommand("takeback", []byte(`{"transaction":"t1","ply":3}`), false)
	fmt.Println(request.Command.Verb == touchmove.Takeback, request.Command.Ply, err)
	_, err = transport.ParseCommand("takeback", []byte(`{"transaction":"t2","ply":"three"}`), false)
	fmt.Println(err)
	// Output:
	// true 3 <nil>
	// request: field ply is a string
}
