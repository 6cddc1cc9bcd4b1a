package publish

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"slices"

	"github.com/boardd/boardd/transport"
)

// KeptMessage is a message with its number.
type KeptMessage struct {
	ID      uint64
	Message transport.Message
}

// Kept is what an outbox's file holds.
type Kept struct {
	Messages []KeptMessage // by number
	Notes    map[string][]byte
}

// Damage is what is wrong with an outbox's file: a part of it may be missing
// from what was read.
type Damage struct {
	Why   error
	Aside string // where the file is now; empty if it could not be moved
}

// readKept reads a file. One that is damaged is moved aside.
func readKept(path string) (Kept, *Damage) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Kept{Notes: map[string][]byte{}}, nil
	}
	var kept Kept
	if err == nil {
		kept, err = ReadKept(data)
	}
	if err == nil {
		return kept, nil
	}
	if kept.Notes == nil {
		kept.Notes = map[string][]byte{}
	}
	d := &Damage{Why: fmt.Errorf("read outbox %q: %w", path, err), Aside: path + ".damaged"}
	if os.Rename(path, d.Aside) != nil {
		d.Aside = ""
	}
	return kept, d
}

// ReadKept reads what the bytes of a file hold. If any of them is not as it was
// written, it returns what is good, and an error.
func ReadKept(data []byte) (Kept, error) {
	kept := Kept{Notes: map[string][]byte{}}
	var bad error
	err := walkPages(data, func(bucket, key, value []byte) {
		if err := kept.take(string(bucket), key, value); err != nil && bad == nil {
			bad = err
		}
	})
	slices.SortStableFunc(kept.Messages, func(a, b KeptMessage) int { return cmp.Compare(a.ID, b.ID) })
	kept.Messages = slices.CompactFunc(kept.Messages, func(a, b KeptMessage) bool { return a.ID == b.ID })
	total := kept.Notes[string(totalKey)]
	delete(kept.Notes, string(totalKey))
	if err == nil && bad == nil && string(total) != string(messageKey(uint64(len(kept.Messages)+len(kept.Notes)))) {
		bad = errTotal
	}
	return kept, errors.Join(err, bad)
}

func (k *Kept) take(bucket string, key, value []byte) error {
	body, err := checked(key, value)
	if err != nil {
		return err
	}
	switch bucket {
	case string(notesBucket):
		k.Notes[string(key)] = body
		return nil
	case string(messagesBucket):
		m, err := parseMessage(body)
		if err != nil || len(key) != 8 {
			return fmt.Errorf("read message % x: %w", key, errForm)
		}
		k.Messages = append(k.Messages, KeptMessage{binary.BigEndian.Uint64(key), m})
		return nil
	}
	return fmt.Errorf("read bucket %q: %w", bucket, errForm)
}

var (
	errSum   = errors.New("the checksum is wrong")
	errForm  = errors.New("not as it was written")
	errTotal = errors.New("there are not as many values as were written")
)

// castagnoli is the polynomial of the checksums: there is an instruction for it
// on arm64 and amd64.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A value begins with a checksum of its key and of what follows: four bytes,
// the lowest first. That of a message goes on with QoS, whether it is retained,
// two bytes for the length of the topic, and topic and payload.
func appendMessage(dst, key []byte, m *transport.Message) []byte {
	body := make([]byte, 0, 4+size(m))
	body = append(body, m.QoS, 0)
	if m.Retain {
		body[1] = 1
	}
	body = binary.LittleEndian.AppendUint16(body, uint16(len(m.Topic)))
	body = append(append(body, m.Topic...), m.Payload...)
	return appendNote(dst, key, body)
}

func appendNote(dst, key, body []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, sum(key, body)), body...)
}

func sum(key, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, body)
}

// checked is a value without its checksum.
func checked(key, value []byte) ([]byte, error) {
	if len(value) < 4 || binary.LittleEndian.Uint32(value) != sum(key, value[4:]) {
		return nil, fmt.Errorf("read value of % x: %w", key, errSum)
	}
	return slices.Clone(value[4:]), nil
}

func parseMessage(body []byte) (transport.Message, error) {
	if len(body) < 4 || body[1] > 1 {
		return transport.Message{}, errForm
	}
	topic := 4 + int(binary.LittleEndian.Uint16(body[2:]))
	if topic > len(body) {
		return transport.Message{}, errForm
	}
	return transport.Message{QoS: body[0], Retain: body[1] == 1, Topic: string(body[4:topic]), Payload: body[topic:]}, nil
}
