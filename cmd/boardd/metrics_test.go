package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/boardd/boardd/transport"
)

// healthMetrics says which metric has a number of the topic status, and how many of
// its unit make one of the metric's.
var healthMetrics = map[string]struct {
	metric string
	unit   float64
}{
	"records": {"boardd_records_total", 1}, "bad_bytes": {"boardd_bad_bytes_total", 1}, "moves": {"boardd_moves_total", 1},
	"queued": {"boardd_queue_messages", 1}, "queued_ms": {"boardd_queue_age_seconds", 1000}, "refused": {"boardd_refused_total", 1},
	"reconnections": {"boardd_reconnections_total", 1}, "heard_ms": {"boardd_last_frame_age_seconds", 1000}, "commit_ms": {"boardd_commit_seconds", 1000},
}

// TestMetricsAreTheStatus: each number of the status is a metric, and the same. The
// count of findings is a metric alone.
func TestMetricsAreTheStatus(t *testing.T) {
	heard, commit := int64(8000), 9.5
	r := reading{health: transport.Health{Records: 1, BadBytes: 2, Moves: 3, Queued: 4, QueuedMs: 5000, Refused: 6, Reconnections: 7, HeardMs: &heard, CommitMs: &commit},
		findings: [4]uint64{10, 11, 12, 13}}
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	said := numbersIn(t, string(appendMetrics(nil, []exported{{topics: topics, reading: r}})))
	text, err := json.Marshal(r.health)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]float64
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	if len(fields) != len(healthMetrics) {
		t.Errorf("the status has %v", fields)
	}
	for name, v := range fields {
		m := healthMetrics[name]
		if got, ok := said[m.metric+labels]; !ok || got != v/m.unit {
			t.Errorf("%s is %v in the status, and %s is %v, %t", name, v, m.metric, got, ok)
		}
	}
	for level, want := range map[string]float64{"info": 10, "certain": 11, "suspected": 12, "arbiter": 13} {
		if got := said[`boardd_findings_total{site="hall",board="b07",level="`+level+`"}`]; got != want {
			t.Errorf("%s: %v findings, want %v", level, got, want)
		}
	}
}

// TestMetricNames: what promtool looks for. A counter, and nothing else, ends in
// _total; times are in seconds; the help is a sentence.
func TestMetricNames(t *testing.T) {
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	name, counter := "", false
	for line := range strings.Lines(string(appendMetrics(nil, []exported{{topics: topics}}))) {
		f := strings.Fields(line)
		switch {
		case f[1] == "HELP":
			name = f[2]
			if seen[name] || !strings.HasPrefix(name, "boardd_") || !strings.HasSuffix(line, ".\n") {
				t.Errorf("%q", line)
			}
			seen[name] = true
		case f[1] == "TYPE":
			counter = f[3] == "counter"
			if f[2] != name || f[3] != "counter" && f[3] != "gauge" || counter != strings.HasSuffix(name, "_total") {
				t.Errorf("%q", line)
			}
			for _, unit := range []string{"_ms", "_milliseconds", "_minutes", "_kilobytes", "_count", "_sum", "_bucket"} {
				if strings.Contains(name, unit) {
					t.Errorf("%q is in no base unit", name)
				}
			}
		}
	}
	if len(seen) < 10 {
		t.Errorf("%d metrics", len(seen))
	}
}
