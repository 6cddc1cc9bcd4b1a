package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/transport"
)

// Board is one board of a bus: how it is recognised, and its name.
type Board struct {
	Name    string `toml:"name"`
	Address int    `toml:"address"`
	Serial  string `toml:"serial"`
}

// checkBoards says what is wrong with the boards of a bus.
func (c *Config) checkBoards() error {
	if len(c.Boards) > 0 && c.Port.Family != family.Bus {
		return &keyError{"boards.0", fmt.Errorf("boards: they go with port.family %q only", family.Bus)}
	}
	var bad []error
	for i := range c.Boards {
		if err := c.checkBoard(i); err != nil {
			bad = append(bad, &keyError{fmt.Sprintf("boards.%d", i), fmt.Errorf("boards: %q: %w", c.Boards[i].Name, err)})
		}
	}
	return errors.Join(bad...)
}

func (c *Config) checkBoard(i int) error {
	b := &c.Boards[i]
	_, err := transport.NewTopics(c.Site, b.Name)
	clashes := func(o Board) bool {
		return o.Name == b.Name || o.Address == b.Address && b.Address != 0 || o.Serial == b.Serial && b.Serial != ""
	}
	switch {
	case err != nil:
		return err
	case strings.HasPrefix(b.Name, SerialPrefix), strings.HasPrefix(b.Name, c.namesOfSerials()):
		return errSerialName
	case b.Address == 0 && b.Serial == "":
		return errors.New("needs an address or a serial number")
	case b.Address < 0 || b.Address > int(bus.LastAddress):
		return fmt.Errorf("address %d must be 1 to %d", b.Address, bus.LastAddress)
	case b.Address == 0 && !c.Port.Search:
		return errors.New("needs an address, as others are not searched for")
	case slices.ContainsFunc(c.Boards[:i], clashes):
		return errors.New("name, address and serial number must be those of no other board")
	}
	return nil
}

// ownName stands for the name of each board of a bus, where each needs an account of its
// own.
const ownName = "{board}"

// ForBoard returns the configuration for one board of a bus: it has a connection of its own
// to the broker.
func (c *Config) ForBoard(name string) *Config {
	own := *c
	own.Board, own.Boards = name, nil
	m := &own.MQTT
	for _, text := range []*string{&m.User, &m.PasswordFile, &m.CertFile, &m.KeyFile} {
		*text = strings.ReplaceAll(*text, ownName, name)
	}
	if m.ClientID != "" {
		m.ClientID += "-" + name
	}
	return &own
}

// namesOfSerials begins the names of boards of a bus that are not configured. No configured
// name may begin so: else a board could take another's name or credentials by its serial
// number.
func (c *Config) namesOfSerials() string { return c.Board + "-" + SerialPrefix }

// NameFor returns the name of a board of a bus that is not configured, from its serial
// number.
func (c *Config) NameFor(serial string) string {
	keep := func(r rune) rune {
		if r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return -1
	}
	return c.namesOfSerials() + strings.Map(keep, serial)
}

// BusAccounts are those with which the boards of a bus come to the broker.
func (c *Config) BusAccounts() []*Config {
	if len(c.Boards) == 0 {
		return []*Config{c}
	}
	var all []*Config
	for i := range c.Boards {
		all = append(all, c.ForBoard(c.Boards[i].Name))
	}
	return all
}

// Of names the board of a bus whose configuration c is.
func (c *Config) Of(all *Config) string {
	if c == all {
		return ""
	}
	return " of " + c.Board
}
