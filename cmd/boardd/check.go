package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall/livechess/serve"
	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/release"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/finder"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

func checkCommand() *cobra.Command {
	c := &cobra.Command{Use: "check [flags]", Short: "try configuration, port, broker and clock", Args: cli.Args(0, 0)}
	flags := config.DaemonFlags(c)
	wait := c.Flags().Duration("wait", 5*time.Second, "how long to wait for the board, and for the broker")
	c.RunE = func(c *cobra.Command, _ []string) error {
		config, err := flags.Read()
		if err != nil {
			return err
		}
		return check(c.Context(), &config, c.OutOrStdout(), *wait)
	}
	return c
}

// check tries what run needs, one thing after the other. It reports what is wrong with
// each, and how to mend it.
func check(ctx context.Context, c *config.Config, out io.Writer, wait time.Duration) error {
	t := trial{out: out}
	t.report("configuration", "site "+c.Site+", board "+c.Board+", rules "+c.Game.Rules, nil)
	port := func() (string, error) { return checkPort(ctx, &c.Port, wait) }
	accounts := []*config.Config{c}
	if c.Port.Family == family.Bus {
		accounts = c.BusAccounts()
		port = func() (string, error) { return daemon.CheckBus(ctx, c, wait) }
	}
	text, err := port()
	t.report("port and board", text, err)
	for _, account := range accounts {
		text, err = checkBroker(ctx, account, wait)
		t.report("broker"+account.Of(c), text, err)
	}
	if c.LiveChess.Listen != "" {
		text, err = serve.Check(&c.LiveChess)
		t.report("livechess", text, err)
	}
	text, err = checkClock()
	t.warn("system clock", text, err)
	if t.failed > 0 {
		return fmt.Errorf("%d of %d checks failed", t.failed, t.done)
	}
	return nil
}

// trial prints the result of each check.
type trial struct {
	out          io.Writer
	done, failed int
}

func (t *trial) report(what, good string, err error) {
	if err != nil {
		t.failed++
	}
	t.print("FAIL", what, good, err)
}

// warn reports on something that a game does not need.
func (t *trial) warn(what, good string, err error) { t.print("warn", what, good, err) }

func (t *trial) print(verdict, what, good string, err error) {
	t.done++
	if err != nil {
		good = strings.ReplaceAll(err.Error(), "\n", "\n      "+strings.Repeat(" ", 16))
	} else {
		verdict = "ok"
	}
	fmt.Fprintf(t.out, "%-4s  %-15s %s\n", verdict, what, terminal.PlainLines(good))
}

// checkPort opens the port, finds the family of the board unless it is configured, and asks
// the board for its identity and position. wait is for the answer; finding the family takes
// additional time.
func checkPort(ctx context.Context, c *config.Port, wait time.Duration) (string, error) {
	if c.Name == "" {
		return "", daemon.ErrNoPort
	}
	if c.Family == config.AutoFamily {
		wait += time.Duration(finder.RoundTime()) * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	w := daemon.NewLoneWire(c, clock.New(1))
	w.Start(ctx)
	timer := time.NewTimer(0)
	defer timer.Stop()
	path, heard := "", sample{}
	for {
		timer.Reset(w.Clock.Until(w.Deadline()))
		select {
		case <-ctx.Done():
			return "", nobody(c, w, path, wait, &heard)
		case e := <-w.Events:
			if e.Kind == sensor.PortFailed {
				return "", fmt.Errorf("%w%s", e.Err, daemon.PortRemedy(e.Err))
			}
			if e.Kind == sensor.PortUp {
				path = e.Path
			}
			heard.take(w.Link.Port.Baud, e.Data)
			w.Take(e)
		case <-timer.C:
			w.Send()
		}
		if w.IsBus() {
			return path + ", " + daemon.BusText, nil
		}
		if w.Host.Answering() {
			return boardText(path, w), nil
		}
	}
}

// errSilent and errForeign are the errors if no board has answered: the port was silent, or
// sent bytes of something else.
var errSilent, errForeign = errors.New("was opened, and is silent"), errors.New("was opened, and something sends there")

// nobody returns the error if no board has answered in time. It distinguishes a silent port
// from one that sends bytes of something else.
func nobody(c *config.Port, w *daemon.LoneWire, path string, wait time.Duration, heard *sample) error {
	if path == "" {
		return fmt.Errorf("%s could not be opened in %v", c.Name, wait)
	}
	whose := "no board that boardd knows"
	if w.Family != nil {
		whose = "no " + w.Family.Name + " board"
	}
	if len(heard.baud) == 0 {
		return fmt.Errorf("%s %w: %s has sent anything in %v\n"+
			"is the board switched on, and is it the right port (boardd ports)?", path, errSilent, whose, wait.Round(time.Second))
	}
	other := "does it have another speed (port.baud), or is it of another family?"
	if w.Family == nil {
		other = "is it of a family that must be set (--family " + family.Bus + ", centaur), or has it another speed (--family, port.baud)?"
	}
	return fmt.Errorf("%s %w, but %s sends this:\n%s\n%s", path, errForeign, whose, heard, other)
}

// sample holds the first bytes from a port, by the speed at which they were read.
type sample struct {
	baud []int
	data [][]byte
}

// mostSample is how many bytes of a sample are shown.
const mostSample = 24

func (s *sample) take(baud int, data []byte) {
	if len(data) == 0 {
		return
	}
	i := slices.Index(s.baud, baud)
	if i < 0 {
		i = len(s.baud)
		s.baud, s.data = append(s.baud, baud), append(s.data, nil)
	}
	s.data[i] = append(s.data[i], data[:min(len(data), mostSample-len(s.data[i]))]...)
}

// String returns a line for each speed: the bytes, and the text if they are one.
func (s *sample) String() string {
	var lines []string
	for i, baud := range s.baud {
		text := fmt.Sprintf("at %d baud % x", baud, s.data[i])
		if isText(s.data[i]) {
			text += fmt.Sprintf(" (%q)", s.data[i])
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// isText reports whether most bytes of data are printable.
func isText(data []byte) bool {
	n := 0
	for _, b := range data {
		if b >= ' ' && b <= '~' || b == '\r' || b == '\n' || b == '\t' {
			n++
		}
	}
	return n*4 >= len(data)*3
}

// boardText describes a board: "a dgt board" and more.
func boardText(path string, w *daemon.LoneWire) string {
	a, text := w.Decoder.About(), path+", a "+w.Family.Name+" board"
	if w.Found.Baud != 0 {
		text += fmt.Sprintf(" (found at %d baud)", w.Found.Baud)
	}
	for _, part := range []struct{ what, value string }{{"serial number", a.Serial}, {"long serial number", a.LongSerial}, {"version", a.Version}} {
		if part.value != "" {
			text += ", " + part.what + " " + part.value
		}
	}
	return text
}

// checkBroker checks that a message comes back on each kind of topic. A broker of MQTT
// 3.1.1 acknowledges a forbidden message, and drops it.
func checkBroker(ctx context.Context, c *config.Config, wait time.Duration) (string, error) {
	topics, err := transport.NewTopics(c.Site, c.Board)
	if err != nil {
		return "", err
	}
	p, err := config.Publish(c, transport.Message{}, topics.Requests())
	if err != nil {
		return "", err
	}
	p.ClientID += "-check"
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if err := publish.Check(waiting, p, trialMessages(c, topics)); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", c.MQTT.Broker, err, brokerRemedy(err))
	}
	if err := checkLength(ctx, p, topics, wait); err != nil {
		return "", fmt.Errorf("%s: %w", c.MQTT.Broker, err)
	}
	reported := c.MQTT.Broker + ", a message came back on every topic"
	if c.MQTT.Exposed() {
		reported += "; but " + config.ExposedPassword
	}
	return reported, nil
}

// trialMessages returns the messages that have to come back. For Home Assistant an empty
// message is the end of the device; so it gets a description that fits any board.
func trialMessages(c *config.Config, t transport.Topics) []transport.Message {
	all := t.Trials()
	if c.HomeAssistant.Prefix != "" {
		m := transport.Discovery(t, c.HomeAssistant.Prefix, transport.About{Version: release.Version})
		m.Retain = false
		all = append(all, m)
	}
	return all
}

// brokerRemedy returns what to check if a message does not come back.
func brokerRemedy(err error) string {
	text := err.Error()
	switch {
	case strings.Contains(text, "expired or is not yet valid"):
		return "is the system clock right, and the broker's certificate in date?"
	case strings.Contains(text, "certificate"):
		return "is ca_file that of the authority that signed the broker's certificate, is that for the broker's name,\n" +
			"and does the broker want a certificate of ours (cert_file, key_file)?"
	case strings.Contains(text, "does not allow it"):
		return "is the account this board's, and does the broker's access list let it write these topics and,\n" +
			"for this check, read them?"
	case advice.For(err) != "":
		return strings.TrimPrefix(advice.For(err), "; ")
	}
	return "is it a broker of MQTT that runs there, and does it want TLS (tls://)?"
}

func checkClock() (string, error) {
	if !daemon.ClockSynced() {
		return "", errors.New("nothing keeps the system clock right, so times of day are marked as not synchronised\n" +
			"is the network up? timedatectl set-ntp true")
	}
	return "synchronised", nil
}

// longSnapshot is longer than the snapshot of the longest game, in bytes.
const longSnapshot = 128 << 10

// checkLength finds the longest message that the broker takes. Longer and longer messages
// have to come back, up to longSnapshot. A broker acknowledges a message that is too long
// and drops it, or ends the connection. The messages are empty answers, and not retained.
func checkLength(ctx context.Context, p publish.Config, t transport.Topics, wait time.Duration) error {
	p.Requests, p.MaxPacket = "", 2*longSnapshot
	name := p.ClientID
	for size := 4 << 10; size <= longSnapshot; size *= 2 {
		payload := append([]byte("{}"), bytes.Repeat([]byte(" "), size-2)...)
		p.ClientID = fmt.Sprint(name, "-", size) // the broker may not have closed the connection before
		ctx, cancel := context.WithTimeout(ctx, wait)
		err := publish.Check(ctx, p, []transport.Message{{Topic: t.Topic("res/check"), QoS: 1, Payload: payload}})
		cancel()
		if err != nil {
			return fmt.Errorf("a message of %d bytes does not come back, and the snapshot of a long game has up to %d: %w\n%s", size, longSnapshot, err, daemon.OversizedRemedy)
		}
	}
	return nil
}
