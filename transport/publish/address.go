package publish

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
)

// secure says of each scheme of a broker's address whether it means TLS. mqtt,
// mqtts and ssl are what others call the same.
var secure = map[string]bool{"tcp": false, "mqtt": false, "tls": true, "mqtts": true, "ssl": true}

// address is where a broker is.
type address struct {
	host   string // with the port
	secure bool
}

// CheckAddress returns what is wrong with a broker's address. The error does not repeat the
// address, because the wrong part may be a password.
func CheckAddress(text string) error {
	_, err := parseAddress(text)
	return err
}

// Secure reports whether an address asks for TLS.
func Secure(text string) bool {
	a, err := parseAddress(text)
	return err == nil && a.secure
}

// Exposed reports whether others may read what is sent to a broker at an address: the address
// asks for no TLS, and is not certain to be on this machine.
func Exposed(text string) bool {
	a, err := parseAddress(text)
	if err != nil || a.secure {
		return false
	}
	host, _, err := net.SplitHostPort(a.host)
	return err != nil || host != "localhost" && !net.ParseIP(host).IsLoopback()
}

func parseAddress(text string) (address, error) {
	const want = "must be tcp://host:port, or tls://host:port for TLS"
	u, err := url.Parse(text)
	if err != nil {
		return address{}, errors.New(want)
	}
	if u.User != nil {
		return address{}, errors.New("must not hold a user or a password: they go into user and password_file")
	}
	tls, known := secure[u.Scheme]
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	switch {
	case !known && u.Host != "":
		return address{}, fmt.Errorf("%s, not %s://", want, u.Scheme)
	case !known, u.Hostname() == "", u.Path != "" && u.Path != "/", u.RawQuery != "", u.Fragment != "":
		return address{}, errors.New(want)
	case err != nil || port == 0:
		return address{}, fmt.Errorf("%s; the port is missing or is none", want)
	}
	return address{u.Host, tls}, nil
}

// TLS returns the configuration for a broker whose certificate was signed by one of the given
// authorities or, if none is given, by one of the system's. If a certificate and its key are
// given, the client identifies itself with them. All arguments are in PEM.
func TLS(authorities, certificate, key []byte) (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if len(authorities) > 0 {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(authorities) {
			return nil, errors.New("read certificate authorities: no certificate in PEM")
		}
	}
	if len(certificate) == 0 && len(key) == 0 {
		return c, nil
	}
	own, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, fmt.Errorf("read client certificate: %w", err)
	}
	c.Certificates = []tls.Certificate{own}
	return c, nil
}
