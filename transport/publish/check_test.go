package publish_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

func check(t *testing.T, c publish.Config, within time.Duration) error {
	t.Helper()
	c.ClientID = "doctor"
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	return publish.Check(ctx, c, []transport.Message{passing(prefix+"res/check", t.Name()), {Topic: prefix + "event", QoS: 1}})
}

// inVain does what ends with its time, and returns the error. How much time it takes to come so far
// depends on the machine: it gets twice as much until the error has the text.
func inVain(what string, do func(within time.Duration) error) (err error) {
	for within := 200 * time.Millisecond; within < 2*patience; within *= 2 {
		if err = do(within); err == nil || strings.Contains(err.Error(), what) {
			break
		}
	}
	return err
}

// wantInVain checks a broker that does not do all that it should, and does not say so.
func wantInVain(t *testing.T, c publish.Config, what string) {
	t.Helper()
	wantError(t, inVain(what, func(within time.Duration) error { return check(t, c, within) }), what)
}

func TestCheck(t *testing.T) {
	b := startBroker(t)
	if err := check(t, publish.Config{Broker: b.URL()}, patience); err != nil {
		t.Error(err)
	}
	f := startFake(t, listen(t)) // acknowledges, and brings nothing back
	wantInVain(t, publish.Config{Broker: f.url()}, `publish on "`+prefix+`res/check" and all others: acknowledged, and it did not come back`)
	f.behave(func(int) bool { return false }, nil)
	wantInVain(t, publish.Config{Broker: f.url()}, "does not acknowledge")
	f.with(func() { f.deny = prefix + "req/#" })
	wantError(t, check(t, publish.Config{Broker: f.url(), Requests: f.deny}, patience), `subscribe to "`+f.deny+`": the broker does not allow it`)
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

func TestTLS(t *testing.T) {
	ours := brokertest.NewAuthority(t)
	server, client := ours.Server(time.Hour), ours.Client()
	pair, err := tls.X509KeyPair(server.Cert, server.Key)
	if err != nil {
		t.Fatal(err)
	}
	known := x509.NewCertPool()
	known.AppendCertsFromPEM(ours.PEM())
	f := startFake(t, tls.NewListener(listen(t), &tls.Config{
		Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: known}))
	broker := strings.Replace(f.url(), "tcp://", "tls://", 1)

	plain := strings.Replace(f.url(), "tcp://", "mqtt://", 1) // without TLS there is no connection to this broker
	wantError(t, check(t, publish.Config{Broker: plain}, 500*time.Millisecond), "connect")
	good, err := publish.TLS(ours.PEM(), client.Cert, client.Key)
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"tls", "mqtts", "ssl"} {
		p := start(t, publish.Config{Broker: strings.Replace(f.url(), "tcp://", scheme+"://", 1), TLS: good})
		p.publish(t, event(1))
		until(t, "acknowledged over TLS", func() bool { return p.Stats().Acknowledged == 1 })
		p.stop()
	}

	stranger, err := publish.TLS(brokertest.NewAuthority(t).PEM(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, check(t, publish.Config{Broker: broker, TLS: stranger}, patience), "certificate")
	nobody, err := publish.TLS(ours.PEM(), nil, nil)
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
