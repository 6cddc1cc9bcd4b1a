// Package replay prints what follows from a log, in the forms of the command replay:
// findings, messages, an account, games.
package replay

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// Forms are the forms in which replay prints, by name.
var Forms = map[string]func(words.Language) Printer{
	"findings": func(words.Language) Printer { return Printer{each: printFindings} },
	"messages": func(words.Language) Printer { return Printer{encode: true, each: printMessages} },
	"log":      func(words.Language) Printer { return Printer{head: printHeader, each: printDecoded} },
	"text":     func(lang words.Language) Printer { return (&account{lang: lang}).printer() },
	"game": func(words.Language) Printer {
		return (&lastMessages{topic: "arbiter/game", id: gameID, hasMove: gameHasMove, print: printIndented}).printer()
	},
	"pgn": func(words.Language) Printer {
		return (&lastMessages{topic: "pgn", closed: "last/pgn", id: pgnID, hasMove: pgnHasMove, print: printPlain}).printer()
	},
	"uci": func(words.Language) Printer {
		return (&moveLists{name: func(p *touchmove.Ply) string { return p.UCI }}).printer()
	},
	"san": func(words.Language) Printer {
		return (&moveLists{name: func(p *touchmove.Ply) string { return p.SAN }}).printer()
	},
	"story": func(words.Language) Printer { return Story(nil, -1) },
}

// Printer prints one form. Functions that are nil print nothing.
type Printer struct {
	encode bool                     // it needs messages
	start  func(e *pipeline.Engine) // before the first record
	head   func(w *bufio.Writer, h *sensor.Header) error
	each   func(w *bufio.Writer, e *pipeline.Engine, r *sensor.Record, o pipeline.Outcome) error // r is nil before the first record and after the last
	last   func(w *bufio.Writer, e *pipeline.Engine) error
}

// Print replays a log and prints it in a form. It replays at a multiple of real time, or at
// once if speed is 0.
func Print(ctx context.Context, w *bufio.Writer, log *pipeline.Log, p Printer, speed float64) error {
	e := log.Engine
	if p.encode {
		e.Encoder = pipeline.ReplayEncoder()
	}
	if p.start != nil {
		p.start(e)
	}
	if p.head != nil {
		if err := p.head(w, log.Header); err != nil {
			return err
		}
	}
	each := func(r *sensor.Record, o pipeline.Outcome) error {
		if p.each == nil {
			return nil
		}
		return p.each(w, e, r, o)
	}
	if err := each(nil, e.Begin()); err != nil {
		return err
	}
	clk := clock.New(max(speed, 1e-3))
	for i := range log.Records {
		r := &log.Records[i]
		if speed > 0 {
			w.Flush()
			clock.Sleep(ctx, clk.Until(r.At))
		}
		if ctx.Err() != nil {
			return pipeline.ErrStopped
		}
		if err := each(r, e.Step(*r)); err != nil {
			return err
		}
	}
	if err := each(nil, e.Finish()); err != nil || p.last == nil {
		return err
	}
	return p.last(w, e)
}

// withLateMs adds to the settings of a header how late the reports of the board may be, as its
// family says: the decoded log does not name the family.
func withLateMs(h *sensor.Header) []sensor.Setting {
	reported := slices.ContainsFunc(h.Config, func(s sensor.Setting) bool { return s.Name == "late_ms" })
	f := family.Named(h.Board)
	if reported || f == nil || f.LateMs <= touchmove.DefaultLateMs {
		return h.Config
	}
	return append(slices.Clip(h.Config), sensor.Setting{Name: "late_ms", Value: fmt.Sprint(f.LateMs)})
}

func printFindings(w *bufio.Writer, _ *pipeline.Engine, _ *sensor.Record, o pipeline.Outcome) error {
	for i := range o.Findings {
		if _, err := w.Write(append(transport.AppendFinding(w.AvailableBuffer(), &o.Findings[i]), '\n')); err != nil {
			return err
		}
	}
	return nil
}

func printMessages(w *bufio.Writer, _ *pipeline.Engine, _ *sensor.Record, o pipeline.Outcome) error {
	for i := range o.Messages {
		if _, err := w.Write(append(transport.AppendMessage(w.AvailableBuffer(), &o.Messages[i]), '\n')); err != nil {
			return err
		}
	}
	return nil
}

// printDecoded prints the records in terms of the game. A rotate has been applied to them,
// and is a remark only.
func printDecoded(w *bufio.Writer, _ *pipeline.Engine, _ *sensor.Record, o pipeline.Outcome) error {
	for _, d := range o.Decoded {
		line := w.AvailableBuffer()
		switch {
		case d.Word == sensor.Fault:
			line = sensor.AppendRemark(line, fmt.Sprintf("%d %s", d.At, d.Data))
		case d.Word == sensor.Cmd && d.Verb == "rotate":
			line = sensor.AppendRemark(line, fmt.Sprintf("%d the board was turned by command", d.At))
		default:
			line = sensor.AppendRecord(line, d)
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// printHeader prints the header of a decoded log: that of the log, without what only the
// decoder needs.
func printHeader(w *bufio.Writer, h *sensor.Header) error {
	rest, _, err := pipeline.SplitPieces(h)
	if err != nil {
		return err
	}
	head := *rest
	head.Config = withLateMs(&head)
	head.Board, head.Orientation = "", sensor.Auto
	text, err := sensor.AppendHeader(nil, &head)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

func printIndented(w *bufio.Writer, payload []byte) error {
	var b bytes.Buffer
	if err := json.Indent(&b, payload, "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

func printPlain(w *bufio.Writer, payload []byte) error {
	_, err := w.Write(payload)
	return err
}
