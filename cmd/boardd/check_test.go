package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// trialStart is how the report on one thing that was tried begins.
var trialStart = regexp.MustCompile(`(?m)^(ok|FAIL) `)

// The things that are tried, in this order. The system clock of the machine
// that runs the test is as it is.
const (
	triedConfig = iota
	triedPort
	triedBroker
	triedClock
	trials
)

// checked is what boardd check reports about a port and a broker.
func checked(t *testing.T, port, url, wait string) (reports [trials]string) {
	t.Helper()
	file := writeConfig(t, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nfamily = \"dgt\"\nname = %q\n[mqtt]\nbroker = %q\n", port, url))
	status, out, errs := boardd("", "check", "--config", file, "--wait", wait)
	starts := trialStart.FindAllStringIndex(out, -1)
	if len(starts) != trials {
		t.Fatalf("%d reports, want %d:\n%s", len(starts), trials, out)
	}
	failed := 0
	for i := range starts {
		end := len(out)
		if i+1 < trials {
			end = starts[i+1][0]
		}
		if reports[i] = out[starts[i][0]:end]; strings.HasPrefix(reports[i], "FAIL") {
			failed++
		}
	}
	wantStatus, wantErrs := exitOK, ""
	if failed > 0 {
		wantStatus, wantErrs = exitFailed, fmt.Sprintf("boardd check: %d of 4 checks failed\n", failed)
	}
	if status != wantStatus || errs != wantErrs {
		t.Errorf("status %d, %q, want %d, %q", status, errs, wantStatus, wantErrs)
	}
	return reports
}

func wantReport(t *testing.T, report, begin string, holds ...string) {
	t.Helper()
	for _, text := range holds {
		if !strings.HasPrefix(report, begin) || !strings.Contains(report, text) {
			t.Errorf("%q, want %s and %q", report, begin, text)
		}
	}
}

func TestCheckGood(t *testing.T) {
	t.Parallel()
	board, url := testPlayback(t), embeddedBroker(t)
	reports := checked(t, board.path, url, "20s")
	wantReport(t, reports[triedConfig], "ok    configuration", "site hall, board b07, rules fide-2023")
	wantReport(t, reports[triedPort], "ok    port and board", board.path, "serial number 01025", "version 1.08")
	wantReport(t, reports[triedBroker], "ok    broker", url)
	wantReport(t, reports[triedClock], "", "system clock")
}

// TestCheckBad: what is missing is named, with what to do about it.
func TestCheckBad(t *testing.T) {
	t.Parallel()
	missing, url := filepath.Join(t.TempDir(), "ttyNONE"), "tcp://"+freeAddress(t)
	reports := checked(t, missing, url, "2s")
	wantReport(t, reports[triedConfig], "ok", "configuration")
	wantReport(t, reports[triedPort], "FAIL  port and board", missing, "is the board plugged in? boardd ports lists what is there")
	wantReport(t, reports[triedBroker], "FAIL  broker", url, "is the broker running there")
	wantReport(t, checked(t, "", url, "2s")[triedPort], "FAIL", "no port is configured", "boardd ports")
}

// TestCheckSilent: a port that opens is not yet a board.
func TestCheckSilent(t *testing.T) {
	t.Parallel()
	board := testPlayback(t)
	board.raw = true // it answers nothing
	reports := checked(t, board.path, embeddedBroker(t), "2s")
	wantReport(t, reports[triedPort], "FAIL", board.path+" was opened", "is the board switched on?")
	wantReport(t, reports[triedBroker], "ok", "broker")
}
