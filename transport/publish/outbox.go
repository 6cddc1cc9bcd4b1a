package publish

import (
	"errors"

	"github.com/boardd/boardd/transport"
)

// Outbox keeps messages, in order, until they are done. It is used by several
// goroutines at once.
type Outbox interface {
	// Put adds a message, or returns an error and has not kept it.
	Put(m transport.Message) error
	// PutNoted adds several messages and a note, all of it or, if the program is
	// ended meanwhile, none. It says how many it has refused, and why.
	PutNoted(n Note, messages []transport.Message) (refused int, err error)
	// Notify has wake called when there may be something for Next that was not
	// there before.
	Notify(wake func())
	// Next is the oldest message with a number above the one given; ok is false
	// if there is none. Numbers begin at 1 and grow.
	Next(after uint64) (id uint64, m transport.Message, ok bool)
	// Done forgets a message. One that is gone already is no error.
	Done(id uint64)
	// Last is the highest number given.
	Last() uint64
	// Len is how many messages are kept.
	Len() int
	// Lost is how many were given up to make room, although nothing says again
	// what they said.
	Lost() uint64
}

// Note is what a sender wants to find again after a restart, such as how far it
// has come: of each key the last value. Without a key there is none.
type Note struct {
	Key   string
	Value []byte
}

// ErrFull says that an outbox has no room.
var ErrFull = errors.New("outbox is full")
