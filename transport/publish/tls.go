package publish

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
)

// TLS is the configuration for a broker whose certificate was signed by one of
// the authorities given in PEM, or, if none is given, one of the system's. With
// a certificate and its key, both in PEM, we show who we are.
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
