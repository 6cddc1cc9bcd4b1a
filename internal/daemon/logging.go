package daemon

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/terminal"
)

// NewLogger makes a logger that writes to out in the configured form.
func NewLogger(c *config.Log, out io.Writer) zerolog.Logger {
	level, err := zerolog.ParseLevel(c.Level)
	if err != nil {
		level = zerolog.InfoLevel
	}
	return zerolog.New(logWriter(c, out, terminal.Is(out))).Level(level).With().Timestamp().Logger()
}

// logWriter returns the writer for the configured form of the log.
func logWriter(c *config.Log, out io.Writer, atTerminal bool) io.Writer {
	if c.Format == "console" || c.Format == "auto" && atTerminal {
		return zerolog.ConsoleWriter{Out: out, TimeFormat: time.TimeOnly, FormatPrepare: printableMessage} // it quotes the other fields
	}
	return terminal.JSON{Writer: out}
}

// printableMessage removes control characters from the message of a line for a terminal.
func printableMessage(line map[string]any) error {
	if text, ok := line[zerolog.MessageFieldName].(string); ok {
		line[zerolog.MessageFieldName] = terminal.Plain(text)
	}
	return nil
}

// logQueue writes the log in a goroutine of its own: a journald that hangs at its disk, or a
// terminal that was stopped, keeps nobody waiting. Lines for which there is no room are
// dropped and counted.
type logQueue struct {
	lines chan logLine
	lost  atomic.Uint64

	mu    sync.Mutex
	tells []func(error)
}

// logLine is a line, or a mark: all lines before it are written when out is closed.
type logLine struct {
	text []byte
	out  chan struct{}
}

// maxLogLines is how many lines wait.
const maxLogLines = 1000

var errLogWaits = errors.New("nobody takes what is logged")

// newLogQueue makes a logger that never waits.
func newLogQueue(c *config.Log, out io.Writer) (zerolog.Logger, *logQueue) {
	note := NewLogger(c, out) // does not go through the queue
	l := &logQueue{lines: make(chan logLine, maxLogLines)}
	go func() {
		for line := range l.lines {
			if line.out != nil {
				close(line.out)
				continue
			}
			reportSlow(l.report, errLogWaits, func() { out.Write(line.text) })
			if n := l.lost.Swap(0); n > 0 {
				note.Error().Uint64("lines", n).Msg("lines of the log were lost; nobody took them")
			}
		}
	}()
	return note.Output(logWriter(c, l, terminal.Is(out))), l
}

// Write queues a line. It does not block.
func (l *logQueue) Write(p []byte) (int, error) {
	select {
	case l.lines <- logLine{text: bytes.Clone(p)}:
	default:
		l.lost.Add(1)
	}
	return len(p), nil
}

// notify registers a function that is called with an error when lines are not taken, and
// with nil when they are again.
func (l *logQueue) notify(report func(error)) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tells = append(l.tells, report)
}

func (l *logQueue) report(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, report := range l.tells {
		report(err)
	}
}

// flushTime is how long the end of the program waits for its last lines.
const flushTime = time.Second

// flush waits until all lines are written, for flushTime at most.
func (l *logQueue) flush() {
	late := time.After(flushTime)
	out := make(chan struct{})
	select {
	case l.lines <- logLine{out: out}:
	case <-late:
		return
	}
	select {
	case <-out:
	case <-late:
	}
}
