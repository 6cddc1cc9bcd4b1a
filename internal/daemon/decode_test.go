package daemon_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/family"
)

// TestDecodedOnce: what a board of each family sends is decoded once. The engine's decoder has
// read each recorded byte once, and the host goes by it. So it is if the family was found out.
func TestDecodedOnce(t *testing.T) {
	t.Parallel()
	for _, name := range family.Simulated() {
		for _, configured := range []string{name, config.AutoFamily} {
			if configured == config.AutoFamily && name != "dgt" && name != "text" {
				continue // the finder reads more than it records of boards that report by themselves
			}
			t.Run(name+" as "+configured, func(t *testing.T) {
				t.Parallel()
				url, s := harness.EmbeddedBroker(t), newSocket(t, family.Named(name))
				c := harness.TestConfig(s.name, url)
				c.Port.Family = configured
				d, err := daemon.New(c, zerolog.Nop(), clock.New(1), "test")
				if err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(t.TempDir(), "game.log")
				rec, err := d.Record(file)
				if err != nil {
					t.Fatal(err)
				}
				defer rec.Close()
				r := harness.NewRelay(t, url)
				stop := harness.Background(t, d.Run)
				harness.Until(t, "ready", 20*time.Second, func() bool { return bytes.Contains(r.Payload("status"), []byte(`"ready"`)) })
				stop()
				if host := reflect.ValueOf(d.Wire.Host).Elem(); host.FieldByName("Decoder").Interface() != any(d.Engine().Decoder) {
					t.Error("the host goes by another decoder")
				}
				if read, recorded := bytesRead(d.Engine().Decoder), bytesRecorded(t, file); read != recorded || read == 0 {
					t.Errorf("the engine's decoder has read %d bytes, and %d were recorded", read, recorded)
				}
			})
		}
	}
}

// bytesRead returns how many bytes a decoder has read. Each family has counts of its own.
func bytesRead(d family.Decoder) int {
	counts := reflect.ValueOf(d).MethodByName("Counts").Call(nil)[0]
	return int(counts.FieldByName("Bytes").Int())
}

// bytesRecorded returns how many bytes a log holds.
func bytesRecorded(t *testing.T, file string) (n int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range harness.ParseLog(t, string(text)) {
		if r.Word == sensor.Rx {
			n += len(r.Data)
		}
	}
	return n
}

// TestSegmentAsksAgain: a new segment of the journal has an engine with a decoder that knows
// nothing of the board. The host goes by that decoder, and asks for everything.
func TestSegmentAsksAgain(t *testing.T) {
	t.Parallel()
	h := daemontest.OpenStepped(t, harness.MemoryDir(t), "first")
	defer h.Kill()
	h.Begin()
	before := h.Engine()
	h.PlayGame()
	nextGame(h, "second")
	host, ok := h.Host().(*dgt.Host)
	if !ok || h.Engine() == before || host.Decoder != h.Engine().Decoder || !host.Answering() {
		t.Fatalf("host %+v", h.Host())
	}
	var asked []byte
	for range 5 {
		asked = host.Step(asked, host.Deadline())
	}
	if want := []byte{byte(dgt.SendBoard), byte(dgt.SendClock), byte(dgt.SendVersion), byte(dgt.ReturnSerial), byte(dgt.ReturnLongSerial)}; !bytes.Equal(asked, want) {
		t.Errorf("asked % x", asked)
	}
}
