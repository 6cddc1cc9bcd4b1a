package main

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// publishConfig reads the files that the configuration names. Secrets come from
// files alone, and the file must not be everybody's to read.
func publishConfig(c *config, will transport.Message, requests string) (publish.Config, error) {
	p := publish.Config{Broker: c.MQTT.Broker, ClientID: c.MQTT.ClientID, User: c.MQTT.User, Will: will, Requests: requests}
	password, err := c.MQTT.password()
	if err != nil {
		return p, badInput{fmt.Errorf("mqtt.password_file: %w", err)}
	}
	p.Password = password
	key, err := c.MQTT.certificates(&p)
	if err != nil {
		return p, badInput{fmt.Errorf("mqtt%w", err)}
	}
	if p.ClientID == "" {
		p.ClientID, err = clientID(c.Site, c.Board, password+key)
	}
	return p, err
}

// password reads the password, if there is to be one.
func (m *mqttConfig) password() (string, error) {
	if m.PasswordFile == "" {
		return "", nil
	}
	secret, err := readSecret(m.PasswordFile)
	if err != nil {
		return "", err
	}
	password := strings.TrimRight(string(secret), "\r\n")
	if password == "" {
		return "", fmt.Errorf("%q holds no password", m.PasswordFile)
	}
	if m.User == "" {
		return "", errors.New("needs user") // MQTT 3.1.1, 3.1.2.9: no password without one
	}
	return password, nil
}

// certificates reads what TLS needs into p, and returns the key.
func (m *mqttConfig) certificates(p *publish.Config) (key string, err error) {
	if m.CAFile == "" && m.CertFile == "" {
		return "", nil
	}
	if !publish.Secure(m.Broker) {
		return "", fmt.Errorf(".broker: %s is without TLS; with ca_file or cert_file it must be tls://host:port", m.Broker)
	}
	var files [3][]byte
	for i, f := range []struct {
		key, name string
		read      func(name string) ([]byte, error)
	}{
		{"ca_file", m.CAFile, os.ReadFile},
		{"cert_file", m.CertFile, os.ReadFile},
		{"key_file", m.KeyFile, readSecret},
	} {
		if f.name == "" {
			continue
		}
		if files[i], err = f.read(f.name); err != nil {
			return "", fmt.Errorf(".%s: %w", f.key, err)
		}
	}
	if p.TLS, err = publish.TLS(files[0], files[1], files[2]); err != nil {
		return "", fmt.Errorf(": %w", err)
	}
	return string(files[2]), nil
}

// mostSecret is how long a secret may be, in bytes: MQTT takes a password of
// 65535, and no key is longer.
const mostSecret = 1 << 16

// othersMay is what others must not be able to do with a secret. A group may read
// it: that is how a daemon gets what is root's.
const othersMay = 0o027

// readSecret reads a file that others must not be able to read or to replace. Of a
// link it is the file at its end that counts.
func readSecret(name string) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0) // a pipe is not waited for
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", name)
	}
	if mode := info.Mode().Perm(); mode&othersMay != 0 {
		return nil, fmt.Errorf("%s can be read by everybody, or written by others (mode %04o); chmod 600 it", name, mode)
	}
	if info.Size() > mostSecret {
		return nil, fmt.Errorf("%s is too long for a secret: %d bytes", name, info.Size())
	}
	return io.ReadAll(io.LimitReader(f, mostSecret))
}

// clientIDRounds makes it slow to find a password by the client id that follows
// from it: 40 times what mosquitto's own file of passwords costs, and still some
// hundredths of a second on the smallest Pi.
const clientIDRounds = 4096

// clientID is the name of a board's connection. A broker ends a connection when
// another client comes with its id, whosever account that has, so with a secret
// the id is one that follows from it and that nobody else can tell. It stays the
// same from one start to the next, and so the new connection ends the old one.
func clientID(site, board, secret string) (string, error) {
	id := "boardd-" + site + "-" + board
	if secret == "" {
		return id, nil
	}
	key, err := pbkdf2.Key(sha256.New, secret, []byte(id), clientIDRounds, 8)
	if err != nil {
		return "", fmt.Errorf("make client id: %w", err)
	}
	return fmt.Sprintf("%s-%x", id, key), nil
}

// exposedPassword warns of a password that others on the network can read.
const exposedPassword = "the password goes to the broker without TLS, and can be read on the way; tls://host:port keeps it"

func (m *mqttConfig) exposed() bool { return m.PasswordFile != "" && publish.Exposed(m.Broker) }
