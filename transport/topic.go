package transport

import (
	"fmt"
	"strings"
)

// Topics makes the topics of one board, chess/1/<site>/<board>/…, where 1 is
// the major version of the messages. Make it with NewTopics.
type Topics struct {
	site, board string
}

// NewTopics is the topics of a board at a site. Both names are 1 to 64 of
// A-Z, a-z, 0-9, '_' and '-': none of them means anything to a broker.
func NewTopics(site, board string) (Topics, error) {
	if !isName(site) {
		return Topics{}, fmt.Errorf("site %q is not 1 to 64 letters, digits, _ or -", site)
	}
	if !isName(board) {
		return Topics{}, fmt.Errorf("board %q is not 1 to 64 letters, digits, _ or -", board)
	}
	return Topics{site, board}, nil
}

// IsFinding reports whether a topic is that of the findings of a board.
func IsFinding(topic string) bool { return strings.HasSuffix(topic, "/"+findingKind.topic) }

// Topic is the whole topic for a name below the prefix, such as "status".
func (t Topics) Topic(name string) string {
	return "chess/1/" + t.site + "/" + t.board + "/" + name
}

// SiteFilter is the filter of a topic, such as "status", of every board of a
// site.
func SiteFilter(site, name string) (string, error) {
	if !isName(site) {
		return "", fmt.Errorf("site %q is not 1 to 64 letters, digits, _ or -", site)
	}
	return Topics{site, "+"}.Topic(name), nil
}

// ParseTopic parts a topic into site, board and what stands below them; false
// if it is none of a board's.
func ParseTopic(topic string) (t Topics, name string, ok bool) {
	part := strings.SplitN(topic, "/", 5)
	if len(part) < 5 || part[0] != "chess" || part[1] != "1" {
		return Topics{}, "", false
	}
	t, err := NewTopics(part[2], part[3])
	return t, part[4], err == nil
}

// Site is the name of the site.
func (t Topics) Site() string { return t.site }

// Board is the name of the board.
func (t Topics) Board() string { return t.board }

// Trials are messages by which a board finds out whether it may say what it has to,
// one for each kind of topic. They are empty and not retained, and so say nothing to
// anybody: who reads what is retained has to expect an empty payload in any case.
func (t Topics) Trials() []Message {
	var all []Message
	for _, k := range kinds {
		topic := t.Topic(k.topic)
		if strings.HasSuffix(topic, "/") {
			topic += "check"
		}
		all = append(all, Message{Topic: topic, QoS: 1})
	}
	return all
}

// Requests is the filter of the requests made to this board.
func (t Topics) Requests() string { return t.Topic("req/#") }

// Verb is the verb of a request's topic; false if it is no request to this
// board. The verb is as the sender wrote it: it may be no verb at all.
func (t Topics) Verb(topic string) (string, bool) {
	return strings.CutPrefix(topic, t.Topic("req/"))
}

const maxName = 64

// isName reports whether s is 1 to 64 of A-Z, a-z, 0-9, '_' and '-': the form
// of the names of sites, boards and games.
func isName(s string) bool {
	if s == "" || len(s) > maxName {
		return false
	}
	for i := range len(s) {
		if !isLetter(s[i]) && !isDigit(s[i]) && s[i] != '_' && s[i] != '-' {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
