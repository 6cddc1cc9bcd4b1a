package persist

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// The journal stores the messages that nothing replaces, events, findings and answers, as
// remarks behind the records from which they follow. Where no record says that time has
// passed, a remark does:
//
//	# 2560 message event {"schema":"boardd.event/1.0",…}
//	# 2860 deadlines
//
// The number is the engine's time: deadlines until then have run out. Records and messages of
// one step are one write, with one checksum. So a message that was accepted is sent again as
// it was, under its number, also by a later version of the program. Retained messages are not
// stored: the newest follow from the state of the engine, and each connection gets them.

// LogMessages is the name of the header of a segment that stores messages.
const LogMessages = "messages"

const messageWord, deadlinesWord = "message", "deadlines"

// lasting reports whether a message is stored in the journal.
func lasting(m *transport.Message) bool { return m.QoS > 0 && !m.Retain }

// appendMessage appends the remark that stores a message.
func appendMessage(dst []byte, at int64, m *transport.Message) []byte {
	_, name, _ := transport.ParseTopic(m.Topic)
	return fmt.Appendf(dst, "# %d %s %s %s\n", at, messageWord, name, m.Payload)
}

// Deadlines returns the remark that says that the deadlines until a time have run out.
func Deadlines(at int64) []byte { return fmt.Appendf(nil, "# %d %s\n", at, deadlinesWord) }

// parseRemark reads a line of a journal that appendMessage or Deadlines has made. It is false
// if it is another. Without a message there is no topic.
func parseRemark(line []byte, topics transport.Topics) (at int64, m transport.Message, ok bool) {
	part := bytes.SplitN(line, []byte(" "), 5)
	if len(part) < 3 || string(part[0]) != "#" {
		return 0, m, false
	}
	at, err := strconv.ParseInt(string(part[1]), 10, 64)
	switch word := string(part[2]); {
	case err != nil:
	case word == deadlinesWord && len(part) == 3:
		return at, m, true
	case word == messageWord && len(part) == 5:
		return at, transport.Message{Topic: topics.Topic(string(part[3])), QoS: 1, Payload: bytes.Clone(part[4])}, true
	}
	return 0, m, false
}

// place is a place in a segment: behind a record, and when the deadlines until a time have
// run out.
type place struct {
	record int
	at     int64
}

// includes reports whether a step, of a record or of the deadlines behind it, comes before
// the place.
func (p place) includes(record int, at int64) bool {
	return record < p.record || record == p.record && at <= p.at
}

// EachMessage calls do with each message that a segment stores.
func EachMessage(open Opener, topics transport.Topics, do func(m transport.Message)) error {
	return eachRemark(open, topics, func(_ place, m transport.Message) {
		if m.Topic != "" {
			do(m)
		}
	})
}

// eachRemark calls do with each remark that parseRemark reads, and its place.
func eachRemark(open Opener, topics transport.Topics, do func(p place, m transport.Message)) error {
	src, err := open()
	if err != nil {
		return err
	}
	defer src.Close()
	lines := bufio.NewScanner(src)
	lines.Buffer(make([]byte, 64<<10), sensor.MaxLine+2)
	records := 0
	for lines.Scan() {
		line := lines.Bytes()
		if len(line) > 0 && line[0] != '#' {
			records++
		} else if at, m, ok := parseRemark(line, topics); ok {
			do(place{records, at}, m)
		}
	}
	return lines.Err()
}
