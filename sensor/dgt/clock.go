package dgt

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Clock reads a board's messages about its clock. They have the same seven bytes
// of data in single-board and in bus mode; the internal log adds the lever. In
// the records, White is the player of the second triple. The zero value knows of
// no clock.
type Clock struct {
	attached bool
	last     sensor.Record // the last Clock record, with Times and Running
	up       bool          // the lever, bit 1: up on the first triple's side
	shown    [2]bool       // by Color: a Flag was reported
	low      bool          // the battery is low
	jumped   bool          // the last message was refused because a time jumped up
	wrong    bool          // the last message was refused because it held no time
}

// ClockMessage is the kind of a message of the clock.
type ClockMessage uint8

// The kinds of messages of the clock.
const (
	ClockNothing    ClockMessage = iota // no time, as Bluetooth boards send now and then, or no clock
	ClockAnswer                         // the answer to a command
	ClockTime                           // a time
	ClockWrong                          // an impossible time
	ClockWrongAgain                     // another impossible time in a row
)

// mostHours is the most that a clock shows. biggestJump, in milliseconds, is the most by
// which a time may rise from one message to the next. Both come from a driver in wide use.
// A bigger jump is accepted if the next message has one too: the clock was set for another
// game.
const (
	mostHours   = 9
	biggestJump = 3600 * 1000
)

// Step takes the data of a clock message and appends its records: a Press first,
// then the Clock, then a Flag.
func (c *Clock) Step(dst []sensor.Record, at int64, data [7]byte) ([]sensor.Record, ClockMessage) {
	switch {
	case data == [7]byte{}:
		return dst, ClockNothing
	case data[0]&hoursMask == ackMark || data[3]&hoursMask == ackMark:
		return dst, ClockAnswer
	case data[6]&clockAbsent != 0:
		return c.gone(dst, at), ClockNothing
	}
	now, ok := reading(data)
	now.At = at
	if !ok || c.jumps(&now) {
		return dst, c.refuse(!ok)
	}
	c.jumped, c.wrong = false, false
	c.low = data[6]&clockLow != 0
	dst = c.lever(dst, at, LeverUp(data))
	if !c.attached || now.Times != c.last.Times || now.Running != c.last.Running {
		dst = append(dst, now)
	}
	c.attached, c.last = true, now
	return c.flags(dst, at, [2]byte{data[3], data[0]}), ClockTime
}

// Attached reports whether there is a clock.
func (c *Clock) Attached() bool { return c.attached }

// Running returns whose clock runs, by the last message.
func (c *Clock) Running() sensor.Running { return c.last.Running }

// BatteryLow reports whether the clock's battery is low.
func (c *Clock) BatteryLow() bool { return c.low }

// Up reports whether the lever is up on the side of the first triple's player, by
// the last message.
func (c *Clock) Up() bool { return c.up }

// LeverUp reports the same as Up for the data of a message.
func LeverUp(data [7]byte) bool { return data[6]&clockLever != 0 }

// Halted takes an entry of the internal log: the lever stopped side's clock. It
// appends a Press if the clock was running and the press is not known yet.
func (c *Clock) Halted(dst []sensor.Record, at int64, side placement.Color) []sensor.Record {
	from := len(dst)
	dst = c.lever(dst, at, side == placement.White)
	if len(dst) > from {
		c.last.Running = sensor.RunningFor(side.Other())
	}
	return dst
}

// reading turns a message into a Clock record without a time stamp. ok is false if a digit
// is invalid, or if a time is longer than a clock can show.
func reading(data [7]byte) (r sensor.Record, ok bool) {
	r = sensor.Record{Word: sensor.Clock}
	white, okWhite := milliseconds([3]byte(data[3:6]))
	black, okBlack := milliseconds([3]byte(data[0:3]))
	r.Times = [2]int64{placement.White: white, placement.Black: black}
	switch {
	case data[6]&clockRuns == 0:
	case data[6]&clockLever == 0:
		r.Running = sensor.WhiteRuns
	default:
		r.Running = sensor.BlackRuns
	}
	return r, okWhite && okBlack
}

// milliseconds reads a triple.
func milliseconds(t [3]byte) (int64, bool) {
	hours := int64(t[0] & hoursMask)
	minutes, okMinutes := bcd(t[1])
	seconds, okSeconds := bcd(t[2])
	return ((hours*60+minutes)*60 + seconds) * 1000, hours <= mostHours && okMinutes && okSeconds
}

// bcd reads minutes or seconds.
func bcd(b byte) (int64, bool) {
	tens, ones := int64(b>>4), int64(b&15)
	return tens*10 + ones, tens <= 5 && ones <= 9
}

// jumps reports whether a time rises by more than it can.
func (c *Clock) jumps(now *sensor.Record) bool {
	if !c.attached || c.jumped {
		return false
	}
	for side, t := range now.Times {
		if t > c.last.Times[side]+biggestJump {
			return true
		}
	}
	return false
}

// refuse notes that a message is not believed.
func (c *Clock) refuse(wrong bool) ClockMessage {
	again := c.wrong && wrong
	c.wrong, c.jumped = wrong, !wrong
	if again {
		return ClockWrongAgain
	}
	return ClockWrong
}

// gone handles the message that there is no clock.
func (c *Clock) gone(dst []sensor.Record, at int64) []sensor.Record {
	was := c.attached
	*c = Clock{low: c.low}
	if !was {
		return dst
	}
	return append(dst, sensor.News(at, "the clock has been unplugged"))
}

// lever appends a Press for a change of the lever while the clock runs. While it
// stands, before a game for example, the lever is set and not pressed.
func (c *Clock) lever(dst []sensor.Record, at int64, up bool) []sensor.Record {
	was, ran := c.up, c.last.Running != sensor.Stopped
	c.up = up
	if !c.attached || !ran || up == was {
		return dst
	}
	presser := placement.Black
	if up {
		presser = placement.White
	}
	return append(dst, sensor.Record{At: at, Word: sensor.Press, Side: presser})
}

// flags appends a Flag when one is first shown; hours are the hours bytes, by
// Color.
func (c *Clock) flags(dst []sensor.Record, at int64, hours [2]byte) []sensor.Record {
	for side, h := range hours {
		shown := h&(flagFallen|flagShown) != 0
		if shown && !c.shown[side] {
			dst = append(dst, sensor.Record{At: at, Word: sensor.Flag, Side: placement.Color(side)})
		}
		c.shown[side] = shown
	}
	return dst
}

// time takes a message of the clock. Of several impossible ones in a row it reports the
// first.
func (d *Decoder) time(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	data := [7]byte(message[headerSize:])
	up, known := d.clock.up, d.clock.attached
	dst, kind := d.clock.Step(dst, at, data)
	if known && d.clock.up != up {
		d.past.Lever()
	}
	switch kind {
	case ClockAnswer:
		d.counts.Acks++
	case ClockTime:
		d.counts.Times++
		d.info.ClockBatteryLow = d.clock.low
	case ClockWrong:
		return d.lost(dst, at, sensor.Loss{Bytes: timeSize, What: ClockTrouble(data)})
	}
	return dst
}

// ClockTrouble returns the text for a refused message.
func ClockTrouble(data [7]byte) string { return fmt.Sprintf("clock message % x cannot be right", data) }
