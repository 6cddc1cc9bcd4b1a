package brokertest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"testing"
	"time"
)

// Authority signs certificates for a test.
type Authority struct {
	t    testing.TB
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// Pair is a certificate and its key, both in PEM.
type Pair struct{ Cert, Key []byte }

// NewAuthority is an authority that nobody else knows.
func NewAuthority(t testing.TB) *Authority {
	a := &Authority{t: t}
	a.cert, a.key = a.sign(&x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}, time.Hour)
	return a
}

// PEM is the authority's own certificate.
func (a *Authority) PEM() []byte { return certPEM(a.cert) }

// Server is a certificate for a server on the loopback interface that ends after
// a time, or has ended if that is below 0.
func (a *Authority) Server(left time.Duration) Pair {
	return a.pair(&x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}, left)
}

// ServerOf is a certificate for a server of another name.
func (a *Authority) ServerOf(name string) Pair {
	return a.pair(&x509.Certificate{DNSNames: []string{name}}, time.Hour)
}

// Client is a certificate for a client.
func (a *Authority) Client() Pair {
	return a.pair(&x509.Certificate{ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}, time.Hour)
}

func (a *Authority) pair(what *x509.Certificate, left time.Duration) Pair {
	a.t.Helper()
	cert, key := a.sign(what, left)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	return Pair{certPEM(cert), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})}
}

func (a *Authority) sign(what *x509.Certificate, left time.Duration) (*x509.Certificate, *ecdsa.PrivateKey) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	what.SerialNumber = big.NewInt(time.Now().UnixNano())
	what.Subject = pkix.Name{CommonName: "test " + what.SerialNumber.String()} // of one name with its signer it would pass for signed by itself
	what.NotBefore, what.NotAfter = time.Now().Add(-2*time.Hour), time.Now().Add(left)
	parent, signer := a.cert, a.key
	if parent == nil {
		parent, signer = what, key
	}
	der, err := x509.CreateCertificate(rand.Reader, what, parent, &key.PublicKey, signer)
	if err != nil {
		a.t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	return cert, key
}

func certPEM(c *x509.Certificate) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})
}
