package serve

import (
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"github.com/boardd/boardd/hall/livechess/dialect"
)

const (
	maxCall    = 16 << 10 // bytes of a call
	maxQueue   = 512      // messages that a client has not read
	writeTime  = 10 * time.Second
	pingEvery  = 20 * time.Second
	silentTime = 3 * pingEvery // without any sign of life
)

// client is a client with its connection.
type client struct {
	conn *websocket.Conn
	talk dialect.Conversation
	out  chan []byte
	done chan struct{} // closed when the client has left
}

// talk has a conversation with a client until one of both ends it.
func (s *Server) talk(w http.ResponseWriter, r *http.Request) {
	if !websocket.IsWebSocketUpgrade(r) {
		http.Error(w, "here is a WebSocket; the list of boards is at /api/v1.0/eboards, a test of the connection at /doc/index.html", http.StatusUpgradeRequired)
		return
	}
	if s.full() {
		refuse(w, "too many clients", http.StatusServiceUnavailable)
		return
	}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the library has answered
	}
	c := &client{conn: conn, out: make(chan []byte, maxQueue), done: make(chan struct{})}
	c.talk = dialect.Conversation{Room: &s.room, Chess: s.Chess}
	s.mu.Lock()
	s.all[c] = true
	s.mu.Unlock()
	go c.write()
	s.read(c)
	s.mu.Lock()
	delete(s.all, c)
	c.talk.Close()
	s.mu.Unlock()
	close(c.done)
	conn.Close()
}

func (s *Server) full() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all) >= s.clients()
}

// read answers calls until the connection ends.
func (s *Server) read(c *client) {
	c.conn.SetReadLimit(maxCall)
	alive := func(string) error { return c.conn.SetReadDeadline(time.Now().Add(silentTime)) }
	c.conn.SetPongHandler(alive)
	alive("")
	for {
		kind, text, err := c.conn.ReadMessage()
		if err != nil || kind != websocket.TextMessage {
			return
		}
		alive("")
		s.mu.Lock()
		c.send(c.talk.Call(time.Now().UnixMilli(), text))
		s.mu.Unlock()
	}
}

// send queues messages. A client that has not read many of them is dropped.
func (c *client) send(messages [][]byte) {
	for _, m := range messages {
		select {
		case c.out <- m:
		default:
			c.drop()
			return
		}
	}
}

// drop ends the connection at once, with what is on the way: nobody reads it.
func (c *client) drop() {
	if l, ok := c.conn.NetConn().(interface{ SetLinger(int) error }); ok {
		l.SetLinger(0)
	}
	c.conn.Close()
}

// write writes what is queued until the client has left.
func (c *client) write() {
	defer c.conn.Close()
	for tick := time.NewTicker(pingEvery); ; {
		select {
		case <-c.done:
			tick.Stop()
			return
		case m := <-c.out:
			c.conn.SetWriteDeadline(time.Now().Add(writeTime))
			if c.conn.WriteMessage(websocket.TextMessage, m) != nil {
				return
			}
		case <-tick.C:
			if c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeTime)) != nil {
				return
			}
		}
	}
}
