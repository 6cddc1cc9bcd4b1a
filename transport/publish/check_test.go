package publish_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/transport/publish"
)

func check(t *testing.T, c publish.Config, within time.Duration) error {
	t.Helper()
	c.ClientID = "doctor"
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	return publish.Check(ctx, c, passing(prefix+"res/check", t.Name()))
}

func TestCheck(t *testing.T) {
	b := startBroker(t)
	if err := check(t, publish.Config{Broker: b.URL()}, patience); err != nil {
		t.Error(err)
	}
	f := startFake(t, listen(t)) // acknowledges, and brings nothing back
	wantError(t, check(t, publish.Config{Broker: f.url()}, 200*time.Millisecond), "did not come back")
	f.behave(func(int) bool { return false }, nil)
	wantError(t, check(t, publish.Config{Broker: f.url()}, 200*time.Millisecond), "does not acknowledge")
	if err := check(t, publish.Config{Broker: strings.Replace(b.URL(), "tcp://", "mqtt://", 1)}, patience); err != nil {
		t.Error(err)
	}
	for _, scheme := range []string{"tls", "ssl", "mqtts"} { // a broker without TLS is not talked to in plain
		wantError(t, check(t, publish.Config{Broker: strings.Replace(f.url(), "tcp://", scheme+"://", 1), ConnectTimeout: time.Second}, patience), "connect to")
	}
	l := listen(t)
	l.Close()
	wantError(t, check(t, publish.Config{Broker: "tcp://" + l.Addr().String()}, patience), "connect to")
}

func wantError(t *testing.T, err error, what string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), what) {
		t.Errorf("error %v, want one with %q", err, what)
	}
}

// authority signs certificates for a test.
type authority struct {
	t    *testing.T
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	a := &authority{t: t}
	a.cert, a.key = a.sign(&x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign})
	return a
}

func (a *authority) sign(what *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	what.SerialNumber, what.Subject = big.NewInt(time.Now().UnixNano()), pkix.Name{CommonName: "test"}
	what.NotBefore, what.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
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

func keyPEM(t *testing.T, key *ecdsa.PrivateKey) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func TestTLS(t *testing.T) {
	ours := newAuthority(t)
	server, serverKey := ours.sign(&x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}})
	client, clientKey := ours.sign(&x509.Certificate{ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})
	pair, err := tls.X509KeyPair(certPEM(server), keyPEM(t, serverKey))
	if err != nil {
		t.Fatal(err)
	}
	known := x509.NewCertPool()
	known.AddCert(ours.cert)
	f := startFake(t, tls.NewListener(listen(t), &tls.Config{
		Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: known}))
	broker := strings.Replace(f.url(), "tcp://", "tls://", 1)

	plain := strings.Replace(f.url(), "tcp://", "mqtt://", 1) // without TLS there is no connection to this broker
	wantError(t, check(t, publish.Config{Broker: plain}, 500*time.Millisecond), "connect")
	good, err := publish.TLS(certPEM(ours.cert), certPEM(client), keyPEM(t, clientKey))
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"tls", "mqtts", "ssl"} {
		p := start(t, publish.Config{Broker: strings.Replace(f.url(), "tcp://", scheme+"://", 1), TLS: good})
		p.publish(t, event(1))
		until(t, "acknowledged over TLS", func() bool { return p.Stats().Acknowledged == 1 })
		p.stop()
	}

	stranger, err := publish.TLS(certPEM(newAuthority(t).cert), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, check(t, publish.Config{Broker: broker, TLS: stranger}, patience), "certificate")
	nobody, err := publish.TLS(certPEM(ours.cert), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, check(t, publish.Config{Broker: broker, TLS: nobody}, patience), "connect to")
}

func TestBadCertificates(t *testing.T) {
	if _, err := publish.TLS([]byte("no certificate"), nil, nil); err == nil {
		t.Error("text passes as certificate authorities")
	}
	if _, err := publish.TLS(nil, []byte("x"), []byte("y")); err == nil {
		t.Error("text passes as a client certificate")
	}
}
