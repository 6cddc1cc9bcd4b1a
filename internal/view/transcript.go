package view

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/boardd/boardd/transport"
)

// Transcript reports what happens on a board in plain lines, for a pipe or the
// log of a build. The zero value is ready to use.
type Transcript struct {
	Style Style // of which ASCII and the language count

	board *Board
	shown transcribed
}

// transcribed is the state of a board after the lines so far.
type transcribed struct {
	state, game, phase, trust, result string

	plies  []shownPly
	alerts map[string]string // since when, by code
}

// shownPly is the state of a ply in the lines so far.
type shownPly struct{ move, state string }

// maxLine is the number of columns after which a line is cut: the longest
// sentences have some 600.
const maxLine = 800

// Lines takes a message as Board.Apply does. It returns a line, without its
// newline, for each change: moves and their states, findings, alerts and their
// ends, results, and states of trust. Each line begins with the time of the
// message, UTC.
func (s *Transcript) Lines(topic string, payload []byte) []string {
	if s.board == nil {
		s.board = new(Board)
	}
	found := s.board.found
	if !s.board.Apply(topic, payload) {
		return nil
	}
	var news []string
	news = s.state(news)
	news = s.game(news)
	if s.board.found > found {
		news = append(news, s.findingText(&s.board.findings[len(s.board.findings)-1]))
	}
	news = s.alerts(news)
	for i, text := range news {
		news[i] = s.Style.clean(s.board.clockTime()+"  "+text, maxLine)
	}
	return news
}

// clockTime returns the time of day of the latest message.
func (b *Board) clockTime() string {
	at, err := time.Parse(time.RFC3339, b.at)
	if err != nil {
		return "--:--:--"
	}
	return at.UTC().Format(time.TimeOnly)
}

func (s *Transcript) state(news []string) []string {
	if s.board.state != s.shown.state {
		s.shown.state = s.board.state
		news = append(news, s.Style.says("board")+" "+s.Style.term(s.board.state))
	}
	return news
}

// game appends lines for changes of the game.
func (s *Transcript) game(news []string) []string {
	g := &s.board.game
	if !s.board.heard {
		return news
	}
	if name := g.GameID + " " + g.StartFEN; name != s.shown.game {
		s.shown = transcribed{state: s.shown.state, game: name, alerts: s.shown.alerts, trust: "ok", result: "*"}
		news = append(news, s.board.gameText(s.Style))
		s.shown.plies = s.Style.shownPlies(g.Moves)
	}
	news = s.moves(news)
	if g.Phase != s.shown.phase {
		s.shown.phase = g.Phase
		news = append(news, s.Style.says("phase")+" "+s.Style.term(g.Phase))
	}
	if trust := g.Trust.State; trust != s.shown.trust && trust != "settling" {
		s.shown.trust = trust
		news = append(news, s.Style.says("trust")+" "+s.Style.term(trust)+after(": ", g.Trust.Reason, s.Style.text))
	}
	if g.Result != s.shown.result {
		s.shown.result = g.Result
		news = append(news, s.Style.says("result")+" "+g.Result+after(" ", g.Termination, s.Style.term))
	}
	return news
}

func after(separator string, text *string, say func(string) string) string {
	if text == nil {
		return ""
	}
	return separator + say(*text)
}

// gameText returns the line for a new game.
func (b *Board) gameText(s Style) string {
	text := s.says("game") + " " + b.player(white, s) + " " + s.glyphs().dash + " " + b.player(black, s) + ", " + b.game.Rules + " " + s.term(b.game.Time)
	if b.game.StartFEN != initialFEN {
		text += ", " + s.says("from") + " " + b.game.StartFEN
	}
	if n := len(b.game.Moves); n > 0 {
		text += ", " + s.says("so far to") + " " + b.number(n-1, s.glyphs()) + s.notation(&b.game.Moves[n-1])
	}
	return text
}

// initialFEN is the initial position (2.3).
const initialFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// moves appends lines for moves that are new, changed their state, or are gone.
func (s *Transcript) moves(news []string) []string {
	g := s.Style.glyphs()
	plies := s.board.plies()
	now := s.Style.shownPlies(plies)
	same := 0
	for same < min(len(now), len(s.shown.plies)) && now[same].move == s.shown.plies[same].move {
		same++
	}
	for i := len(s.shown.plies) - 1; i >= same; i-- {
		news = append(news, s.board.number(i, g)+s.shown.plies[i].move+" "+s.Style.term("retracted"))
	}
	for i := range now {
		if i < same && now[i].state == s.shown.plies[i].state {
			continue
		}
		text := s.board.number(i, g) + now[i].move + " " + s.Style.term(now[i].state)
		if clk := plies[i].ClkMs; clk != nil {
			text += ", " + fmt.Sprintf(s.Style.says("%s left"), clockText(*clk))
		}
		news = append(news, text)
	}
	s.shown.plies = now
	return news
}

func (s Style) shownPlies(plies []transport.Ply) []shownPly {
	out := make([]shownPly, len(plies))
	for i := range plies {
		out[i] = shownPly{s.notation(&plies[i]), plies[i].State}
	}
	return out
}

// findingText returns a finding on one line: as a sentence with its article, or
// in short.
func (s *Transcript) findingText(f *finding) string {
	text, sentence := s.Style.term(f.Level)+" "+f.Code, s.Style.sentence(f)
	if sentence == "" && f.Article != "" && f.Article != "-" {
		text += " " + f.Article
	}
	if subject := s.board.subject(&f.Finding, s.Style); subject != "" {
		text += " " + subject
	}
	if sentence != "" {
		return text + ": " + sentence
	}
	if detail := s.Style.details(&f.Finding); len(detail) > 0 {
		text += ": " + strings.Join(detail, "; ")
	}
	return text
}

// alerts appends lines for alerts that are new or over.
func (s *Transcript) alerts(news []string) []string {
	now := map[string]string{}
	for i := range s.board.alerts {
		a := &s.board.alerts[i]
		now[a.Code] = a.Since
		if since, reported := s.shown.alerts[a.Code]; !reported || since != a.Since {
			news = append(news, s.Style.says("alert")+" "+s.alertText(&a.Finding))
		}
	}
	for _, code := range slices.Sorted(maps.Keys(s.shown.alerts)) {
		if _, still := now[code]; !still {
			news = append(news, s.Style.says("alert over")+": "+code)
		}
	}
	s.shown.alerts = now
	return news
}

// alertText returns the finding of an alert, in short if the transcript has it
// already.
func (s *Transcript) alertText(f *transport.Finding) string {
	if s.board.hasFound(f) {
		return f.Code
	}
	return s.findingText(&finding{*f, s.board.rules})
}
