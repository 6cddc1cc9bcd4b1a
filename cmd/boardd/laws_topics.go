package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/words"
)

// topics prints what each rule set lays down on each topic.
func (p *lawsPage) topics(w *bufio.Writer) {
	head := lawsHeadings[p.lang]
	w.WriteString(cli.Fold("", head.topics, 0) + "\n")
	for _, t := range touchmove.Topics() {
		p.topic(w, t, 0)
	}
	w.WriteString("\n" + cli.Fold("", head.unseen, 0))
	for _, what := range words.Unseen(p.lang) {
		w.WriteString(cli.Fold("  - ", what, 4))
	}
}

// topic prints one topic, a line for the games that a rule set treats alike.
func (p *lawsPage) topic(w *bufio.Writer, t touchmove.Topic, indent int) {
	margin := strings.Repeat(" ", indent)
	fmt.Fprintf(w, "%s%s\n", margin, words.TopicName(p.lang, t))
	for _, set := range p.sets {
		for _, c := range words.TopicCells(p.lang, set, t) {
			w.WriteString(cli.Fold(fmt.Sprintf("%s    %-13s ", margin, set), p.cellsText([]words.Cell{c}), indent+18))
		}
	}
}

// The pages as JSON.
type (
	lawsCodeJSON struct {
		Code      string             `json:"code"`
		Levels    []string           `json:"levels"`
		Depends   string             `json:"depends"`
		Articles  []lawsCellJSON     `json:"articles"`
		Sentences []lawsSentenceJSON `json:"sentences"`
		Topics    []string           `json:"topics"`  // that it rests on
		Follows   []string           `json:"follows"` // on what follows from it
	}
	lawsSentenceJSON struct {
		Level string `json:"level"`
		Lang  string `json:"lang"`
		Text  string `json:"text"`
	}
	lawsCellJSON struct {
		Rules   string `json:"rules"`
		Games   string `json:"games,omitempty"` // all, if empty
		Words   string `json:"words,omitempty"`
		Article string `json:"article"`
	}
	lawsTopicJSON struct {
		Topic string         `json:"topic"`
		Cells []lawsCellJSON `json:"cells"`
	}
	lawsTopicsJSON struct {
		Topics []lawsTopicJSON `json:"topics"`
		Unseen []string        `json:"unseen"`
	}
)

func (p *lawsPage) topicsJSON(w *bufio.Writer) {
	page := lawsTopicsJSON{Unseen: words.Unseen(p.lang)}
	for _, t := range touchmove.Topics() {
		page.Topics = append(page.Topics, lawsTopicJSON{words.TopicName(p.lang, t), p.cellsJSON(func(set string) []words.Cell {
			return words.TopicCells(p.lang, set, t)
		})})
	}
	printJSON(w, page)
}

func (p *lawsPage) cellsJSON(of func(set string) []words.Cell) []lawsCellJSON {
	var out []lawsCellJSON
	for _, set := range p.sets {
		for _, c := range of(set) {
			out = append(out, lawsCellJSON{set, c.Games, c.Words, c.Article})
		}
	}
	return out
}

func (p *lawsPage) codesJSON(w *bufio.Writer, codes []touchmove.Code) {
	page := make([]lawsCodeJSON, len(codes))
	for i, c := range codes {
		page[i] = p.codeJSON(c)
	}
	printJSON(w, page)
}

func (p *lawsPage) codeJSON(c touchmove.Code) lawsCodeJSON {
	out := lawsCodeJSON{Code: c.String(), Depends: words.Depends(p.lang, c), Topics: []string{}, Follows: []string{},
		Articles: p.cellsJSON(func(set string) []words.Cell { return words.CodeCells(p.lang, set, c) })}
	for _, level := range words.Levels(c) {
		out.Levels = append(out.Levels, level.String())
		for _, name := range words.Languages() {
			lang, _ := words.ParseLanguage(name)
			out.Sentences = append(out.Sentences, lawsSentenceJSON{level.String(), name, words.Plain(lang, p.rules, c, level)})
		}
	}
	for _, t := range c.Topics() {
		out.Topics = append(out.Topics, words.TopicName(p.lang, t))
	}
	for _, t := range c.Remedies() {
		out.Follows = append(out.Follows, words.TopicName(p.lang, t))
	}
	return out
}
