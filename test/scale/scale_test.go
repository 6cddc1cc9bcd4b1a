// Package scale measures what boards cost a broker and a hall, and how late the world sees a move.
//
//	make bench-hall                  # 1, 10, 100 and 1,000 boards
//	make bench-hall BOARDS="8 200"
//
// The boards are those of boardd-lab hall --light. They play blitz into one broker; one
// boardd-hall run writes the round; three hundred clients poll it. docs/scale.md has the figures.
//
//	scale_test.go      the measurement and its table
//	site_test.go       the programs, and what they use of the machine
//	followers_test.go  who looks when a move is where
//	streams_test.go    what pages cost that follow a round: make bench-web
//	nats_test.go       the same boards at a cluster of three nodes, one of which dies
//
// Without BOARDD_BENCH_HALL in the environment nothing is measured.
package scale

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// sizes are the numbers of boards that are asked for.
func sizes(t *testing.T) (all []int) {
	t.Helper()
	text := os.Getenv("BOARDD_BENCH_HALL")
	if text == "" {
		t.Skip("make bench-hall measures")
	}
	for _, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// pollers is how many clients poll state.json, each every pollEvery.
const (
	pollers   = 300
	pollEvery = 2 * time.Second
)

// warmUp is how long the boards play before the measurement begins, window how long it lasts.
const (
	warmUp = 20 * time.Second
	window = 60 * time.Second
)

func TestBenchHall(t *testing.T) {
	var table strings.Builder
	fmt.Fprintln(&table, "| boards | plies a second | broker: % of a core, MB, kB written a ply | hall: % of a core, MB, kB written a ply | hall.db: kB a game | event after ms: p50, p99 | games.pgn after ms: p50, p99 | HTTP after ms: p50, p99 | 304 after ms: p50, p99 | idle % |")
	fmt.Fprintln(&table, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, n := range sizes(t) {
		t.Run(fmt.Sprint(n), func(t *testing.T) { fmt.Fprintln(&table, measure(t, n)) })
	}
	fmt.Println(table.String())
}

// measure plays a round at so many boards, and returns the line of the table.
func measure(t *testing.T, boards int) string {
	address := startMosquitto(t, "")
	s := newSite(t, boards, "tcp://"+address)
	f := s.follow(pollers)
	s.startBoards()
	s.begun(f)
	time.Sleep(warmUp)
	programs := []*program{s.broker, s.hall}
	plies, machine, from := f.plies(), idle(t), time.Now()
	before := []usage{programs[0].usage(t), programs[1].usage(t)}
	time.Sleep(window)
	after := []usage{programs[0].usage(t), programs[1].usage(t)}
	took, played, unused := time.Since(from), f.plies()-plies, idle(t)-machine
	s.finish(f)
	t.Log(f.bad)

	line := fmt.Sprintf("| %d | %.1f |", boards, float64(played)/took.Seconds())
	for i := range programs {
		used := after[i].processor - before[i].processor
		line += fmt.Sprintf(" %.1f, %.0f, %.1f |", 100*used.Seconds()/took.Seconds(), float64(after[i].memory)/1e6, float64(after[i].written-before[i].written)/1e3/float64(max(1, played)))
	}
	line += fmt.Sprintf(" %.1f |", float64(s.fileSize())/1e3/float64(boards))
	for _, late := range [][]time.Duration{f.late(f.broker, from), f.late(f.file, from), f.late(f.web, from), f.answers304()} {
		line += fmt.Sprintf(" %s, %s |", quantile(late, 0.5), quantile(late, 0.99))
	}
	return line + fmt.Sprintf(" %.0f |", 100*unused.Seconds()/took.Seconds()/float64(processors))
}

// quantile is in milliseconds.
func quantile(all []time.Duration, q float64) string {
	if len(all) == 0 {
		return "-"
	}
	slices.Sort(all)
	return strconv.FormatFloat(float64(all[int(q*float64(len(all)-1))].Microseconds())/1000, 'f', 1, 64)
}
