package publish

import (
	"errors"

	"github.com/boardd/boardd/transport"
)

// Outbox keeps messages, in order, until they are done. It is used by several
// goroutines at once. An error of Next or Done means that it can no longer be
// trusted.
type Outbox interface {
	// Put adds a message, or returns an error and has not kept it.
	Put(m transport.Message) error
	// Next is the oldest message with a number above the one given; ok is false
	// if there is none. Numbers begin at 1 and grow.
	Next(after uint64) (id uint64, m transport.Message, ok bool, err error)
	// Done forgets a message. One that is gone already is no error.
	Done(id uint64) error
	// Last is the highest number given.
	Last() uint64
	// Len is how many messages are kept.
	Len() int
	// Lost is how many were given up to make room, although nothing says again
	// what they said.
	Lost() uint64
}

// ErrFull says that an outbox has no room.
var ErrFull = errors.New("outbox is full")
