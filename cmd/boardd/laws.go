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
	"github.com/boardd/boardd/touchmove/words"
)

// lawsPage is what a page of the Laws is about.
type lawsPage struct {
	lang  words.Language
	sets  []string         // the rule sets that are shown
	rules *touchmove.Rules // that of which the sentences are
}

// lawsCommand prints the Laws as boardd knows them: every finding with its levels, its
// articles and its sentence; all of one finding; or what each text lays down on
// each topic.
func lawsCommand() *cobra.Command {
	c := &cobra.Command{Use: "laws [flags] [CODE]", Short: "print what is found by which article, and what each text of the Laws lays down",
		Args: cli.Args(0, 1), ValidArgs: codeNames()}
	topics := c.Flags().Bool("topics", false, "print what each rule set lays down on each topic")
	set := c.Flags().String("rules", "", "print only this rule `set`: "+strings.Join(touchmove.RuleSets(), ", "))
	cli.Complete(c, "rules", touchmove.RuleSets())
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

// lawsOf is the page of a rule set, or without a name of all.
func lawsOf(lang words.Language, set string) (*lawsPage, error) {
	p := &lawsPage{lang: lang, sets: touchmove.RuleSets(), rules: touchmove.Default()}
	if set == "" {
		return p, nil
	}
	if !slices.Contains(p.sets, set) {
		return nil, unknown("rule set", set, p.sets)
	}
	p.sets, p.rules = []string{set}, touchmove.Variants(set)[0]
	return p, nil
}

// printer is how the page is printed.
func (p *lawsPage) printer(topics, asJSON bool, args []string) (func(w *bufio.Writer), error) {
	if topics && len(args) > 0 {
		return nil, cli.BadInput(errors.New("--topics takes no code"))
	}
	var codes []touchmove.Code
	if len(args) > 0 {
		code, ok := touchmove.ParseCode(args[0])
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
		codes = touchmove.Codes()
		fallthrough
	case asJSON:
		return func(w *bufio.Writer) { p.codesJSON(w, codes) }, nil
	case codes != nil:
		return func(w *bufio.Writer) { p.code(w, codes[0]) }, nil
	}
	return p.codes, nil
}

// unknown refuses a name, and tells the names that may have been meant.
func unknown(what, name string, names []string) error {
	meant := suggest.Names(name, names)
	if len(meant) == 0 {
		return cli.BadInput(fmt.Errorf("%s %q is not known; see boardd laws", what, name))
	}
	return cli.BadInput(fmt.Errorf("%s %q is not known; perhaps %s", what, name, strings.Join(meant, ", ")))
}

func codeNames() []string {
	var names []string
	for _, c := range touchmove.Codes() {
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
