package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/suggest"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/words"
)

// lawsPage is the subject of an excerpt of the Laws.
type lawsPage struct {
	lang  words.Language
	sets  []string    // the rule sets that are shown
	rules *laws.Rules // the rule set of the sentences
}

// lawsCommand prints the Laws as boardd knows them: every finding with its levels, its
// articles and its sentence; all of one finding; or what each text lays down on
// each topic.
func lawsCommand() *cobra.Command {
	c := &cobra.Command{Use: "laws [flags] [CODE]", Short: "print what is found by which article, and what each text of the Laws lays down",
		Args: cli.Args(0, 1), ValidArgs: codeNames()}
	topics := c.Flags().Bool("topics", false, "print what each rule set lays down on each topic")
	set := c.Flags().String("rules", "", "print only this rule `set`: "+strings.Join(laws.RuleSets(), ", "))
	cli.Complete(c, "rules", laws.RuleSets())
	form := cli.Choice(c, "output", "o", "text", "`form` of the output", []string{"json", "text"})
	lang := cli.Language(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		page, err := lawsOf(*lang, *set)
		if err != nil {
			return err
		}
		print, err := page.printer(*topics, *form == "json", args)
		if err != nil {
			return err
		}
		w := bufio.NewWriter(c.OutOrStdout())
		print(w)
		return w.Flush()
	}
	return c
}

// lawsOf returns the excerpt for a rule set; for all without a name.
func lawsOf(lang words.Language, set string) (*lawsPage, error) {
	p := &lawsPage{lang: lang, sets: laws.RuleSets(), rules: laws.Default()}
	if set == "" {
		return p, nil
	}
	if !slices.Contains(p.sets, set) {
		return nil, unknown("rule set", set, p.sets)
	}
	p.sets, p.rules = []string{set}, laws.Variants(set)[0]
	return p, nil
}

// printer returns the function that prints the excerpt.
func (p *lawsPage) printer(topics, asJSON bool, args []string) (func(w *bufio.Writer), error) {
	if topics && len(args) > 0 {
		return nil, cli.BadInput(errors.New("--topics takes no code"))
	}
	var codes []touchmove.Code
	if len(args) > 0 {
		code, ok := laws.ParseCode(args[0])
		if !ok {
			return nil, unknown("code", args[0], codeNames())
		}
		codes = []touchmove.Code{code}
	}
	switch {
	case topics && asJSON:
		return p.topicsJSON, nil
	case topics:
		return p.topics, nil
	case asJSON && codes == nil:
		codes = laws.Codes()
		fallthrough
	case asJSON:
		return func(w *bufio.Writer) { p.codesJSON(w, codes) }, nil
	case codes != nil:
		return func(w *bufio.Writer) { p.code(w, codes[0]) }, nil
	}
	return p.codes, nil
}

// unknown returns the error for an unknown name, and suggests similar names.
func unknown(what, name string, names []string) error {
	meant := suggest.Names(name, names)
	if len(meant) == 0 {
		return cli.BadInput(fmt.Errorf("%s %q is not known; see boardd laws", what, name))
	}
	return cli.BadInput(fmt.Errorf("%s %q is not known; perhaps %s", what, name, strings.Join(meant, ", ")))
}

func codeNames() []string {
	var names []string
	for _, c := range laws.Codes() {
		names = append(names, c.String())
	}
	return names
}

// printJSON prints a value, indented.
func printJSON(w *bufio.Writer, v any) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err) // strings and numbers always can be
	}
}

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
	for _, c := range laws.Codes() {
		levels := words.Levels(c)
		fmt.Fprintf(w, "\n%-26s %s\n", c, p.levelNames(levels))
		w.WriteString(cli.Fold("    ", p.articles(c), 4))
		w.WriteString(cli.Fold("    ", words.Plain(p.lang, p.rules, c, levels[0]), 4))
	}
}

// articles returns the leading articles of a code in each rule set, on one line.
func (p *lawsPage) articles(c touchmove.Code) string {
	var sets []string
	for _, set := range p.sets {
		sets = append(sets, set+cli.NoBreak+p.cellsText(words.LeadingCells(p.lang, set, c)))
	}
	return strings.Join(sets, "; ")
}

// cellsText returns cells on one line.
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

// topicsOf prints the topics of a code.
func (p *lawsPage) topicsOf(w *bufio.Writer, head string, topics []laws.Topic) {
	if len(topics) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", head)
	for _, t := range topics {
		p.topic(w, t, 4)
	}
}

// topics prints what each rule set lays down on each topic.
func (p *lawsPage) topics(w *bufio.Writer) {
	head := lawsHeadings[p.lang]
	w.WriteString(cli.Fold("", head.topics, 0) + "\n")
	for _, t := range laws.Topics() {
		p.topic(w, t, 0)
	}
	w.WriteString("\n" + cli.Fold("", head.unseen, 0))
	for _, what := range words.Unseen(p.lang) {
		w.WriteString(cli.Fold("  - ", what, 4))
	}
}

// topic prints one topic, a line for the games that a rule set treats alike.
func (p *lawsPage) topic(w *bufio.Writer, t laws.Topic, indent int) {
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
	for _, t := range laws.Topics() {
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
