//go:build nats

package scale

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/nats-io/nats-server/v2/server"

	"github.com/boardd/boardd/internal/brokertest"
)

// natsNode is the variable in whose presence the test binary is a node of the cluster: its
// configuration.
const natsNode = "BOARDD_NATS_NODE"

func TestMain(m *testing.M) {
	if path := os.Getenv(natsNode); path != "" {
		serveNATS(path)
		return
	}
	os.Exit(m.Run())
}

func serveNATS(path string) {
	o, err := server.ProcessConfigFile(path)
	if err == nil {
		var s *server.Server
		if s, err = server.NewServer(o); err == nil {
			s.ConfigureLogger()
			s.Start()
			s.WaitForShutdown()
		}
	}
	fmt.Fprintln(os.Stderr, err)
}

// cluster is three nodes, each a process, behind one address.
type cluster struct {
	t       *testing.T
	confs   [3]string
	nodes   [3]*program
	mqtt    [3]string // addresses
	address string    // of all: a connection goes to one that lives
}

const natsConf = `server_name: n%d
listen: %q
jetstream { store_dir: %q, max_memory_store: 1GB, max_file_store: 8GB }
cluster { name: hall, listen: %q, routes: [%s] }
mqtt { listen: %q, ack_wait: "30s", max_ack_pending: 4096 }
max_payload: 262144
`

func startCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{t: t}
	var routes [3]string
	var all []string
	for i := range c.nodes {
		routes[i], c.mqtt[i] = brokertest.FreeAddress(t), brokertest.FreeAddress(t)
		all = append(all, fmt.Sprintf("%q", "nats://"+routes[i]))
	}
	for i := range c.nodes {
		folder := t.TempDir()
		c.confs[i] = filepath.Join(folder, "nats.conf")
		write(t, c.confs[i], fmt.Sprintf(natsConf, i+1, brokertest.FreeAddress(t), folder, routes[i], strings.Join(all, ","), c.mqtt[i]))
		c.start(i)
	}
	c.balance()
	for _, address := range c.mqtt {
		c.wait(address)
	}
	return c
}

// wait waits until a client is let in: the first one makes the streams, for which the nodes need
// a leader.
func (c *cluster) wait(address string) {
	c.t.Helper()
	for begin := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		client := mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://" + address).SetClientID("first").SetConnectTimeout(5 * time.Second))
		token := client.Connect()
		if token.WaitTimeout(6*time.Second) && token.Error() == nil {
			client.Disconnect(100)
			return
		}
		if time.Since(begin) > time.Minute {
			c.t.Fatalf("%s lets nobody in: %v\n%s", address, token.Error(), c.nodes[0].says())
		}
	}
}

func (c *cluster) start(i int) {
	c.t.Helper()
	self, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	log, err := os.Create(c.confs[i] + ".log")
	if err != nil {
		c.t.Fatal(err)
	}
	p := &program{exec.Command(self), log}
	p.cmd.Env = append(os.Environ(), natsNode+"="+c.confs[i])
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.nodes[i] = p
	c.t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait(); log.Close() })
}

// kill ends a node as a power cut would.
func (c *cluster) kill(i int) {
	c.nodes[i].cmd.Process.Kill()
	c.nodes[i].cmd.Wait()
}

// balance has one address lead to all nodes in turn, but for those that do not live.
func (c *cluster) balance() {
	c.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { l.Close() })
	c.address = l.Addr().String()
	go func() {
		for next := 0; ; next++ {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go c.lead(client, next)
		}
	}()
}

func (c *cluster) lead(client net.Conn, first int) {
	defer client.Close()
	for i := range c.mqtt {
		node, err := net.Dial("tcp", c.mqtt[(first+i)%len(c.mqtt)])
		if err != nil {
			continue
		}
		defer node.Close()
		var one sync.WaitGroup
		one.Go(func() { io.Copy(node, client); node.Close() })
		io.Copy(client, node)
		client.Close()
		one.Wait()
		return
	}
}

// bridge has a hall's mosquitto give the cluster what a hall program reads, and get its requests.
const bridge = `connection centre
address %s
bridge_protocol_version mqttv311
try_private false
notifications false
cleansession false
remote_clientid hall%d
local_clientid centre
topic chess/1/hall/+/game out 1
topic chess/1/hall/+/last/game out 1
topic chess/1/hall/+/status out 1
topic chess/1/hall/+/event out 1
topic chess/1/hall/+/res/+ out 1
topic chess/1/hall/+/req/+ in 1
`

// ofOneHall is how many boards a hall has.
const ofOneHall = 50

// TestBenchNATS: the same boards in halls with a mosquitto each, with bridges to a cluster of three
// nodes, where the hall program is. A node is killed in the round, and comes back. The world has every ply and
// every result at the end.
func TestBenchNATS(t *testing.T) {
	var table strings.Builder
	fmt.Fprintln(&table, "| boards | plies a second | three nodes: % of a core, MB each | hall: % of a core | event after ms: p50, p99 | games.pgn after ms: p50, p99 | with a node less: p50, p99, most |")
	fmt.Fprintln(&table, "| --- | --- | --- | --- | --- | --- | --- |")
	for _, n := range sizes(t) {
		t.Run(fmt.Sprint(n), func(t *testing.T) { fmt.Fprintln(&table, measureNATS(t, n)) })
	}
	fmt.Println(table.String())
}

func measureNATS(t *testing.T, boards int) string {
	c := startCluster(t)
	s := newSite(t, boards, "tcp://"+c.address)
	s.at = nil
	for i := range max(1, boards/ofOneHall) {
		s.at = append(s.at, "tcp://"+startMosquitto(t, fmt.Sprintf(bridge, c.address, i+1)))
	}
	f := s.follow(0)
	s.startBoards()
	s.begun(f)
	time.Sleep(warmUp)
	nodes, hall, plies, from := c.usage(), s.hall.usage(t), f.plies(), time.Now()
	time.Sleep(window / 2)
	nodesAfter, hallAfter, played, took := c.usage(), s.hall.usage(t), f.plies()-plies, time.Since(from)
	heard, whole := f.late(f.broker, from), f.late(f.file, from)

	killed := time.Now()
	c.kill(0)
	time.Sleep(window / 3)
	c.start(0)
	s.finish(f)
	return fmt.Sprintf("| %d | %.1f | %.0f, %.0f | %.0f | %s, %s | %s, %s | %s, %s, %s |", boards, float64(played)/took.Seconds(),
		100*(nodesAfter.processor-nodes.processor).Seconds()/took.Seconds(), float64(nodesAfter.memory)/3e6,
		100*(hallAfter.processor-hall.processor).Seconds()/took.Seconds(), quantile(heard, 0.5), quantile(heard, 0.99), quantile(whole, 0.5), quantile(whole, 0.99),
		quantile(f.late(f.file, killed), 0.5), quantile(f.late(f.file, killed), 0.99), quantile(f.late(f.file, killed), 1))
}

// usage is the sum of all nodes'.
func (c *cluster) usage() (sum usage) {
	for _, n := range c.nodes {
		u := n.usage(c.t)
		sum.processor, sum.memory, sum.written = sum.processor+u.processor, sum.memory+u.memory, sum.written+u.written
	}
	return sum
}
