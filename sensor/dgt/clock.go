package dgt

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Clock reads what a board tells of its clock: the seven bytes that are the
// same in single-board and in bus mode, and the lever in the internal log. In
// its records White is the player of the second triple. The zero value knows
// of no clock.
type Clock struct {
	attached bool
	last     sensor.Record // the last Clock record: Times and Running
	up       bool          // the lever, bit 1: up on the first triple's side
	shown    [2]bool       // by Color: the flag has been reported
	low      bool          // the battery
	jumped   bool          // the last message was not believed, for a time that jumped up
	wrong    bool          // the last message held no time at all
}

// ClockSaid is what a message of the clock was.
type ClockSaid uint8

// What a message of the clock can be.
const (
	ClockNothing    ClockSaid = iota // no time, as Bluetooth boards send now and then, or no clock
	ClockAnswer                      // to a command
	ClockTime                        // a time that is believed
	ClockWrong                       // a time that cannot be
	ClockWrongAgain                  // another one in a run of them
)

// mostHours is the most that a clock shows, and biggestJump the most that a
// time goes up from one message to the next, in milliseconds. Both are what
// a driver in wide use goes by. A bigger jump is believed when the next
// message shows one too: the clock has been set for another game.
const (
	mostHours   = 9
	biggestJump = 3600 * 1000
)

// Step takes the data of a message of the clock: a time, the answer to a
// command, or neither. From one message a Press comes first, then the Clock,
// then a Flag.
func (c *Clock) Step(dst []sensor.Record, at int64, data [7]byte) ([]sensor.Record, ClockSaid) {
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
		return dst, c.disbelieve(!ok)
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

// Running is whose clock runs, as it said last.
func (c *Clock) Running() sensor.Running { return c.last.Running }

// BatteryLow reports whether the clock says that its battery is low.
func (c *Clock) BatteryLow() bool { return c.low }

// Up reports whether the lever is up on the side of the first triple's player, as
// far as is known.
func (c *Clock) Up() bool { return c.up }

// LeverUp reports the same of a message.
func LeverUp(data [7]byte) bool { return data[6]&clockLever != 0 }

// Halted takes from the internal log that a player's time was stopped by the
// lever: a Press, if the clock was running and the press is not known yet.
func (c *Clock) Halted(dst []sensor.Record, at int64, side placement.Color) []sensor.Record {
	from := len(dst)
	dst = c.lever(dst, at, side == placement.White)
	if len(dst) > from {
		c.last.Running = sensor.RunningFor(side.Other())
	}
	return dst
}

// reading is the message as a Clock record, without its time; false if it
// holds digits that are none, or more than a clock can show.
func reading(data [7]byte) (sensor.Record, bool) {
	r := sensor.Record{Word: sensor.Clock}
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

// jumps reports whether a time goes up by more than can be.
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

// disbelieve leaves a message out.
func (c *Clock) disbelieve(wrong bool) ClockSaid {
	again := c.wrong && wrong
	c.wrong, c.jumped = wrong, !wrong
	if again {
		return ClockWrongAgain
	}
	return ClockWrong
}

// gone takes a message that there is no clock.
func (c *Clock) gone(dst []sensor.Record, at int64) []sensor.Record {
	was := c.attached
	*c = Clock{low: c.low}
	if !was {
		return dst
	}
	return append(dst, sensor.Notice(at, "the clock has been unplugged"))
}

// lever makes a change of the lever a Press, if the clock was running. Before
// a game, and while it is stopped, the lever is set and not pressed.
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

// flags reports a flag when it is first shown; hours are the hours bytes by Color.
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

// time takes a message of the clock. Of a run that cannot be right the first is
// told.
func (d *Decoder) time(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	data := [7]byte(message[headerSize:])
	up, known := d.clock.up, d.clock.attached
	dst, said := d.clock.Step(dst, at, data)
	if known && d.clock.up != up {
		d.past.Lever()
	}
	switch said {
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

// ClockTrouble says of a message that it was not believed.
func ClockTrouble(data [7]byte) string { return fmt.Sprintf("clock message % x cannot be right", data) }
