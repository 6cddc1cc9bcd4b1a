package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/family"
)

// Flags are the flags that override values of the configuration. A command has some of them;
// the others are empty.
type Flags struct {
	Config, instance, Port, family, Site, Board, Broker string
}

// PortFlags adds the flags of a command that reads a board.
func PortFlags(c *cobra.Command) *Flags {
	f := newConfigFlags(c)
	f.addPort(c)
	return f
}

// SiteFlags adds the flags of a command that reaches boards over a broker. User, password
// and certificates are in the configuration only.
func SiteFlags(c *cobra.Command) *Flags {
	f := newConfigFlags(c)
	f.addSite(c)
	return f
}

// DaemonFlags adds the flags of a command that reads a board and has a broker.
func DaemonFlags(c *cobra.Command) *Flags {
	f := PortFlags(c)
	f.addSite(c)
	c.Flags().StringVar(&f.Board, "board", "", "name of the board in the topics")
	return f
}

func newConfigFlags(c *cobra.Command) *Flags {
	f := new(Flags)
	c.Flags().StringVar(&f.Config, "config", "", "configuration `file` (default "+defaultConfigPath+", if it is there)")
	cli.CompleteFiles(c, "config")
	return f
}

func (f *Flags) addPort(c *cobra.Command) {
	c.Flags().StringVar(&f.instance, "instance", "", "`name` of one of several boards of this machine: the board's name, unless its NAME.toml beside "+
		"the configuration says another; its port is "+portFolder+"NAME")
	c.Flags().StringVar(&f.Port, "port", "", "serial `port`: a path, or usb:VID:PID[:SERIAL]")
	c.Flags().StringVar(&f.family, "family", "", "`family` of the board: "+strings.Join(familyChoices(), ", "))
	cli.CompleteBy(c, "instance", func(*cobra.Command) []string { return instances(f.Config) })
	cli.CompleteBy(c, "port", func(*cobra.Command) []string { return portNames() })
	cli.Complete(c, "family", familyChoices())
}

func (f *Flags) addSite(c *cobra.Command) {
	c.Flags().StringVar(&f.Site, "site", "", "`name` of the site in the topics")
	c.Flags().StringVar(&f.Broker, "broker", "", "MQTT broker, `address` as in tcp://host:1883")
}

// familyChoices returns the values of --family and of port.family.
func familyChoices() []string { return append([]string{AutoFamily}, family.Names()...) }

// instances returns the boards of this machine that udev knows, or that have a configuration
// of their own.
func instances(config string) []string {
	ports, _ := filepath.Glob(portFolder + "*")
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(configPath(config)), "*.toml"))
	var all []string
	for _, path := range append(ports, files...) {
		if path != configPath(config) {
			all = append(all, strings.TrimSuffix(filepath.Base(path), ".toml"))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// portNames returns the serial ports of this machine, by a permanent name if they have one.
func portNames() []string {
	found, _ := sensor.ListPorts("/")
	all, _ := filepath.Glob(portFolder + "*")
	for _, p := range found {
		for _, path := range []string{p.Stable, p.Path} {
			if path != "" {
				all = append(all, path)
			}
		}
	}
	return all
}

// Read reads the configuration, and overrides values by the flags.
func (f *Flags) Read() (Config, error) {
	c, err := Read(f.Config)
	if f.instance != "" {
		c, err = ReadInstance(f.Config, f.instance)
	}
	if err != nil {
		return c, cli.BadInput(err)
	}
	for _, o := range []struct {
		from string
		to   *string
	}{{f.Site, &c.Site}, {f.Board, &c.Board}, {f.Port, &c.Port.Name}, {f.family, &c.Port.Family}, {f.Broker, &c.MQTT.Broker}} {
		if o.from != "" {
			*o.to = o.from
		}
	}
	if strings.HasPrefix(c.Board, SerialPrefix) && c.Board != f.instance {
		return c, cli.BadInput(fmt.Errorf("board %q: %w", c.Board, errSerialName))
	}
	if err := c.Check(); err != nil {
		return c, cli.BadInput(err)
	}
	return c, nil
}
