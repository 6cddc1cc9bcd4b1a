package config

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// Publish returns the configuration of the publisher. It reads the files that the
// configuration names. Secrets come from files only, and such a file must not be readable
// by everybody.
func Publish(c *Config, will transport.Message, requests string) (publish.Config, error) {
	p := publish.Config{Broker: c.MQTT.Broker, ClientID: c.MQTT.ClientID, User: c.MQTT.User, Will: will, Requests: requests}
	password, err := c.MQTT.password()
	if err != nil {
		return p, cli.BadInput(fmt.Errorf("mqtt.password_file: %w", err))
	}
	p.Password = password
	key, err := c.MQTT.certificates(&p)
	if err != nil {
		return p, cli.BadInput(fmt.Errorf("mqtt%w", err))
	}
	if p.ClientID == "" {
		p.ClientID, err = ClientID(c.Site, c.Board, password+key)
	}
	return p, err
}

// password reads the password, if one is configured.
func (m *MQTT) password() (string, error) {
	if m.PasswordFile == "" {
		return "", nil
	}
	secret, err := ReadSecret(m.PasswordFile)
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

// certificates reads the files for TLS into p, and returns the key.
func (m *MQTT) certificates(p *publish.Config) (key string, err error) {
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
		{"ca_file", m.CAFile, ReadTrusted},
		{"cert_file", m.CertFile, ReadTrusted},
		{"key_file", m.KeyFile, ReadSecret},
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

// clientIDRounds makes it slow to guess a password from the client id that is derived from
// it: 40 times what mosquitto's own password file costs, and still some hundredths of a
// second on the smallest Pi.
const clientIDRounds = 4096

// ClientID returns the client id of a board's connection. A broker ends a connection when
// another client connects with its id, whatever the account. So the id is derived from a
// secret, if there is one, and others cannot guess it. It stays the same after a restart,
// so that the new connection ends the old one.
func ClientID(site, board, secret string) (string, error) {
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

// ExposedPassword warns of a password that others on the network can read.
const ExposedPassword = "the password goes to the broker without TLS, and can be read on the way; tls://host:port keeps it"

func (m *MQTT) Exposed() bool { return m.PasswordFile != "" && publish.Exposed(m.Broker) }

// maxSecret is how many bytes a secret may have: MQTT allows a password of 65535, and no
// key is longer.
const maxSecret = 1 << 16

// Permissions that others must not have on a file. othersWithSecret is for a secret, which a
// group may read, because daemons get files of root that way; othersWithTrust is for a file
// that is trusted but not secret.
const (
	othersWithSecret = 0o027
	othersWithTrust  = 0o002
)

// ReadSecret reads a file that others must not be able to read or to replace. If it is a
// link, this holds for the file at its end.
func ReadSecret(name string) ([]byte, error) {
	f, info, err := open(name, unix.O_NONBLOCK) // do not wait for a pipe
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", name)
	}
	if mode := info.Mode().Perm(); mode&othersWithSecret != 0 {
		return nil, fmt.Errorf("%s can be read by everybody, or written by others (mode %04o); chmod 600 it", name, mode)
	}
	if err := ownedSafely(name, info); err != nil {
		return nil, err
	}
	if err := inSafeFolder(name); err != nil {
		return nil, err
	}
	if info.Size() > maxSecret {
		return nil, fmt.Errorf("%s is too long for a secret: %d bytes", name, info.Size())
	}
	return io.ReadAll(io.LimitReader(f, maxSecret))
}

// ReadTrusted reads a file that not everybody may write or replace, because its writer
// controls boardd. The caller decides about pipes and other special files.
func ReadTrusted(name string) ([]byte, error) {
	f, info, err := open(name, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Mode().IsRegular() {
		if mode := info.Mode().Perm(); mode&othersWithTrust != 0 {
			return nil, fmt.Errorf("%s can be written by everybody (mode %04o); chmod o-w it", name, mode)
		}
		if err := inSafeFolder(name); err != nil {
			return nil, err
		}
	}
	return io.ReadAll(f)
}

// open opens a file to read it, and returns what it is.
func open(name string, flags int) (*os.File, os.FileInfo, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|flags, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
	}
	return f, info, err
}

// ownedSafely returns the owner of a file if that is neither root nor this user. Such an
// owner may read and write the file, whatever its mode.
func ownedSafely(name string, info os.FileInfo) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || stat.Uid == 0 || int(stat.Uid) == os.Geteuid() {
		return nil
	}
	return fmt.Errorf("%s belongs to user %d, and not to root or to the user that boardd runs as; chown it", name, stat.Uid)
}

// inSafeFolder returns the folder above a file in which everybody may replace it: one that
// all may write to and rename in. For a link both ends count.
func inSafeFolder(name string) error {
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	end, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	for _, p := range []string{path, end} {
		for folder := filepath.Dir(p); ; folder = filepath.Dir(folder) {
			info, err := os.Stat(folder)
			if err != nil {
				return err
			}
			if mode := info.Mode(); mode&othersWithTrust != 0 && mode&os.ModeSticky == 0 {
				return fmt.Errorf("%s: everybody may put another file in its place, as %s can be written by everybody (mode %04o); chmod o-w it", name, folder, mode.Perm())
			}
			if folder == filepath.Dir(folder) {
				break
			}
		}
	}
	return nil
}
