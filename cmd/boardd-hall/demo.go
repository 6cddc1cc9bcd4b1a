package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall/web"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/hallconfig"
)

const demoHelp = `
The broker, the boards and the players are those of boardd-lab hall, which is started
beside this program; the packages boardd-lab and, without --light, boardd are needed.
Everything is on this machine's loopback interface, in a folder of its own, and ends
with an interrupt.
`

// demo is a hall in one command.
type demo struct {
	lab, folder, broker, http, desk string
	delay                           time.Duration
	speed                           float64
	light                           bool
	out                             io.Writer
}

func demoCommand() *cobra.Command {
	c := &cobra.Command{Use: "demo [flags]", Short: "run a whole hall on this machine: broker, eight boards, a round with names", Long: demoHelp, Args: cli.Args(0, 0)}
	d := &demo{}
	c.Flags().DurationVar(&d.delay, "delay", time.Minute, "how much later the world sees everything")
	c.Flags().Float64Var(&d.speed, "speed", 2, "how fast the players are")
	c.Flags().BoolVar(&d.light, "light", false, "boards without a boardd of their own")
	c.Flags().StringVar(&d.folder, "folder", "", "`folder` for all files, which stay; else they are removed at the end")
	c.Flags().StringVar(&d.lab, "lab", "", "`path` of boardd-lab; default beside this program")
	cli.CompleteDirectories(c, "folder")
	cli.CompleteFiles(c, "lab")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if d.delay < 0 {
			return cli.BadInput(fmt.Errorf("--delay %v: must not be less than 0", d.delay))
		}
		d.out = c.OutOrStdout()
		leave, err := d.settle()
		if err != nil {
			return err
		}
		defer leave()
		return d.run(c.Context())
	}
	return c
}

// settle finds the program, a folder and three addresses.
func (d *demo) settle() (leave func(), err error) {
	if d.lab == "" {
		own, err := os.Executable()
		if err != nil {
			return nil, err
		}
		d.lab = filepath.Join(filepath.Dir(own), "boardd-lab")
	}
	if d.lab, err = exec.LookPath(d.lab); err != nil {
		return nil, fmt.Errorf("the demo needs boardd-lab, which --lab names: %w", err)
	}
	for _, address := range []*string{&d.broker, &d.http, &d.desk} {
		if *address, err = freeAddress(); err != nil {
			return nil, err
		}
	}
	if d.folder != "" {
		d.folder, err = filepath.Abs(d.folder)
		return func() {}, errors.Join(err, os.MkdirAll(d.folder, 0o755))
	}
	d.folder, err = os.MkdirTemp("", "boardd-hall-demo-")
	return func() { os.RemoveAll(d.folder) }, err
}

// freeAddress is an address of the loopback interface at which nobody listens.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

func (d *demo) file(name string) string { return filepath.Join(d.folder, name) }

// config is the configuration of the demo.
func (d *demo) config() string {
	return fmt.Sprintf(`site = "demo"

[[tournaments]]
id = "demo"
event = "Harbour Open"
place = "Aberdeen SCO"
time_control = "180+2"
dates = [%q]
delay = %q

[files]
folder = %q

[http]
listen = %q

[desk]
listen = %q

[mqtt]
broker = "tcp://%s"
`, time.Now().Format(time.DateOnly), d.delay, d.file("www"), d.http, d.desk, d.broker)
}

// run has the round played, and shown to the world, until ctx ends.
func (d *demo) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := os.WriteFile(d.file("hall.toml"), []byte(d.config()), 0o600); err != nil {
		return err
	}
	lab := make(chan error, 1)
	go func() {
		err := d.play(ctx)
		if err != nil {
			cancel()
		}
		lab <- err
	}()
	err := d.openRound(ctx)
	if err == nil && ctx.Err() == nil {
		err = d.hall(ctx)
	}
	cancel()
	return errors.Join(err, <-lab)
}

// play runs boardd-lab until ctx ends.
func (d *demo) play(ctx context.Context) error {
	args := []string{"hall", "--own-broker", d.broker, "--site", "demo", "--boards", "8", "--speed", fmt.Sprint(d.speed),
		"--pairings", d.file("round1.csv"), "--state", d.file("boards")}
	if d.light {
		args = append(args, "--light")
	}
	cmd := exec.CommandContext(ctx, d.lab, args...)
	cmd.Stdout, cmd.Stderr = d.out, d.out
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 15 * time.Second
	if err := cmd.Run(); ctx.Err() == nil {
		return fmt.Errorf("boardd-lab has ended: %v", err)
	}
	return nil
}

// openRound waits for the pairings of the round, has them hold, and opens the round, as an
// operator does.
func (d *demo) openRound(ctx context.Context) error {
	for tick := time.NewTicker(50 * time.Millisecond); ; {
		text, err := os.ReadFile(d.file("round1.csv"))
		if err == nil && strings.Count(string(text), "\n") > 8 {
			break
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
	for _, args := range [][]string{{"import", "--accept", d.file("round1.csv")}, {"open", "--round", "1"}} {
		var said strings.Builder
		args = append(args, "--config", d.file("hall.toml"), "--by", "demo")
		if status := cli.Run(ctx, newProgram(), strings.NewReader(""), &said, &said, args); status != cli.ExitOK {
			return fmt.Errorf("%s: %s", args[0], strings.TrimSpace(said.String()))
		}
	}
	return nil
}

// hall runs the hall until ctx ends.
func (d *demo) hall(ctx context.Context) error {
	c, err := readHall(d.file("hall.toml"))
	if err != nil {
		return err
	}
	log, err := os.Create(d.file("log"))
	if err != nil {
		return err
	}
	defer log.Close()
	desk, err := d.link(&c)
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, `The hall runs. The world sees each move %v later:
  pages              http://%s/demo/
  the round          http://%s/demo/round-1/games.pgn
  all positions      http://%s/demo/state.json
  the same as files  %s
The arbiter's desk, by a link that lets one browser in:
  %s
Its boards are live at the broker:
  boardd-hall watch --site demo --broker tcp://%s
What the hall says is in %s. An interrupt ends all.
`, d.delay, d.http, d.http, d.http, d.file("www"), desk, d.broker, d.file("log"))
	return runHall(ctx, &c, log, nil)
}

// link returns a link to the desk, for an arbiter without a password.
func (d *demo) link(c *hallconfig.Config) (string, error) {
	access, err := c.Access()
	if err != nil {
		return "", err
	}
	if err := access.Accounts.Add("demo", web.Arbiter, nil); err != nil && !errors.Is(err, web.ErrAccount) {
		return "", err
	}
	one, err := access.Accounts.Find("demo")
	if err != nil {
		return "", err
	}
	token, err := web.Links(access.Accounts).Make(&one, web.LinkLasts)
	return "http://" + d.desk + "/link/" + token, err
}
