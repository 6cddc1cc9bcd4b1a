package publish

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
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

// ErrUnread says that a file could not be read. That says nothing of what is in it.
var ErrUnread = errors.New("the outbox cannot be read")

// readKept reads a file. One that was read and is damaged is moved aside. The error is
// ErrUnread; nothing was done then.
func readKept(path string) (Kept, *Damage, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Kept{Notes: map[string][]byte{}}, nil, nil
	}
	if err != nil {
		return Kept{Notes: map[string][]byte{}}, nil, fmt.Errorf("%w: %w", ErrUnread, err)
	}
	kept, err := ReadKept(data)
	if err == nil {
		return kept, nil, nil
	}
	d := &Damage{Why: fmt.Errorf("read outbox %q: %w", path, err), Aside: path + ".damaged"}
	if os.Rename(path, d.Aside) != nil {
		d.Aside = ""
	}
	return kept, d, nil
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

// The file of a bbolt database, as far as it is needed to read one: pages of
// one size, each with
//
//	0  8  its number
//	8  2  what it is: 1 branch, 2 leaf, 4 meta
//	10 2  how many elements it has
//	12 4  how many pages more belong to it
//
// and elements behind that: of a branch where the key is, how long it is, and the
// number of a page; of a leaf what it is (1: the value is a bucket), where the key
// is, how long key and value are. "Where" counts from the element. A bucket is the
// number of its root page and a counter; with number 0 its only page follows.
// Pages 0 and 1 are the metas, of which the later one counts. Numbers are as the
// processor has them, and on all that boardd is built for the lowest byte is first.
//
// bbolt trusts its file. Damage makes it panic, recurse until the stack is used
// up, or read past the end of the map, and the last two cannot be caught: a
// daemon that opened such a file would not start again. So the file of an
// earlier start is read here, with every step checked, and bbolt gets a new one.
const (
	branchPage, leafPage, metaPage = 1, 2, 4
	pageHead, element              = 16, 16
	bucketValue                    = 1
	metaMagic, metaVersion         = 0xED0CDAED, 2
)

var errPage = errors.New("a page is not as it was written")

// walker walks the tree of a file and calls each with what its leaves hold.
type walker struct {
	data []byte
	page int
	seen map[uint64]bool
	each func(bucket, key, value []byte)
	bad  error // the first thing that was wrong
}

// walkPages walks what can be walked, and says what cannot.
func walkPages(data []byte, each func(bucket, key, value []byte)) error {
	w := &walker{data: data, seen: map[uint64]bool{}, each: each}
	root, ok := w.root()
	if !ok {
		return fmt.Errorf("read pages: %w: no meta", errPage)
	}
	w.number(root, nil)
	return w.bad
}

func (w *walker) fail(what string, n uint64) {
	if w.bad == nil {
		w.bad = fmt.Errorf("read page %d: %w: %s", n, errPage, what)
	}
}

// root is the root page of the later meta. Of two, both must be good: a new one
// is written in the place of the older, as one sector.
func (w *walker) root() (uint64, bool) {
	var last, root uint64
	found := false
	for i, at := range w.metas() {
		meta, ok := w.meta(at)
		if !ok {
			w.fail("bad meta", uint64(i))
			continue
		}
		if tx := binary.LittleEndian.Uint64(meta[48:]); !found || tx > last {
			last, root, found = tx, binary.LittleEndian.Uint64(meta[16:]), true
			w.page = int(binary.LittleEndian.Uint32(meta[8:]))
		}
	}
	return root, found && w.page >= 512
}

// metas are where the metas are: the second one a page behind the first, which
// tells the size, or else the second, at one of the sizes that systems have.
func (w *walker) metas() []int {
	if meta, ok := w.meta(0); ok {
		return []int{0, int(binary.LittleEndian.Uint32(meta[8:]))}
	}
	for page := 4096; page <= 65536; page *= 2 {
		if _, ok := w.meta(page); ok {
			return []int{0, page}
		}
	}
	return []int{0}
}

// meta is what a meta page holds, if it is one.
func (w *walker) meta(at int) ([]byte, bool) {
	const size = 64
	if at < 0 || at > len(w.data)-pageHead-size {
		return nil, false
	}
	m := w.data[at+pageHead : at+pageHead+size]
	check := fnv.New64a()
	check.Write(m[:56])
	return m, binary.LittleEndian.Uint32(m) == metaMagic && binary.LittleEndian.Uint32(m[4:]) == metaVersion &&
		binary.LittleEndian.Uint64(m[56:]) == check.Sum64()
}

// number walks the page of a number; each one only once.
func (w *walker) number(n uint64, bucket []byte) {
	if w.seen[n] || n < 2 || n > uint64(len(w.data)/w.page) {
		w.fail("no such page", n)
		return
	}
	w.seen[n] = true
	at := int(n) * w.page
	if at+pageHead > len(w.data) {
		w.fail("beyond the end", n)
		return
	}
	head := w.data[at:]
	size := uint64(w.page) * (1 + uint64(binary.LittleEndian.Uint32(head[12:])))
	if binary.LittleEndian.Uint64(head) != n || size > uint64(len(head)) {
		w.fail("bad head", n)
		return
	}
	w.elements(head[:size], n, bucket)
}

func (w *walker) elements(page []byte, n uint64, bucket []byte) {
	kind, count := binary.LittleEndian.Uint16(page[8:]), int(binary.LittleEndian.Uint16(page[10:]))
	if kind != branchPage && kind != leafPage || pageHead+count*element > len(page) {
		w.fail("neither branch nor leaf", n)
		return
	}
	for i := range count {
		e := page[pageHead+i*element:]
		if kind == branchPage {
			w.number(binary.LittleEndian.Uint64(e[8:]), bucket)
			continue
		}
		key, value, ok := leaf(e)
		if !ok {
			w.fail("an element beyond its end", n)
			continue
		}
		w.leaf(binary.LittleEndian.Uint32(e), n, bucket, key, value)
	}
}

// leaf is key and value of an element of a leaf.
func leaf(e []byte) (key, value []byte, ok bool) {
	at, k, v := uint64(binary.LittleEndian.Uint32(e[4:])), uint64(binary.LittleEndian.Uint32(e[8:])), uint64(binary.LittleEndian.Uint32(e[12:]))
	if at+k+v > uint64(len(e)) {
		return nil, nil, false
	}
	return e[at : at+k], e[at+k : at+k+v], true
}

func (w *walker) leaf(flags uint32, n uint64, bucket, key, value []byte) {
	switch {
	case flags&bucketValue == 0 && bucket != nil:
		w.each(bucket, key, value)
	case flags&bucketValue == 0 || bucket != nil || len(value) < 16:
		w.fail("a bucket where there is none, or none where there is one", n)
	case binary.LittleEndian.Uint64(value) != 0:
		w.number(binary.LittleEndian.Uint64(value), key)
	case len(value) < 16+pageHead:
		w.fail("a bucket without a page", n)
	default:
		w.elements(value[16:], n, key)
	}
}
