package main

import (
	"encoding/json"

	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/transport"
)

// inspects reports whether a request has a board say again what is irregular.
func (r *request) inspects() bool { return r.verb.Name == "inspect" }

// inspection is what is known of a board that is inspected: its game, and what has been
// found since. The zero value is nothing.
type inspection struct {
	view     view.Board
	findings [][]byte
}

// mostFindings is how many findings are kept until the answer comes: those that follow
// from one request are fewer.
const mostFindings = 256

func (i *inspection) take(m transport.Message) {
	i.view.Apply(m.Topic, m.Payload)
	if _, name, _ := transport.ParseTopic(m.Topic); name == "arbiter/finding" && len(i.findings) < mostFindings {
		i.findings = append(i.findings, m.Payload)
	}
}

// found is what was found for the record with a number.
func (i *inspection) found(record int) [][]byte {
	var all [][]byte
	for _, payload := range i.findings {
		var f transport.Finding
		if json.Unmarshal(payload, &f) == nil && f.Event == record {
			all = append(all, payload)
		}
	}
	return all
}
