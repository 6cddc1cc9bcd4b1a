package transport

import (
	"fmt"
	"time"

	"github.com/boardd/boardd/sensor"
)

// millennium is where a log without a utc record counts from:
// 2000-01-01T00:00:00Z, in milliseconds of Unix time.
const millennium = 946_684_800_000

// Base ties the milliseconds of a log to the time of day. The zero value
// counts from 2000-01-01T00:00:00Z, not synchronised, as a replay does.
type Base struct {
	offset int64 // from the millennium to the start of the log, in milliseconds
	synced bool
}

// BaseOf is the base that a utc record gives: its time is that of the record.
func BaseOf(r *sensor.Record) (Base, error) {
	var t time.Time
	if err := t.UnmarshalText(r.Data); err != nil {
		return Base{}, fmt.Errorf("read utc time %q: %w", r.Data, err)
	}
	return Base{offset: t.UnixMilli() - r.At - millennium, synced: r.On}, nil
}

func (b Base) time(at int64) time.Time { return time.UnixMilli(millennium + b.offset + at).UTC() }

// stamp is a time of the log in UTC, RFC 3339, with milliseconds.
func (b Base) stamp(at int64) string { return b.time(at).Format("2006-01-02T15:04:05.000Z") }

// stampOrNull is the same, nil for a time that is not known.
func (b Base) stampOrNull(at int64) *string {
	if at < 0 {
		return nil
	}
	s := b.stamp(at)
	return &s
}

// Date is the day of a time of the log as PGN writes it. What an
// unsynchronised clock says is no date: a Pi keeps none while it is off.
func (b Base) Date(at int64) string {
	if !b.synced {
		return "????.??.??"
	}
	return b.time(at).Format("2006.01.02")
}
