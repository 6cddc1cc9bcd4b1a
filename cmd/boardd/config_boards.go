package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/transport"
)

// busFamily is the family of which several boards are on one port.
const busFamily = "dgt-bus"

// boardConfig is one board of a bus: who it is, and what it is called.
type boardConfig struct {
	Name    string `toml:"name"`
	Address int    `toml:"address"`
	Serial  string `toml:"serial"`
}

// checkBoards says what is wrong with the boards of a bus.
func (c *config) checkBoards() error {
	if len(c.Boards) > 0 && c.Port.Family != busFamily {
		return fmt.Errorf("boards: they go with port.family %q only", busFamily)
	}
	var bad []error
	for i := range c.Boards {
		if err := c.checkBoard(i); err != nil {
			bad = append(bad, fmt.Errorf("boards: %q: %w", c.Boards[i].Name, err))
		}
	}
	return errors.Join(bad...)
}

func (c *config) checkBoard(i int) error {
	b := &c.Boards[i]
	_, err := transport.NewTopics(c.Site, b.Name)
	clashes := func(o boardConfig) bool {
		return o.Name == b.Name || o.Address == b.Address && b.Address != 0 || o.Serial == b.Serial && b.Serial != ""
	}
	switch {
	case err != nil:
		return err
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

// ownName stands for the name of each board of a bus where they need an account of
// their own.
const ownName = "{board}"

// forBoard is the configuration for one board of a bus: it has a connection of its
// own to the broker.
func (c *config) forBoard(name string) *config {
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

// nameFor is what a board of a bus is called that the configuration does not name,
// by its serial number.
func (c *config) nameFor(serial string) string {
	keep := func(r rune) rune {
		if r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return -1
	}
	return c.Board + "-" + strings.Map(keep, serial)
}
