package attacks

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/playback"
)

// board is a board of family text behind a port. It answers boardd's questions, and sends the
// lines of a test, however many.
type board struct {
	path          string
	master, slave *os.File
	mu            sync.Mutex
	shown         [64]byte // what stands on it: a8, b8 … h1, letters as in a FEN, . for none
	asked         []byte
}

// newBoard makes a board with the pieces in the initial array.
func newBoard(t *testing.T) *board {
	t.Helper()
	master, slave, err := playback.Open()
	if err != nil {
		t.Fatal(err)
	}
	b := &board{path: slave.Name(), master: master, slave: slave}
	b.show("rnbqkbnr" + "pppppppp" + strings.Repeat(".", 32) + "PPPPPPPP" + "RNBQKBNR")
	listened := make(chan struct{})
	go func() {
		defer close(listened)
		b.listen()
	}()
	t.Cleanup(func() {
		b.master.Close()
		<-listened
		b.slave.Close()
	})
	return b
}

// listen answers hello? and board?.
func (b *board) listen() {
	buf := make([]byte, 256)
	for {
		n, err := b.master.Read(buf)
		if err != nil {
			return
		}
		b.mu.Lock()
		b.asked = append(b.asked, buf[:n]...)
		for {
			line, rest, ok := bytes.Cut(b.asked, []byte("\n"))
			if !ok {
				break
			}
			b.asked = rest
			switch string(line) {
			case "hello?":
				b.write("hello 1 identified 0042 1.0\n")
			case "board?":
				b.write("board " + string(b.shown[:]) + "\n")
			}
		}
		b.mu.Unlock()
	}
}

// write sends bytes. Bytes that nobody reads in time are lost.
func (b *board) write(text string) error {
	b.master.SetWriteDeadline(time.Now().Add(time.Second))
	_, err := b.master.WriteString(text)
	return err
}

// say makes the board send lines, and moves its pieces accordingly.
func (b *board) say(lines ...string) {
	text := strings.Join(lines, "\n") + "\n"
	b.mu.Lock()
	defer b.mu.Unlock()
	for line := range strings.Lines(text) {
		switch words := strings.Fields(line); words[0] {
		case "lift":
			b.put(words[1], '.')
		case "drop":
			b.put(words[1], words[2][0])
		}
	}
	b.write(text)
}

func (b *board) put(square string, piece byte) {
	b.shown[int('8'-square[1])*8+int(square[0]-'a')] = piece
}

// show sets the pieces with which the board answers from now on.
func (b *board) show(pieces string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	copy(b.shown[:], pieces)
}

// flood makes the board repeat lines for a time, as fast as they are read. It returns how many
// lines were read.
func (b *board) flood(lines string, during time.Duration) (taken int) {
	text := lines
	for len(text) < 2048 {
		text += lines
	}
	for end := time.Now().Add(during); time.Now().Before(end); {
		b.mu.Lock()
		b.master.SetWriteDeadline(time.Now().Add(time.Second))
		n, err := b.master.WriteString(text)
		b.mu.Unlock()
		taken += strings.Count(text[:n], "\n")
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return taken
		}
	}
	return taken
}
