package dgt

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// clock is what the clock's last message said. White is the player of the
// second triple.
type clock struct {
	attached bool
	last     sensor.Record // the last Clock record: Times and Running
	lever    bool          // bit 1: up on the first triple's side
	flags    [2]bool       // by Color: the flag has been reported
	jumped   bool          // the last message was not believed, for a time that jumped up
	wrong    bool          // the last message held no time at all
}

// mostHours is the most that a clock shows, and biggestJump the most that a
// time goes up from one message to the next, in milliseconds. Both are what
// a driver in wide use goes by. A bigger jump is believed when the next
// message shows one too: the clock has been set for another game.
const (
	mostHours   = 9
	biggestJump = 3600 * 1000
)

// time takes a message of the clock: a time, the answer to a command, or
// neither. From one message a Press comes first, then the Clock, then a Flag.
func (d *Decoder) time(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	data := [7]byte(message[headerSize:])
	switch {
	case data == [7]byte{}:
		return dst
	case data[0]&hoursMask == ackMark || data[3]&hoursMask == ackMark:
		d.counts.Acks++
		return dst
	case data[6]&clockAbsent != 0:
		return d.clockGone(dst, at)
	}
	now, ok := reading(data)
	now.At = at
	if !ok || d.clock.jumps(&now) {
		return d.disbelieve(dst, at, !ok, data)
	}
	d.clock.jumped, d.clock.wrong = false, false
	d.counts.Times++
	d.info.ClockBatteryLow = data[6]&clockLow != 0
	dst = d.lever(dst, at, data[6]&clockLever != 0)
	if !d.clock.attached || now.Times != d.clock.last.Times || now.Running != d.clock.last.Running {
		dst = append(dst, now)
	}
	d.clock.attached, d.clock.last = true, now
	return d.flags(dst, at, [2]byte{data[3], data[0]})
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
func (c *clock) jumps(now *sensor.Record) bool {
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

// disbelieve leaves a message out, and says so for the first of a run.
func (d *Decoder) disbelieve(dst []sensor.Record, at int64, wrong bool, data [7]byte) []sensor.Record {
	said := d.clock.wrong && wrong
	d.clock.wrong, d.clock.jumped = wrong, !wrong
	if said {
		return dst
	}
	return d.lost(dst, at, sensor.Loss{Bytes: timeSize, What: fmt.Sprintf("clock message % x cannot be right", data)})
}

// clockGone takes a message that there is no clock.
func (d *Decoder) clockGone(dst []sensor.Record, at int64) []sensor.Record {
	was := d.clock.attached
	d.clock = clock{}
	if !was {
		return dst
	}
	return append(dst, sensor.Notice(at, "the clock has been unplugged"))
}

// lever makes a change of the lever a Press, if the clock was running. Before
// a game, and while it is stopped, the lever is set and not pressed.
func (d *Decoder) lever(dst []sensor.Record, at int64, up bool) []sensor.Record {
	was, ran := d.clock.lever, d.clock.last.Running != sensor.Stopped
	d.clock.lever = up
	if !d.clock.attached || !ran || up == was {
		return dst
	}
	presser := placement.Black
	if up {
		presser = placement.White
	}
	return append(dst, sensor.Record{At: at, Word: sensor.Press, Side: presser})
}

// flags reports a flag when it is first shown; hours are the hours bytes by Color.
func (d *Decoder) flags(dst []sensor.Record, at int64, hours [2]byte) []sensor.Record {
	for side, h := range hours {
		shown := h&(flagFallen|flagShown) != 0
		if shown && !d.clock.flags[side] {
			dst = append(dst, sensor.Record{At: at, Word: sensor.Flag, Side: placement.Color(side)})
		}
		d.clock.flags[side] = shown
	}
	return dst
}
