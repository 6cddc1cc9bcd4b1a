package finder

// station is one speed at which is listened, and what is asked there.
type station struct {
	baud int
	ask  string  // as it goes over a line of 8 bits; empty: nothing
	asks []int64 // when, in milliseconds after the line was set
	stay int64   // how long in all
	ears []func() ear
}

// stations are tried in this order. A Certabo frame takes 0.24 s, and the first
// may have begun before; opening the port may have reset an Arduino, which is in
// its boot loader for up to 2 s; boards of a DGT bus take up to 1.1 s to answer a
// ping, and one alone may spend the next question on leaving bus mode.
var stations = [...]station{
	{baud: 38400, stay: 800, ears: []func() ear{certaboEar, tabutronicEar, chesslinkEar}},
	{baud: 9600, ask: askBus, asks: []int64{100}, stay: 1400, ears: []func() ear{busEar, dgtEar, textEar}},
	{baud: 9600, ask: askDGT, asks: []int64{200, 600}, stay: 1200, ears: []func() ear{dgtEar, textEar}},
	{baud: 38400, ask: askChessLink, asks: []int64{50, 400}, stay: 800, ears: []func() ear{certaboEar, tabutronicEar, chesslinkEar}},
	{baud: 115200, ask: askText, asks: []int64{200, 2200}, stay: 4000, ears: []func() ear{textEar}},
	{baud: 9600, ask: askText, asks: []int64{50, 2050}, stay: 4000, ears: []func() ear{dgtEar, textEar}},
}

// RoundTime is how long it takes to try everything once, in milliseconds.
func RoundTime() int64 {
	total := int64(0)
	for i := range stations {
		total += stations[i].stay
	}
	return total
}

// The questions. With parity in bit 7 V56 is d6 b5 b6.
const (
	askBus       = "\x87\x00\x00\x07"
	askDGT       = "\x45"
	askChessLink = "\xd6\xb5\xb6"
	askText      = "\nhello?\n"
)

// Allowed reports whether data is one of the questions.
func Allowed(data []byte) bool {
	for i := range stations {
		if s := &stations[i]; len(s.asks) > 0 && string(data) == s.ask {
			return true
		}
	}
	return false
}
