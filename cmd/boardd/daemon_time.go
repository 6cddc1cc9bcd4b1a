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
func (d *daemon) tellTime(at int64, now time.Time) {
	d.told, d.toldAt, d.synced = now, d.clock(at), clockSynced()
	d.feed(utcRecord(at, now, d.synced))
}

// timeOfDay is a record of the time that the engine has come to, as it follows
// from what was told last: it makes nothing earlier or later.
func (d *daemon) timeOfDay() sensor.Record {
	passed := time.Duration(d.last-d.toldAt) * time.Millisecond
	return utcRecord(d.last, d.told.Add(passed), d.synced)
}

func utcRecord(at int64, now time.Time, synced bool) sensor.Record {
	return sensor.Record{At: at, Word: sensor.UTC, Data: []byte(now.UTC().Format("2006-01-02T15:04:05.000Z")), On: synced}
}
