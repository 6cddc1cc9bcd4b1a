package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"strings"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

func replay(args []string, out io.Writer) error {
	fs := flag.NewFlagSet("replay", flag.ContinueOnError)
	form := fs.String("o", "text", "form")
	if err := fs.Parse(args); err != nil {
		return err
	}
	f, err := os.Open(fs.Arg(0))
	if err != nil {
		return err
	}
	defer f.Close()
	rd := sensor.NewReader(f)
	h, err := rd.Header()
	if err != nil {
		return err
	}
	e, err := newEngine(h, func(n, t string, c error) error { return rd.HeaderError(n, t, c) })
	if err != nil {
		return err
	}
	topics, _ := transport.NewTopics("site", "board")
	enc := transport.NewEncoder(topics, "replay")
	if *form == "messages" {
		e.encoder = enc
	}
	w := bufio.NewWriter(out)
	defer w.Flush()
	var buf []byte
	emit := func(o outcome) {
		switch *form {
		case "findings":
			for i := range o.Findings {
				buf = transport.AppendFinding(buf[:0], &o.Findings[i])
				w.Write(append(buf, '\n'))
			}
		case "messages":
			for i := range o.Messages {
				buf = transport.AppendMessage(buf[:0], &o.Messages[i])
				w.Write(append(buf, '\n'))
			}
		}
	}
	for {
		r, err := rd.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		emit(e.Step(r))
	}
	emit(e.Finish())
	g := e.tracker.LastGame()
	moves := append([]touchmove.Ply(nil), g.Moves...)
	if g.Pending != nil && !g.Pending.State.Illegal() {
		moves = append(moves, *g.Pending)
	}
	switch *form {
	case "uci", "san":
		var s []string
		for _, p := range moves {
			if *form == "uci" {
				s = append(s, p.UCI)
			} else {
				s = append(s, p.SAN)
			}
		}
		w.WriteString(strings.Join(s, " ") + "\n")
	case "game":
		var b bytes.Buffer
		json.Indent(&b, enc.Snapshot(0, g), "", "  ")
		w.Write(append(b.Bytes(), '\n'))
	}
	return nil
}
