package main

import (
	"time"

	"github.com/boardd/boardd/sensor"
)

// checkTime tells the engine when the system clock has been set, has got a
// source or has lost it. Passed is how much time has passed since the time of
// day was told, by the clock that nobody sets.
func (d *daemon) checkTime(at int64, now time.Time, passed time.Duration) {
	const most = time.Second // more than a clock that is slewed can have gone in a minute
	step := now.Round(0).Sub(d.told.Round(0)) - passed
	if clockSynced() != d.synced || step.Abs() > most {
		d.tellTime(at, now)
	}
}

// tellTime tells the engine the time of day.
func (d *daemon) tellTime(at int64, now time.Time) { d.sayTime(at, now, clockSynced()) }

// sayTime is tellTime with what is known of the clock.
func (d *daemon) sayTime(at int64, now time.Time, synced bool) {
	if synced {
		d.behind = 0
	}
	d.told, d.toldAt, d.synced = now, d.clock(at), synced
	d.feed(utcRecord(at, now.Add(d.behind), synced))
}

// keepAhead has a clock that nothing keeps right go on from the time that an earlier
// start has told last, if it says that it is earlier: a Pi that lost its power begins
// at what it saved some time before.
func (d *daemon) keepAhead(last uint64, now time.Time) {
	d.behind = max(0, time.UnixMilli(int64(last)).Sub(now))
}

// timeOfDay is a record of the time that the engine has come to, as it follows
// from what was told last: it makes nothing earlier or later.
func (d *daemon) timeOfDay() sensor.Record {
	passed := time.Duration(d.last-d.toldAt) * time.Millisecond
	return utcRecord(d.last, d.told.Add(d.behind+passed), d.synced)
}

func utcRecord(at int64, now time.Time, synced bool) sensor.Record {
	return sensor.Record{At: at, Word: sensor.UTC, Data: []byte(now.UTC().Format("2006-01-02T15:04:05.000Z")), On: synced}
}
