package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/boardd/boardd/transport"
)

// portFolder is where udev's rules put a link to the port of each board that
// they know, under the board's name.
const portFolder = "/dev/boardd/"

// readInstance reads the configuration of one of several boards of a machine.
// It is called name, its port is that of the same name, and what its own file,
// NAME.toml beside the one for all, says comes before what that one does.
func readInstance(path, name string) (config, error) {
	c := defaultConfig()
	if _, err := transport.NewTopics(c.Site, name); err != nil {
		return c, fmt.Errorf("instance: %w", err)
	}
	c.Board, c.Port.Name = name, portFolder+name
	own := c
	if err := c.readFile(configPath(path), path != ""); err != nil {
		return c, err
	}
	if err := sameForAll(&c, &own, path); err != nil {
		return c, err
	}
	return c, c.readFile(filepath.Join(filepath.Dir(configPath(path)), name+".toml"), false)
}

// sameForAll refuses what cannot be the same for several boards: two would speak
// as one.
func sameForAll(c, own *config, path string) error {
	for _, k := range []struct{ key, is, was string }{
		{"board", c.Board, own.Board}, {"port.name", c.Port.Name, own.Port.Name}, {"mqtt.client_id", c.MQTT.ClientID, own.MQTT.ClientID},
	} {
		if k.is != k.was {
			return fmt.Errorf("%s: %s = %q is for one board, and this file for all; move it to %s.toml beside it",
				configPath(path), k.key, k.is, own.Board)
		}
	}
	return nil
}

// secretPath is where a file that the configuration names is. A name without a
// slash is a credential that systemd hands over (LoadCredential=).
func secretPath(name string, getenv func(string) string) string {
	folder := getenv("CREDENTIALS_DIRECTORY")
	if folder == "" || strings.Contains(name, "/") {
		return name
	}
	return filepath.Join(folder, name)
}
