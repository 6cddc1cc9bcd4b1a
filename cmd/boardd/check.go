package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/finder"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// check tries what run needs, one thing after the other, and says of each what
// is wrong and how to mend it.
func check(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error {
	flags := newRunFlags(fs)
	wait := fs.Duration("wait", 5*time.Second, "how long to wait for the board, and for the broker")
	if err := parse(fs, args, 0, 0); err != nil {
		return err
	}
	c, err := flags.read()
	if err != nil {
		return err
	}
	t := trial{out: std.out}
	t.report("configuration", "site "+c.Site+", board "+c.Board+", rules "+c.Game.Rules, nil)
	port := func() (string, error) { return checkPort(ctx, &c.Port, *wait) }
	accounts := []*config{&c}
	if c.Port.Family == busFamily {
		accounts = c.busAccounts()
		port = func() (string, error) { return checkLine(ctx, &c, *wait) }
	}
	text, err := port()
	t.report("port and board", text, err)
	for _, account := range accounts {
		text, err = checkBroker(ctx, account, *wait)
		t.report("broker"+account.of(&c), text, err)
	}
	text, err = checkClock()
	t.report("system clock", text, err)
	if t.failed > 0 {
		return fmt.Errorf("%d of %d checks failed", t.failed, t.done)
	}
	return nil
}

// busAccounts are those with which the boards of a bus come to the broker.
func (c *config) busAccounts() []*config {
	if len(c.Boards) == 0 {
		return []*config{c}
	}
	var all []*config
	for i := range c.Boards {
		all = append(all, c.forBoard(c.Boards[i].Name))
	}
	return all
}

// of names the board of a bus whose configuration c is.
func (c *config) of(all *config) string {
	if c == all {
		return ""
	}
	return " of " + c.Board
}

// trial prints what came of each check.
type trial struct {
	out          io.Writer
	done, failed int
}

func (t *trial) report(what, good string, err error) {
	t.done++
	if err != nil {
		t.failed++
		fmt.Fprintf(t.out, "FAIL  %-15s %s\n", what, strings.ReplaceAll(err.Error(), "\n", "\n      "+strings.Repeat(" ", 16)))
		return
	}
	fmt.Fprintf(t.out, "ok    %-15s %s\n", what, good)
}

// checkPort opens the port, finds out what board there is if nobody has said so,
// asks it who it is and what stands on it. The time to wait is for the board;
// finding out takes its own.
func checkPort(ctx context.Context, c *portConfig, wait time.Duration) (string, error) {
	if c.Name == "" {
		return "", errNoPort
	}
	if c.Family == autoFamily {
		wait += time.Duration(finder.RoundTime()) * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	w := newWire(c, newPace(1))
	w.start(ctx)
	timer := time.NewTimer(0)
	defer timer.Stop()
	path := ""
	for {
		timer.Reset(w.pace.until(w.deadline()))
		select {
		case <-ctx.Done():
			return "", nobody(c, w, path, wait)
		case e := <-w.events:
			if e.Kind == sensor.PortFailed {
				return "", fmt.Errorf("%w%s", e.Err, portRemedy(e.Err))
			}
			if e.Kind == sensor.PortUp {
				path = e.Path
			}
			w.take(e)
		case <-timer.C:
			w.send()
		}
		if w.isBus() {
			return path + ", " + busText, nil
		}
		if w.host.Answering() {
			return boardText(path, w), nil
		}
	}
}

var errNoBoard = errors.New("was opened, but nothing that it sent is")

// nobody says what is missing when no board has answered in time.
func nobody(c *portConfig, w *wire, path string, wait time.Duration) error {
	whose := "that of a board that boardd knows"
	switch {
	case path == "":
		return fmt.Errorf("%s could not be opened in %v", c.Name, wait)
	case w.family != nil:
		whose = "a " + w.family.name + " board's"
	}
	return fmt.Errorf("%s %w %s\n"+
		"is it the right port (boardd ports), and is the board switched on?", path, errNoBoard, whose)
}

func portRemedy(err error) string {
	text := err.Error()
	switch {
	case errors.Is(err, sensor.ErrPortInUse):
		return "\nstop the other program first; a running boardd counts"
	case strings.Contains(text, "permission denied"):
		return "\nadd yourself to its group: sudo usermod -aG dialout $USER, then log in again"
	case strings.Contains(text, "no such file"), strings.Contains(text, "no port"):
		return "\nis the board plugged in? boardd ports lists what is there"
	}
	return ""
}

// boardText is what is known of a board, "a dgt board" and more.
func boardText(path string, w *wire) string {
	a, text := w.host.about(), path+", a "+w.family.name+" board"
	if w.found != (finder.Found{}) {
		text += fmt.Sprintf(" (found at %d baud)", w.found.Baud)
	}
	for _, part := range []struct{ what, value string }{{"serial number", a.serial}, {"long serial number", a.longSerial}, {"version", a.version}} {
		if part.value != "" {
			text += ", " + part.what + " " + part.value
		}
	}
	return text
}

// checkBroker sees whether a message comes back on each kind of topic. A broker of
// MQTT 3.1.1 acknowledges what its access list forbids, and drops it.
func checkBroker(ctx context.Context, c *config, wait time.Duration) (string, error) {
	topics, err := transport.NewTopics(c.Site, c.Board)
	if err != nil {
		return "", err
	}
	p, err := publishConfig(c, transport.Message{}, topics.Requests())
	if err != nil {
		return "", err
	}
	p.ClientID += "-check"
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if err := publish.Check(ctx, p, c.trials(topics)); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", c.MQTT.Broker, err, brokerRemedy(err))
	}
	said := c.MQTT.Broker + ", a message came back on every topic"
	if c.MQTT.exposed() {
		said += "; but " + exposedPassword
	}
	return said, nil
}

// trials are the messages that have to come back. Home Assistant would take an empty
// one for the end of the device, and gets what is true of any board.
func (c *config) trials(t transport.Topics) []transport.Message {
	all := t.Trials()
	if c.HomeAssistant.Prefix != "" {
		m := transport.Discovery(t, c.HomeAssistant.Prefix, transport.About{Version: release})
		m.Retain = false
		all = append(all, m)
	}
	return all
}

// brokerRemedy says what to look at when a message does not come back.
func brokerRemedy(err error) string {
	text := err.Error()
	switch {
	case strings.Contains(text, "expired or is not yet valid"):
		return "is the system clock right, and the broker's certificate in date?"
	case strings.Contains(text, "certificate"):
		return "is ca_file that of the authority that signed the broker's certificate, is that for the broker's name,\n" +
			"and does the broker want a certificate of ours (cert_file, key_file)?"
	}
	if strings.Contains(text, "does not allow it") {
		return "is the account this board's, and does the broker's access list let it write these topics and,\n" +
			"for this check, read them?"
	}
	return "is the broker running there, and are user and password right?"
}

func checkClock() (string, error) {
	if !clockSynced() {
		return "", errors.New("nothing keeps the system clock right, so times of day are marked as not synchronised\n" +
			"is the network up? timedatectl set-ntp true")
	}
	return "synchronised", nil
}
