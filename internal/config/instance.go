package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/boardd/boardd/transport"
)

// portFolder is the folder in which udev's rules link the port of each known board, under the
// board's name.
const portFolder = "/dev/boardd/"

// SerialPrefix is the prefix of the name of a board that is named by the serial number of
// its USB device (75-boardd.rules). Anybody can give a device any number. So no configured
// name may begin with it, and no file is read for such a name: else a device could take
// another board's name or credentials.
const SerialPrefix = "serial-"

var errSerialName = errors.New("a name that begins with " + SerialPrefix + " is a USB device's own, which anybody can give it")

// commonName is the name of the file for all boards, and of their credentials.
const commonName = "boardd"

// checkInstance refuses names that would give a board the files of others: the common name, whose
// files are for all boards, and the name of a USB device with a configuration, because any device
// can claim its number.
func checkInstance(name, ownFile string) error {
	switch {
	case name == commonName:
		return fmt.Errorf("instance: %q: %s.toml and %s.password are for all boards; give the board another name", name, commonName, commonName)
	case strings.HasPrefix(name, SerialPrefix) && isThere(ownFile):
		return fmt.Errorf("instance: %s: %w, and has no configuration; name the board by its socket in /etc/udev/rules.d/70-boardd.rules, and the file after that name", ownFile, errSerialName)
	}
	return nil
}

// ReadInstance reads the configuration of one of several boards of a machine. name is the
// name of the board and of its port. The board's own file, NAME.toml beside the common one,
// overrides the common one.
func ReadInstance(path, name string) (Config, error) {
	c := Default()
	if _, err := transport.NewTopics(c.Site, name); err != nil {
		return c, fmt.Errorf("instance: %w", err)
	}
	ownFile := filepath.Join(filepath.Dir(configPath(path)), name+".toml")
	if err := checkInstance(name, ownFile); err != nil {
		return c, err
	}
	c.Board, c.Port.Name = name, portFolder+name
	own := c
	if err := c.readFile(configPath(path), path != ""); err != nil {
		return c, err
	}
	if err := sameForAll(&c, &own, path); err != nil {
		return c, err
	}
	return c, c.readFile(ownFile, false)
}

// sameForAll refuses common values that must differ between boards: else two of them would
// publish as one.
func sameForAll(c, own *Config, path string) error {
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

// FindFiles completes the names of files in a configuration, as FindFile does.
func (m *MQTT) FindFiles(folder, credentials string) {
	for _, file := range []*string{&m.PasswordFile, &m.CAFile, &m.CertFile, &m.KeyFile} {
		*file = FindFile(*file, folder, credentials)
	}
}

// FindFile completes the name of a file. A name without a slash is a credential, if systemd
// passes one of that name (LoadCredential=), or else a file in the folder of the configuration.
func FindFile(name, folder, credentials string) string {
	if name == "" || strings.Contains(name, "/") {
		return name
	}
	if credential := filepath.Join(credentials, name); credentials != "" && isThere(credential) {
		return credential
	}
	return filepath.Join(folder, name)
}

// isThere reports whether a file exists, even if it cannot be examined.
func isThere(file string) bool {
	_, err := os.Stat(file)
	return !errors.Is(err, fs.ErrNotExist)
}
