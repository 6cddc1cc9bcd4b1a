package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/boardd/boardd/transport"
)

// maxBoards is how many boards of a site are kept; messages of others are ignored.
const maxBoards = 512

// Site is what is known of the boards of one site: a fold over their messages,
// and over how it stands with the broker. The zero value is ready to use and
// takes the first site that it hears of. It is not safe for use by several
// goroutines at once.
type Site struct {
	name    string
	boards  []*Board // in the order of their names
	link    Link
	ignored int // messages that are of no board
}

// Link is how it stands with the broker.
type Link struct {
	Up  bool
	Err error // up: what the broker refuses; down: why, nil before the first attempt has ended
}

// News is what somebody who watches a site hears: a message or, when there is
// one, a change of the link. Settled comes now and then while the link is up.
type News struct {
	Message transport.Message // Retain: the broker had kept it
	Link    *Link
	Settled bool
}

// absence says whether a board has been heard since the link was down.
type absence uint8

const (
	present  absence = iota // it has, and all that is retained of it
	away                    // it has not
	absent                  // it has not, though the link has been up for a while
	returned                // it has
	stayed                  // it has, a while ago
)

// Apply takes a message, as Board.Apply does, and reports whether it was
// understood and new.
func (s *Site) Apply(m *transport.Message) bool {
	b := s.boardOf(m.Topic)
	if b == nil {
		s.ignored++
		return false
	}
	b.hear()
	return b.Apply(m.Topic, m.Payload)
}

// hear notes that something of the board has been heard.
func (b *Board) hear() {
	if b.absence == away || b.absence == absent {
		b.absence = returned
	}
}

// boardOf is the board of a topic, nil if it is none of this site's.
func (s *Site) boardOf(topic string) *Board {
	t, _, ok := transport.ParseTopic(topic)
	if !ok || s.name != "" && s.name != t.Site() {
		return nil
	}
	at, found := slices.BinarySearchFunc(s.boards, t.Board(), func(b *Board, name string) int {
		return compareNames(b.name, name)
	})
	if found {
		return s.boards[at]
	}
	if len(s.boards) == maxBoards {
		return nil
	}
	b := &Board{site: t.Site(), name: t.Board()}
	s.name, s.boards = t.Site(), slices.Insert(s.boards, at, b)
	return b
}

// Connect takes a change of the link. While it is down alerts may end without
// our hearing of it: the broker keeps nothing to tell so.
func (s *Site) Connect(l Link) {
	s.link = l
	if l.Up {
		return
	}
	for _, b := range s.boards {
		b.absence, b.doubted = away, b.doubted[:0]
		for i := range b.alerts {
			b.doubted = append(b.doubted, b.alerts[i].Code)
		}
	}
}

// Settle is to be called now and then while the link is up, so seldom that all
// that is retained of a board comes between two calls. It returns the messages
// that must have been missed, for boards that have been heard again: the ends of
// alerts that stood before and that nobody says any more. They have still to be
// applied.
func (s *Site) Settle() []transport.Message {
	var missed []transport.Message
	for _, b := range s.boards {
		switch b.absence {
		case away:
			b.absence = absent
		case returned:
			b.absence = stayed
		case stayed:
			b.absence = present
			missed = append(missed, b.missedEnds()...)
		}
	}
	return missed
}

func (b *Board) missedEnds() []transport.Message {
	var missed []transport.Message
	t, err := transport.NewTopics(b.site, b.name)
	for _, code := range b.doubted {
		if err == nil {
			missed = append(missed, transport.Message{Topic: t.Topic(alertTopic + code), QoS: 1, Retain: true})
		}
	}
	b.doubted = nil
	return missed
}

// compareNames orders names as people count: b2 before b10. Names that differ
// in zeros alone are in the order of their bytes.
func compareNames(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		i, j := digits(x), digits(y)
		if i == 0 || j == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		if c := compareNumbers(x[:i], y[:j]); c != 0 {
			return c
		}
		x, y = x[i:], y[j:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

// digits is how many digits s begins with.
func digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}
