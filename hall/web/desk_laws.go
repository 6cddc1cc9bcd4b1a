package web

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/words"
)

// lawRow is what a rule set lays down on a topic, in our words: the text itself is not ours to
// give away.
type lawRow struct {
	Topic string
	Cells []words.Cell
	Here  bool // it is of the article that is asked for
}

type lawsPage struct {
	deskPage
	Rules, Name, Article string
	Rows, Others         []lawRow
	Sets                 []Link
	Codes                []codeRow
}

type codeRow struct{ Code, Text string }

// laws shows what a rule set lays down, the asked article first.
func (d *Desk) laws(w http.ResponseWriter, r *http.Request) {
	name, article := r.PathValue("rules"), r.FormValue("article")
	if !slices.Contains(laws.RuleSets(), name) {
		d.fail(w, r, http.StatusNotFound, errors.New("there is no such rule set"))
		return
	}
	p := lawsPage{deskPage: d.page(r, "The Laws"), Rules: name, Name: words.RuleSet(name), Article: article}
	p.Title = p.Name
	for _, set := range laws.RuleSets() {
		p.Sets = append(p.Sets, Link{Href: "/laws/" + set, Text: words.RuleSet(set), Here: set == name})
	}
	for _, topic := range laws.Topics() {
		row := lawRow{Topic: words.TopicName(p.language(), topic), Cells: words.TopicCells(p.language(), name, topic)}
		for _, c := range row.Cells {
			row.Here = row.Here || cites(c.Article, article)
		}
		if row.Here {
			p.Rows = append(p.Rows, row)
		} else {
			p.Others = append(p.Others, row)
		}
	}
	rules := laws.Variants(name)[0]
	for _, code := range laws.Codes() {
		if slices.ContainsFunc(rules.Articles(code), func(a string) bool { return cites(a, article) }) {
			p.Codes = append(p.Codes, codeRow{code.String(), words.Plain(p.language(), rules, code, words.Levels(code)[0])})
		}
	}
	show(w, http.StatusOK, lawsTemplate, p)
}

// cites reports whether a list of articles, as findings join them, has one.
func cites(list, article string) bool {
	return article != "" && slices.Contains(strings.Split(list, "/"), article)
}
