package daemon

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/sensor"
)

// checkTime feeds the time of day when the system clock has been set, has got a source or
// has lost it. Passed is how much time has passed since the time of day was fed last, by the
// monotonic clock.
func (d *Daemon) checkTime(at int64, now time.Time, passed time.Duration) {
	const most = time.Second // more than slewing changes a clock in a minute
	step := now.Round(0).Sub(d.utc.Round(0)) - passed
	if ClockSynced() != d.synced || step.Abs() > most {
		d.reportTime(at, now)
	}
}

// reportTime feeds the engine the time of day.
func (d *Daemon) reportTime(at int64, now time.Time) { d.reportTimeAs(at, now, ClockSynced()) }

// reportTimeAs is reportTime of a system clock that is synchronised or not.
func (d *Daemon) reportTimeAs(at int64, now time.Time, synced bool) {
	if synced {
		d.behind = 0
	}
	d.utc, d.utcAt, d.synced = now, d.engineTime(at), synced
	d.feed(utcRecord(at, now.Add(d.behind), synced))
}

// keepTimeAhead lets a system clock that is not synchronised go on from the last time of day
// in the journal, if the clock is behind it: a Pi without power resumes at a time that it
// saved before.
func (d *Daemon) keepTimeAhead(last uint64, now time.Time) {
	d.behind = max(0, time.UnixMilli(int64(last)).Sub(now))
}

// timeOfDay returns a record of the time of day at the engine's time, as it follows from the
// time that was fed last.
func (d *Daemon) timeOfDay() sensor.Record {
	passed := time.Duration(d.now-d.utcAt) * time.Millisecond
	return utcRecord(d.now, d.utc.Add(d.behind+passed), d.synced)
}

func utcRecord(at int64, now time.Time, synced bool) sensor.Record {
	return sensor.Record{At: at, Word: sensor.UTC, Data: []byte(now.UTC().Format("2006-01-02T15:04:05.000Z")), On: synced}
}

// ClockSynced reports whether the system clock is synchronised. A sandbox may forbid the
// question (ProtectClock= of systemd); then the file of systemd-timesyncd decides.
func ClockSynced() bool {
	state, err := unix.Adjtimex(&unix.Timex{})
	if errors.Is(err, unix.EPERM) {
		return recentlyWritten("/run/systemd/timesync/synchronized", time.Now())
	}
	return err == nil && state != unix.TIME_ERROR
}

// syncLasts is how long the kernel takes a clock to be synchronised that nobody has set:
// until it may be wrong by 16 s (NTP_PHASE_LIMIT), at 500 ppm.
const syncLasts = 16 * time.Second * 1_000_000 / 500

// recentlyWritten reports whether a file was written within syncLasts. systemd-timesyncd
// writes its file each time that it has set the clock.
func recentlyWritten(file string, now time.Time) bool {
	info, err := os.Stat(file)
	return err == nil && now.Sub(info.ModTime()).Abs() < syncLasts
}
