package view

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/boardd/boardd/transport"
)

// Story tells what happens on a board in plain lines, for a pipe or the log of
// a build. The zero value is ready to use.
type Story struct {
	Style Style // of which ASCII and the language count

	board *Board
	told  telling
}

// telling is what has been told.
type telling struct {
	state, game, phase, trust, result string

	plies  []toldPly
	alerts map[string]string // since when, by code
}

// toldPly is what has been told of a ply.
type toldPly struct{ move, state string }

// maxLine is the number of columns after which a line is cut: the longest
// sentences have some 600.
const maxLine = 800

// Lines takes a message, as Board.Apply does, and returns a line, without
// its end, for each thing in it that is worth telling: moves and how far they
// have come, findings, alerts and their end, results, and when the game cannot
// be believed. Each begins with the time of the message, UTC.
func (s *Story) Lines(topic string, payload []byte) []string {
	if s.board == nil {
		s.board = new(Board)
	}
	found := s.board.found
	if !s.board.Apply(topic, payload) {
		return nil
	}
	var news []string
	news = s.tellState(news)
	news = s.tellGame(news)
	if s.board.found > found {
		news = append(news, s.findingText(&s.board.findings[len(s.board.findings)-1]))
	}
	news = s.tellAlerts(news)
	for i, text := range news {
		news[i] = s.Style.clean(s.board.clockTime()+"  "+text, maxLine)
	}
	return news
}

// clockTime is the time of day of the latest message.
func (b *Board) clockTime() string {
	at, err := time.Parse(time.RFC3339, b.at)
	if err != nil {
		return "--:--:--"
	}
	return at.UTC().Format(time.TimeOnly)
}

func (s *Story) tellState(news []string) []string {
	if s.board.state != s.told.state {
		s.told.state = s.board.state
		news = append(news, s.Style.says("board")+" "+s.Style.term(s.board.state))
	}
	return news
}

// tellGame tells what is new in the game.
func (s *Story) tellGame(news []string) []string {
	g := &s.board.game
	if !s.board.heard {
		return news
	}
	if name := g.GameID + " " + g.StartFEN; name != s.told.game {
		s.told = telling{state: s.told.state, game: name, alerts: s.told.alerts, trust: "ok", result: "*"}
		news = append(news, s.board.gameText(s.Style))
		s.told.plies = s.Style.tellPlies(g.Moves)
	}
	news = s.tellMoves(news)
	if g.Phase != s.told.phase {
		s.told.phase = g.Phase
		news = append(news, s.Style.says("phase")+" "+s.Style.term(g.Phase))
	}
	if trust := g.Trust.State; trust != s.told.trust && trust != "settling" {
		s.told.trust = trust
		news = append(news, s.Style.says("trust")+" "+s.Style.term(trust)+after(": ", g.Trust.Reason, s.Style.text))
	}
	if g.Result != s.told.result {
		s.told.result = g.Result
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

// gameText is what to tell of a game that has been heard of for the first time.
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

// tellMoves tells of moves that are new, have come further, or are gone.
func (s *Story) tellMoves(news []string) []string {
	g := s.Style.glyphs()
	plies := s.board.plies()
	now := s.Style.tellPlies(plies)
	same := 0
	for same < min(len(now), len(s.told.plies)) && now[same].move == s.told.plies[same].move {
		same++
	}
	for i := len(s.told.plies) - 1; i >= same; i-- {
		news = append(news, s.board.number(i, g)+s.told.plies[i].move+" "+s.Style.term("retracted"))
	}
	for i := range now {
		if i < same && now[i].state == s.told.plies[i].state {
			continue
		}
		text := s.board.number(i, g) + now[i].move + " " + s.Style.term(now[i].state)
		if clk := plies[i].ClkMs; clk != nil {
			text += ", " + fmt.Sprintf(s.Style.says("%s left"), clockText(*clk))
		}
		news = append(news, text)
	}
	s.told.plies = now
	return news
}

func (s Style) tellPlies(plies []transport.Ply) []toldPly {
	out := make([]toldPly, len(plies))
	for i := range plies {
		out[i] = toldPly{s.notation(&plies[i]), plies[i].State}
	}
	return out
}

// findingText is a finding on one line: in a sentence, which says the article,
// or in short.
func (s *Story) findingText(f *finding) string {
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

// tellAlerts tells which alerts are new and which are over.
func (s *Story) tellAlerts(news []string) []string {
	now := map[string]string{}
	for i := range s.board.alerts {
		a := &s.board.alerts[i]
		now[a.Code] = a.Since
		if since, told := s.told.alerts[a.Code]; !told || since != a.Since {
			news = append(news, s.Style.says("alert")+" "+s.alertText(&a.Finding))
		}
	}
	for _, code := range slices.Sorted(maps.Keys(s.told.alerts)) {
		if _, still := now[code]; !still {
			news = append(news, s.Style.says("alert over")+": "+code)
		}
	}
	s.told.alerts = now
	return news
}

// alertText is the finding of an alert, in short if it has been told before.
func (s *Story) alertText(f *transport.Finding) string {
	if s.board.hasFound(f) {
		return f.Code
	}
	return s.findingText(&finding{*f, s.board.rules})
}
