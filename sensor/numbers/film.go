package numbers

import "github.com/boardd/boardd/sensor"

// Talker is a simulated board that talks by itself: told what hands do, it
// shows in its next frame what it reads then.
type Talker interface {
	Step(hand sensor.Record)
	Frame(dst []byte) []byte
}

// Film is what a port brings while hands play on a board: a Link, and the bytes
// of a frame every so many milliseconds until a time, in reads of so many bytes;
// 0 is whole frames. A frame shows the board as it was when the frame began; its
// bytes come evenly spread over the time until the next. What hands did at time
// 0 or before stands there from the beginning.
func Film(board Talker, every int64, hands []sensor.Record, until int64, read int) []sensor.Record {
	film := []sensor.Record{{Word: sensor.Link, On: true}}
	for now := int64(0); now < until; now += every {
		for len(hands) > 0 && hands[0].At <= now {
			board.Step(hands[0])
			hands = hands[1:]
		}
		frame := board.Frame(nil)
		size := len(frame)
		for sent := 0; sent < size; {
			n := size - sent
			if read > 0 {
				n = min(read, n)
			}
			film = append(film, sensor.Record{At: now + every*int64(sent+n)/int64(size), Word: sensor.Rx, Data: frame[sent : sent+n]})
			sent += n
		}
	}
	return film
}
