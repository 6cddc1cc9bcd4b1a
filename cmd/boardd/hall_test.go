package main

import (
	"crypto/tls"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport/brokertest"
	"github.com/boardd/boardd/transport/publish"
)

// hall is a real mosquitto with the configuration and the access lists that
// ship: two boards, and one account of each kind for people. A third port, which
// does not ship, is open to the test's own eyes.
type hall struct {
	*brokertest.Mosquitto
	t                      *testing.T
	dir                    string // as /etc/mosquitto/boardd
	boards, people, inside string // addresses
	ours                   *brokertest.Authority
}

// passwords are those of the hall's accounts, by file.
var passwords = map[string]map[string]string{
	"boards.passwd": {"b07": "pawn-b07", "b08": "pawn-b08"},
	"people.passwd": {"public": "pawn-public", "arbiter": "pawn-arbiter", "operator": "pawn-operator"},
}

func password(user string) string {
	for _, accounts := range passwords {
		if p := accounts[user]; p != "" {
			return p
		}
	}
	return "pawn-nobody"
}

// newHall starts the hall's broker. What change does to its files, and to its
// configuration, comes on top.
func newHall(t *testing.T, change func(h *hall, conf string) string) *hall {
	t.Helper()
	h := &hall{t: t, dir: t.TempDir(), ours: brokertest.NewAuthority(t),
		boards: brokertest.FreeAddress(t), people: brokertest.FreeAddress(t), inside: brokertest.FreeAddress(t)}
	server := h.ours.Server(time.Hour)
	h.write("ca.crt", string(h.ours.PEM()))
	h.write("broker.crt", string(server.Cert))
	h.write("broker.key", string(server.Key))
	for _, name := range []string{"boards.acl", "people.acl"} {
		h.write(name, strings.ReplaceAll(shipped(t, name), "/site/", "/hall/"))
	}
	for file, accounts := range passwords {
		h.write(file, "")
		for user, password := range accounts {
			run := exec.Command(brokertest.Program(t, "mosquitto_passwd"), "-b", filepath.Join(h.dir, file), user, password)
			if out, err := run.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
	}
	conf := strings.NewReplacer("listener 8883", "listener "+portOf(h.boards)+" 127.0.0.1", "listener 8884", "listener "+portOf(h.people)+" 127.0.0.1",
		"/etc/mosquitto/boardd/", h.dir+"/").Replace(shipped(t, "boardd.conf"))
	conf += "persistence_location " + h.dir + "/\nlistener " + portOf(h.inside) + " 127.0.0.1\nallow_anonymous true\n"
	if change != nil {
		conf = change(h, conf)
	}
	h.Mosquitto = brokertest.Start(t, conf, h.boards, h.people, h.inside)
	return h
}

func shipped(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "systemd", "mosquitto", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func portOf(address string) string {
	_, port, _ := net.SplitHostPort(address)
	return port
}

// write writes a file of the hall's that only its owner may read, and returns
// its path.
func (h *hall) write(name, text string) string {
	h.t.Helper()
	path := filepath.Join(h.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// guest is somebody who is connected to the hall's broker, and what he has read.
type guest struct {
	t      *testing.T
	client mqtt.Client
	mu     sync.Mutex
	topics map[string][]string // by payload: the same may come by several filters
}

// options are those of a client at an address of the hall. At that of the test's
// eyes there is neither TLS nor a name.
func (h *hall) options(address, user, password string) *mqtt.ClientOptions {
	h.t.Helper()
	o := mqtt.NewClientOptions().SetAutoReconnect(false).SetConnectTimeout(5 * time.Second).
		SetClientID("test " + user + newSession()[:6]).SetUsername(user).SetPassword(password)
	if address == h.inside {
		return o.AddBroker("tcp://" + address)
	}
	var c *tls.Config
	c, err := publish.TLS(h.ours.PEM(), nil, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return o.AddBroker("tls://" + address).SetTLSConfig(c)
}

func (h *hall) enter(o *mqtt.ClientOptions) *guest {
	h.t.Helper()
	g := &guest{t: h.t, client: mqtt.NewClient(o), topics: map[string][]string{}}
	if err := wait(g.client.Connect()); err != nil {
		h.t.Fatalf("%s: %v", o.Username, err)
	}
	h.t.Cleanup(func() { g.client.Disconnect(0) })
	return g
}

// read subscribes to filters; that some are refused is no error.
func (g *guest) read(filters ...string) {
	g.t.Helper()
	for _, filter := range filters {
		if err := wait(g.client.Subscribe(filter, 1, g.take)); err != nil {
			g.t.Fatal(err)
		}
	}
}

func (g *guest) take(_ mqtt.Client, m mqtt.Message) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.topics[string(m.Payload())] = append(g.topics[string(m.Payload())], m.Topic())
}

func (g *guest) saw(payload string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.topics[payload] != nil
}

// sawBelow is a payload that came on a topic which begins so, or none. It locks:
// what overlapping filters give again may still be coming.
func (g *guest) sawBelow(prefix string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	for payload, topics := range g.topics {
		if slices.ContainsFunc(topics, func(topic string) bool { return strings.HasPrefix(topic, prefix) }) {
			return payload
		}
	}
	return ""
}

// say publishes and waits until the broker says that it has it, which it also
// says of what it throws away.
func (g *guest) say(topic, payload string, retained bool) {
	g.t.Helper()
	if err := wait(g.client.Publish(topic, 1, retained, payload)); err != nil {
		g.t.Fatal(err)
	}
}

// sees waits until a message has come.
func (g *guest) sees(payload string) {
	g.t.Helper()
	until(g.t, payload, 10*time.Second, func() bool { return g.saw(payload) })
}

// dialer opens a connection with the TLS of o, and lets the caller have it.
func dialer(o *mqtt.ClientOptions, raw *net.Conn) mqtt.OpenConnectionFunc {
	return func(u *url.URL, _ mqtt.ClientOptions) (net.Conn, error) {
		c, err := net.Dial("tcp", u.Host)
		if err != nil {
			return nil, err
		}
		*raw = c
		config := o.TLSConfig.Clone()
		config.ServerName = "127.0.0.1"
		return tls.Client(c, config), nil
	}
}
