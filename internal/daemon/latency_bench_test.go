package daemon

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/sensor"
)

// BenchmarkLatency measures how long it takes from a field update at the far end
// of the port to the provisional ply in arbiter/game at a subscriber of a real
// broker on this machine.
func BenchmarkLatency(b *testing.B) {
	url := harness.Mosquitto(b)
	zerolog.SetGlobalLevel(zerolog.Disabled)
	board, err := playback.New()
	if err != nil {
		b.Fatal(err)
	}
	defer board.Close()
	pending := make(chan bool, 64)
	stop, err := subscribe.Follow(url, "bench", harness.TestPrefix+"arbiter/game", func(_ string, payload []byte) {
		pending <- strings.Contains(string(payload), `"pending":{"ply":1,"uci":"e2e4"`)
	})
	if err != nil {
		b.Fatal(err)
	}
	defer stop()
	if err := board.Do(harness.ParseLog(b, harness.ShortGame)[0]); err != nil {
		b.Fatal(err)
	}
	startRun(b, harness.TestConfig(board.Path, url), clock.New(1))
	<-board.Updates
	await := func(want bool) {
		for limit := time.After(10 * time.Second); ; {
			select {
			case got := <-pending:
				if got == want {
					return
				}
			case <-limit:
				b.Fatalf("no message with pending %t", want)
			}
		}
	}
	do := func(word sensor.Word, square string) {
		r := harness.ParseLog(b, "#! boardd-log 1\n0 "+word.String()+" "+square+" P\n")[0]
		if err := board.Do(r); err != nil {
			b.Fatal(err)
		}
	}
	var took []time.Duration
	for b.Loop() {
		do(sensor.Lift, "e2")
		start := time.Now()
		do(sensor.Drop, "e4")
		await(true)
		took = append(took, time.Since(start))
		do(sensor.Lift, "e4")
		await(false)
		do(sensor.Drop, "e2")
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
}
