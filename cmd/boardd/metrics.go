package main

import (
	"fmt"
	"strconv"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// exported is what is told of one board.
type exported struct {
	topics transport.Topics
	reading
	err error // it has said nothing
}

// metric is one number in the text format of Prometheus, version 0.0.4.
type metric struct {
	name, kind, help string
	value            func(r *reading) (v float64, ok bool)
}

func always(value func(r *reading) float64) func(r *reading) (float64, bool) {
	return func(r *reading) (float64, bool) { return value(r), true }
}

// metrics are those without labels of their own. Times are in seconds, counts
// since the start.
var metrics = []metric{
	{"boardd_broker_connected", "gauge", "Whether there is a connection to the broker.", always(func(r *reading) float64 { return truth(r.connected) })},
	{"boardd_records_total", "counter", "Records: what the port, the broker and the time of day have brought.", always(func(r *reading) float64 { return float64(r.health.Records) })},
	{"boardd_bad_bytes_total", "counter", "Bytes from the port that made no sense.", always(func(r *reading) float64 { return float64(r.health.BadBytes) })},
	{"boardd_moves_total", "counter", "Moves that relays were told.", always(func(r *reading) float64 { return float64(r.health.Moves) })},
	{"boardd_queue_messages", "gauge", "Messages that the broker has not acknowledged.", always(func(r *reading) float64 { return float64(r.health.Queued) })},
	{"boardd_queue_age_seconds", "gauge", "How long the oldest of these has waited.", always(func(r *reading) float64 { return float64(r.health.QueuedMs) / 1000 })},
	{"boardd_refused_total", "counter", "Messages for which there was no room, and findings that gave way.", always(func(r *reading) float64 { return float64(r.health.Refused) })},
	{"boardd_reconnections_total", "counter", "Connections to the broker after the first.", always(func(r *reading) float64 { return float64(r.health.Reconnections) })},
	{"boardd_last_frame_age_seconds", "gauge", "How long ago the port brought anything.", func(r *reading) (float64, bool) {
		if r.health.HeardMs == nil {
			return 0, false
		}
		return float64(*r.health.HeardMs) / 1000, true
	}},
	{"boardd_commit_seconds", "gauge", "How long the disk took the last time to keep messages.", func(r *reading) (float64, bool) {
		if r.health.CommitMs == nil {
			return 0, false
		}
		return *r.health.CommitMs / 1000, true
	}},
}

func truth(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// appendMetrics writes what is known of all boards. One that has said nothing is
// down, and has no other number.
func appendMetrics(dst []byte, all []exported) []byte {
	dst = appendHead(dst, "boardd_up", "gauge", "Whether the loop that plays the board's game turns.")
	for i := range all {
		dst = appendValue(dst, "boardd_up", &all[i], "", truth(all[i].err == nil))
	}
	for _, m := range metrics {
		dst = appendHead(dst, m.name, m.kind, m.help)
		for i := range all {
			if v, ok := m.value(&all[i].reading); ok && all[i].err == nil {
				dst = appendValue(dst, m.name, &all[i], "", v)
			}
		}
	}
	dst = appendHead(dst, "boardd_findings_total", "counter", "Findings, by level.")
	dst = appendEach(dst, all, func(dst []byte, e *exported) []byte {
		for level, n := range e.findings {
			dst = appendValue(dst, "boardd_findings_total", e, `level="`+touchmove.Level(level).String()+`"`, float64(n))
		}
		return dst
	})
	dst = appendHead(dst, "boardd_board_state", "gauge", "The state of the board, as the topic status has it: 1 for the one that it is in.")
	return appendEach(dst, all, func(dst []byte, e *exported) []byte {
		for _, s := range []transport.State{transport.Init, transport.Ready, transport.Lost} {
			dst = appendValue(dst, "boardd_board_state", e, `state="`+string(s)+`"`, truth(e.state == s))
		}
		return dst
	})
}

func appendEach(dst []byte, all []exported, write func(dst []byte, e *exported) []byte) []byte {
	for i := range all {
		if all[i].err == nil {
			dst = write(dst, &all[i])
		}
	}
	return dst
}

func appendHead(dst []byte, name, kind, help string) []byte {
	return fmt.Appendf(dst, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// appendValue writes a line. The names of sites and boards need no escapes.
func appendValue(dst []byte, name string, e *exported, label string, v float64) []byte {
	if label != "" {
		label = "," + label
	}
	dst = fmt.Appendf(dst, "%s{site=%q,board=%q%s} ", name, e.topics.Site(), e.topics.Board(), label)
	return append(strconv.AppendFloat(dst, v, 'f', -1, 64), '\n')
}
