package main

import (
	"fmt"
	"os"
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
		{"metrics.listen", c.Metrics.Listen, own.Metrics.Listen},
	} {
		if k.is != k.was {
			return fmt.Errorf("%s: %s = %q is for one board, and this file for all; move it to %s.toml beside it",
				configPath(path), k.key, k.is, own.Board)
		}
	}
	return nil
}

// findFiles completes the names of files that a configuration in a folder has.
// A name without a slash is a credential, if systemd hands over one of that name
// (LoadCredential=), and else a file beside the configuration.
func (m *mqttConfig) findFiles(folder, credentials string) {
	for _, file := range []*string{&m.PasswordFile, &m.CAFile, &m.CertFile, &m.KeyFile} {
		if *file == "" || strings.Contains(*file, "/") {
			continue
		}
		name := *file
		*file = filepath.Join(folder, name)
		if credential := filepath.Join(credentials, name); credentials != "" && isThere(credential) {
			*file = credential
		}
	}
}

func isThere(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
