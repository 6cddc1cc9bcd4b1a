package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// forms are what replay can print: what follows from each record, and what
// there is at the end.
var forms = map[string]func(words.Language) printer{
	"findings": func(words.Language) printer { return printer{each: printFindings} },
	"messages": func(words.Language) printer { return printer{encode: true, each: printMessages} },
	"log":      func(words.Language) printer { return printer{head: printHeader, each: printDecoded} },
	"text":     func(lang words.Language) printer { return (&account{lang: lang}).printer() },
	"game": func(words.Language) printer {
		return (&keeper{topic: "arbiter/game", hasMove: gameHasMove, print: printIndented}).printer()
	},
	"pgn": func(words.Language) printer {
		return (&keeper{topic: "pgn", hasMove: pgnHasMove, print: printPlain}).printer()
	},
	"uci": func(words.Language) printer { return printer{last: printUCI} },
	"san": func(words.Language) printer { return printer{last: printSAN} },
}

// printer prints one form. Functions that are nil print nothing.
type printer struct {
	encode bool // it needs messages
	head   func(w *bufio.Writer, h *sensor.Header) error
	each   func(w *bufio.Writer, e *engine, r *sensor.Record, o outcome) error // r is nil before the first record and after the last
	last   func(w *bufio.Writer, e *engine) error
}

func replay(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error {
	form := fs.String("o", "text", "`form` of the output: "+strings.Join(sortedForms(), ", "))
	decode := fs.Bool("decode", false, "print the decoded records as a log (the same as -o log)")
	speed := fs.Float64("speed", 0, "how fast to go: 1 as it was, 0 as fast as it can")
	language := languageFlag(fs)
	if err := parse(fs, args, 1, 1); err != nil {
		return err
	}
	lang, err := parseLanguage(*language)
	if err != nil {
		return err
	}
	if *decode {
		*form = "log"
	}
	pick, ok := forms[*form]
	if !ok {
		return badInput{fmt.Errorf("-o %q: one of %s", *form, strings.Join(sortedForms(), ", "))}
	}
	if *speed < 0 || math.IsNaN(*speed) || math.IsInf(*speed, 0) {
		return badInput{fmt.Errorf("--speed %v: 0 or more", *speed)}
	}
	// A bad log prints nothing: it is read to its end first.
	log, err := openLog(ctx, std, fs.Arg(0))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(std.out)
	return cmp.Or(replayRecords(ctx, w, log, pick(lang), *speed), w.Flush())
}

func replayRecords(ctx context.Context, w *bufio.Writer, log *wholeLog, p printer, speed float64) error {
	e := log.engine
	if p.encode {
		e.encoder = replayEncoder()
	}
	if p.head != nil {
		if err := p.head(w, log.header); err != nil {
			return err
		}
	}
	each := func(r *sensor.Record, o outcome) error {
		if p.each == nil {
			return nil
		}
		return p.each(w, e, r, o)
	}
	if err := each(nil, e.Begin()); err != nil {
		return err
	}
	pace := newPace(max(speed, 1e-3))
	for i := range log.records {
		r := &log.records[i]
		if speed > 0 {
			w.Flush()
			sleep(ctx, pace.until(r.At))
		}
		if ctx.Err() != nil {
			return errStopped
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

// sleep reports whether it slept to the end.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func sortedForms() []string { return sortedKeys(forms) }

func replayEncoder() *transport.Encoder {
	topics, err := transport.NewTopics("site", "board")
	if err != nil {
		panic(err) // both names are good
	}
	return transport.NewEncoder(topics, "replay")
}

func printFindings(w *bufio.Writer, _ *engine, _ *sensor.Record, o outcome) error {
	for i := range o.Findings {
		if _, err := w.Write(append(transport.AppendFinding(w.AvailableBuffer(), &o.Findings[i]), '\n')); err != nil {
			return err
		}
	}
	return nil
}

func printMessages(w *bufio.Writer, _ *engine, _ *sensor.Record, o outcome) error {
	for i := range o.Messages {
		if _, err := w.Write(append(transport.AppendMessage(w.AvailableBuffer(), &o.Messages[i]), '\n')); err != nil {
			return err
		}
	}
	return nil
}

// printDecoded prints the records in terms of the game. A rotate has been done
// to them already, so that it is only remarked upon.
func printDecoded(w *bufio.Writer, _ *engine, _ *sensor.Record, o outcome) error {
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

// sayLate is the settings of a header with how late its board may tell an act, as
// far as its family says it: without the board nothing else would.
func sayLate(h *sensor.Header) []sensor.Setting {
	said := slices.ContainsFunc(h.Config, func(s sensor.Setting) bool { return s.Name == "late_ms" })
	f := familyNamed(h.Board)
	if said || f == nil || f.late <= touchmove.DefaultLateMs {
		return h.Config
	}
	return append(slices.Clip(h.Config), sensor.Setting{Name: "late_ms", Value: fmt.Sprint(f.late)})
}

// printHeader begins a decoded log: the same header, without what only the
// decoder needed.
func printHeader(w *bufio.Writer, h *sensor.Header) error {
	rest, _, err := takeMen(h)
	if err != nil {
		return err
	}
	head := *rest
	head.Config = sayLate(&head)
	head.Board, head.Orientation = "", sensor.Auto
	text, err := sensor.AppendHeader(nil, &head)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// keeper keeps the last message of one topic about the last game that has a
// move, or else about the last game, and prints it at the end.
type keeper struct {
	topic   string
	hasMove func(payload []byte) bool
	print   func(w *bufio.Writer, payload []byte) error
	moved   bool // what is kept is about a game that has a move
	kept    []byte
}

func (k *keeper) printer() printer {
	return printer{encode: true, each: k.each, last: func(w *bufio.Writer, _ *engine) error { return k.print(w, k.kept) }}
}

func (k *keeper) each(_ *bufio.Writer, _ *engine, _ *sensor.Record, o outcome) error {
	for i := range o.Messages {
		if !strings.HasSuffix(o.Messages[i].Topic, "/"+k.topic) {
			continue
		}
		if moved := k.hasMove(o.Messages[i].Payload); moved || !k.moved {
			k.moved, k.kept = moved, o.Messages[i].Payload
		}
	}
	return nil
}

// gameHasMove reports whether anything has been played in a game. One step may
// end it and open the next, so that the message has to say it.
func gameHasMove(payload []byte) bool {
	var g struct {
		Moves     []json.RawMessage `json:"moves"`
		Pending   *json.RawMessage  `json:"pending"`
		Irregular []json.RawMessage `json:"irregular"`
	}
	return json.Unmarshal(payload, &g) == nil && (len(g.Moves) > 0 || g.Pending != nil || len(g.Irregular) > 0)
}

// pgnHasMove reports whether the moves of a game begin with a move number.
func pgnHasMove(payload []byte) bool {
	_, moves, _ := strings.Cut(string(payload), "\n\n")
	first, _, _ := strings.Cut(moves, " ")
	return strings.Contains(first, ".")
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

// standing are the moves that stand at the end, a provisional last one included.
func standing(g *touchmove.Game) []touchmove.Ply {
	moves := slices.Clone(g.Moves)
	if g.Pending != nil && g.Pending.State == touchmove.StateProvisional {
		moves = append(moves, *g.Pending)
	}
	return moves
}

func printUCI(w *bufio.Writer, e *engine) error {
	return printMoves(w, standing(e.tracker.LastGame()), func(p *touchmove.Ply) string { return p.UCI })
}

func printSAN(w *bufio.Writer, e *engine) error {
	return printMoves(w, standing(e.tracker.LastGame()), func(p *touchmove.Ply) string { return p.SAN })
}

func printMoves(w *bufio.Writer, moves []touchmove.Ply, name func(*touchmove.Ply) string) error {
	words := make([]string, len(moves))
	for i := range moves {
		words[i] = name(&moves[i])
	}
	_, err := w.WriteString(strings.Join(words, " ") + "\n")
	return err
}
