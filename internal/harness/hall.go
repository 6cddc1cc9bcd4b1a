package harness

import (
	"crypto/tls"
	"encoding/json"
	"fmt"
	"maps"
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

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// Hall is a real mosquitto with the configuration and the access lists that are shipped: two
// boards, and one account of each kind for people. A third port, which is not shipped, lets
// the test see everything.
type Hall struct {
	*brokertest.Mosquitto
	T                      *testing.T
	Dir                    string // as /etc/mosquitto/boardd
	Boards, People, Inside string // addresses
	Ours                   *brokertest.Authority
}

// passwords are those of the hall's accounts, by file.
var passwords = map[string]map[string]string{
	"boards.passwd": {"b07": "pawn-b07", "b08": "pawn-b08"},
	"people.passwd": {"public": "pawn-public", "arbiter": "pawn-arbiter", "operator": "pawn-operator"},
}

func Password(user string) string {
	for _, accounts := range passwords {
		if p := accounts[user]; p != "" {
			return p
		}
	}
	return "pawn-nobody"
}

// NewHall starts the hall's broker. The function change may change its files and its
// configuration first.
func NewHall(t *testing.T, change func(h *Hall, conf string) string) *Hall {
	t.Helper()
	h := &Hall{T: t, Dir: t.TempDir(), Ours: brokertest.NewAuthority(t),
		Boards: brokertest.FreeAddress(t), People: brokertest.FreeAddress(t), Inside: brokertest.FreeAddress(t)}
	server := h.Ours.Server(time.Hour)
	h.Write("ca.crt", string(h.Ours.PEM()))
	h.Write("broker.crt", string(server.Cert))
	h.Write("broker.key", string(server.Key))
	for _, name := range []string{"boards.acl", "people.acl"} {
		h.Write(name, strings.ReplaceAll(Shipped(t, name), "/site/", "/hall/"))
	}
	for file, accounts := range passwords {
		h.Write(file, "")
		for user, password := range accounts {
			run := exec.Command(brokertest.Program(t, "mosquitto_passwd"), "-b", filepath.Join(h.Dir, file), user, password)
			if out, err := run.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
	}
	conf := strings.NewReplacer("listener 8883", "listener "+PortOf(h.Boards)+" 127.0.0.1", "listener 8884", "listener "+PortOf(h.People)+" 127.0.0.1",
		"/etc/mosquitto/boardd/", h.Dir+"/").Replace(Shipped(t, "boardd.conf"))
	conf += "persistence_location " + h.Dir + "/\nlistener " + PortOf(h.Inside) + " 127.0.0.1\nallow_anonymous true\n"
	if change != nil {
		conf = change(h, conf)
	}
	h.Mosquitto = brokertest.Start(t, conf, h.Boards, h.People, h.Inside)
	return h
}

func Shipped(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "systemd", "mosquitto", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func PortOf(address string) string {
	_, port, _ := net.SplitHostPort(address)
	return port
}

// Write writes a file that only its owner may read, and returns its path.
func (h *Hall) Write(name, text string) string {
	h.T.Helper()
	path := filepath.Join(h.Dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.T.Fatal(err)
	}
	return path
}

// guest is a client of the hall's broker, with the messages that it has read.
type guest struct {
	t      *testing.T
	client mqtt.Client
	mu     sync.Mutex
	topics map[string][]string // by payload: the same may come by several filters
}

// Options returns the options of a client at an address of the hall. The port for the test
// has neither TLS nor accounts.
func (h *Hall) Options(address, user, password string) *mqtt.ClientOptions {
	h.T.Helper()
	o := mqtt.NewClientOptions().SetAutoReconnect(false).SetConnectTimeout(Patience).
		SetClientID("test " + user + session.New()[:6]).SetUsername(user).SetPassword(password)
	if address == h.Inside {
		return o.AddBroker("tcp://" + address)
	}
	var c *tls.Config
	c, err := publish.TLS(h.Ours.PEM(), nil, nil)
	if err != nil {
		h.T.Fatal(err)
	}
	return o.AddBroker("tls://" + address).SetTLSConfig(c)
}

func (h *Hall) Enter(o *mqtt.ClientOptions) *guest {
	h.T.Helper()
	g := &guest{t: h.T, client: mqtt.NewClient(o), topics: map[string][]string{}}
	if err := subscribe.Wait(g.client.Connect()); err != nil {
		h.T.Fatalf("%s: %v", o.Username, err)
	}
	h.T.Cleanup(func() { g.client.Disconnect(0) })
	return g
}

// Read subscribes to filters. A refused filter is no error.
func (g *guest) Read(filters ...string) {
	g.t.Helper()
	for _, filter := range filters {
		if err := subscribe.Wait(g.client.Subscribe(filter, 1, g.take)); err != nil {
			g.t.Fatal(err)
		}
	}
}

func (g *guest) take(_ mqtt.Client, m mqtt.Message) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.topics[string(m.Payload())] = append(g.topics[string(m.Payload())], m.Topic())
}

func (g *guest) Saw(payload string) bool { return g.TopicsOf(payload) != nil }

// TopicsOf returns the topics on which a payload came.
func (g *guest) TopicsOf(payload string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.topics[payload])
}

// SawBelow returns a payload that came on a topic with a prefix, or "". It locks, because
// messages of overlapping filters may still come.
func (g *guest) SawBelow(prefix string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	for payload, topics := range g.topics {
		if slices.ContainsFunc(topics, func(topic string) bool { return strings.HasPrefix(topic, prefix) }) {
			return payload
		}
	}
	return ""
}

// Say publishes, and waits until the broker acknowledges the message. The broker also
// acknowledges messages that it drops.
func (g *guest) Say(topic, payload string, retained bool) {
	g.t.Helper()
	if err := subscribe.Wait(g.client.Publish(topic, 1, retained, payload)); err != nil {
		g.t.Fatal(err)
	}
}

// Sees waits until a message has come.
func (g *guest) Sees(payload string) {
	g.t.Helper()
	Until(g.t, payload, 10*time.Second, func() bool { return g.Saw(payload) })
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

// Settings writes a configuration for an account and a board of the hall. More goes under
// [mqtt].
func (h *Hall) Settings(address, user, board, more string) string {
	h.T.Helper()
	file := h.Write("password of "+user, Password(user)+"\n")
	return WriteConfig(h.T, fmt.Sprintf("site = \"hall\"\nboard = %q\n[port]\nname = \"/dev/none\"\nfamily = \"dgt\"\n[mqtt]\nbroker = \"tls://%s\"\nca_file = %q\nuser = %q\npassword_file = %q\n%s",
		board, address, filepath.Join(h.Dir, "ca.crt"), user, file, more))
}

// Usurp connects to the people's port under the client id of another client.
func (h *Hall) Usurp(clientID string) {
	h.Enter(h.Options(h.People, "public", Password("public")).SetClientID(clientID))
}

// Payloads returns all payloads that a guest has seen.
func (g *guest) Payloads() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return strings.Join(slices.Sorted(maps.Keys(g.topics)), "\n")
}

// WantNoSecret checks that a text holds no password of the hall: all of them begin alike.
func WantNoSecret(t *testing.T, text string) {
	t.Helper()
	if strings.Contains(text, "pawn-") || strings.Contains(text, "PRIVATE KEY") {
		t.Errorf("it tells a secret:\n%s", text)
	}
}

// HasDevice reports whether a guest has seen the message for a board whose serial number,
// short or long, ends so.
func (g *guest) HasDevice(t *testing.T, serial string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for payload, topics := range g.topics {
		var d transport.Device
		if err := json.Unmarshal([]byte(payload), &d); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(d.Device.Serial, serial) && d.Device.Model == "dgt" && topics[0] == "homeassistant/device/hall/b07/config" {
			return true
		}
	}
	return false
}

func (h *Hall) At(r *Role) string {
	if r.Boards {
		return h.Boards
	}
	return h.People
}

// Die connects, if the broker lets it in, and cuts the connection. It returns when the
// broker has noticed.
func (h *Hall) Die(o *mqtt.ClientOptions) {
	h.T.Helper()
	var raw net.Conn
	o.SetCustomOpenConnectionFn(dialer(o, &raw))
	client := mqtt.NewClient(o)
	if subscribe.Wait(client.Connect()) != nil {
		return
	}
	raw.Close()
	Until(h.T, "the broker sees that "+o.ClientID+" is gone", 10*time.Second, func() bool {
		return strings.Contains(h.Log(), "Client "+o.ClientID+" closed") || strings.Contains(h.Log(), "Client "+o.ClientID+" disconnected") ||
			strings.Contains(h.Log(), "on client "+o.ClientID)
	})
	client.Disconnect(0)
}

// Role is what an account may do at the shipped broker.
type Role struct {
	User          string
	Boards        bool     // it comes in at the boards' port
	Writes, Reads []string // below chess/1/, but for other trees
}
