package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/words"
)

// lawsHeadings are the headings of the pages, by language.
var lawsHeadings = [...]struct{ table, levels, articles, sentence, rests, follows, topics, unseen string }{
	words.English: {
		table:  "Every finding: its code, the levels it can have, its articles in each rule set, and its sentence under ",
		levels: "levels", articles: "articles", sentence: "sentence under", rests: "rests on", follows: "what follows",
		topics: "What each text lays down, with its article, or \"text silent\". Classes of time control are named where they differ; (full) is under full supervision.",
		unseen: "What neither a board nor a clock can see, so that it is no topic and no finding is ever about it:",
	},
	words.German: {
		table:  "Jeder Befund: sein Code, die Stufen, die er haben kann, seine Artikel in jedem Regelwerk, und sein Satz nach ",
		levels: "Stufen", articles: "Artikel", sentence: "Satz nach", rests: "beruht auf", follows: "was daraus folgt",
		topics: "Was jeder Text bestimmt, mit seinem Artikel, oder \"der Text schweigt\". Zeitklassen sind genannt, wo sie sich unterscheiden; (voll) heißt unter voller Aufsicht.",
		unseen: "Was weder Brett noch Uhr sehen können; darüber gibt es kein Thema und nie einen Befund:",
	},
}

// codes prints the table of all codes.
func (p *lawsPage) codes(w *bufio.Writer) {
	w.WriteString(cli.Fold("", lawsHeadings[p.lang].table+p.rules.Name+".", 0))
	for _, c := range touchmove.Codes() {
		levels := words.Levels(c)
		fmt.Fprintf(w, "\n%-26s %s\n", c, p.levelNames(levels))
		w.WriteString(cli.Fold("    ", p.articles(c), 4))
		w.WriteString(cli.Fold("    ", words.Plain(p.lang, p.rules, c, levels[0]), 4))
	}
}

// articles are the leading ones of a code in each rule set, on one line.
func (p *lawsPage) articles(c touchmove.Code) string {
	var sets []string
	for _, set := range p.sets {
		sets = append(sets, set+cli.NoBreak+p.cellsText(words.LeadingCells(p.lang, set, c)))
	}
	return strings.Join(sets, "; ")
}

// cellsText are cells on one line.
func (p *lawsPage) cellsText(cells []words.Cell) string {
	var parts []string
	for _, c := range cells {
		article := words.Term(p.lang, c.Article)
		part := article
		if c.Words != "" {
			part = c.Words + " (" + article + ")"
		}
		if c.Games != "" {
			part = "[" + c.Games + "] " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

func (p *lawsPage) levelNames(levels []touchmove.Level) string {
	names := make([]string, len(levels))
	for i, l := range levels {
		names[i] = words.LevelName(p.lang, l)
	}
	return strings.Join(names, ", ")
}

// code prints everything on one code: its sentence at each level in each
// language, what the level depends on, its articles, and what it rests on.
func (p *lawsPage) code(w *bufio.Writer, c touchmove.Code) {
	head, levels := lawsHeadings[p.lang], words.Levels(c)
	fmt.Fprintf(w, "%s\n\n%s\n", c, head.levels)
	w.WriteString(cli.Fold("    ", words.Depends(p.lang, c)+".", 4))
	fmt.Fprintf(w, "\n%s %s\n", head.sentence, p.rules.Name)
	for _, level := range levels {
		for _, name := range words.Languages() {
			lang, _ := words.ParseLanguage(name)
			w.WriteString(cli.Fold(fmt.Sprintf("    %-9s %s  ", level, name), words.Plain(lang, p.rules, c, level), 18))
		}
	}
	fmt.Fprintf(w, "\n%s\n", head.articles)
	for _, set := range p.sets {
		for _, cell := range words.CodeCells(p.lang, set, c) {
			cell.Article = strings.ReplaceAll(cell.Article, "/", ", ")
			w.WriteString(cli.Fold(fmt.Sprintf("    %-13s ", set), p.cellsText([]words.Cell{cell}), 18))
		}
	}
	p.topicsOf(w, head.rests, c.Topics())
	p.topicsOf(w, head.follows, c.Remedies())
}

// topicsOf prints the topics that a code has to do with.
func (p *lawsPage) topicsOf(w *bufio.Writer, head string, topics []touchmove.Topic) {
	if len(topics) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", head)
	for _, t := range topics {
		p.topic(w, t, 4)
	}
}
