package main

import (
	"bytes"
	"fmt"

	"github.com/boardd/boardd/transport"
)

type homeAssistantConfig struct {
	Prefix string `toml:"prefix"`
}

func (h *homeAssistantConfig) check() error {
	if h.Prefix == "" {
		return nil
	}
	if err := transport.CheckPrefix(h.Prefix); err != nil {
		return fmt.Errorf("homeassistant.prefix: %w", err)
	}
	return nil
}

// discovery is what Home Assistant is told of the board.
type discovery struct {
	prefix string // empty: nothing
	about  transport.About
	said   []byte // on the present connection
}

// discover tells Home Assistant of the board, at each connection and when the
// board has said more of itself.
func (d *daemon) discover() {
	v, a := &d.discovery, &d.engine.about
	if v.prefix == "" || !d.connected || v.said != nil && v.about.Kind == a.Kind && v.about.Serial == a.Serial {
		return
	}
	m := transport.Discovery(d.topics, v.prefix, *a)
	v.about = *a
	if bytes.Equal(m.Payload, v.said) {
		return
	}
	v.said = m.Payload
	d.publish(outcome{Messages: []transport.Message{m}})
}
