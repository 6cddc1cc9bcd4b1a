package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/words"
)

// lawsPage is what a page of the Laws is about.
type lawsPage struct {
	lang  words.Language
	sets  []string         // the rule sets that are shown
	rules *touchmove.Rules // that of which the sentences are
}

// laws prints the Laws as boardd knows them: every finding with its levels, its
// articles and its sentence; all of one finding; or what each text lays down on
// each topic.
func laws(_ context.Context, std streams, fs *flag.FlagSet, args []string) error {
	topics := fs.Bool("topics", false, "print what each rule set lays down on each topic")
	set := fs.String("rules", "", "print only this rule `set`: "+strings.Join(touchmove.RuleSets(), ", "))
	form := fs.String("o", "text", "`form` of the output: text, json")
	language := languageFlag(fs)
	if err := parse(fs, args, 0, 1); err != nil {
		return err
	}
	page, err := lawsOf(*language, *set, *form)
	if err != nil {
		return err
	}
	print, err := page.printer(*topics, *form == "json", fs.Args())
	if err != nil {
		return err
	}
	w := bufio.NewWriter(std.out)
	print(w)
	return w.Flush()
}

// lawsOf checks what was asked of a page.
func lawsOf(language, set, form string) (*lawsPage, error) {
	lang, err := parseLanguage(language)
	if err != nil {
		return nil, err
	}
	if form != "text" && form != "json" {
		return nil, badInput{fmt.Errorf("-o %q: one of json, text", form)}
	}
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
		return nil, badInput{errors.New("--topics takes no code")}
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
	meant := near(name, names)
	if len(meant) == 0 {
		return badInput{fmt.Errorf("%s %q is not known; see boardd laws", what, name)}
	}
	return badInput{fmt.Errorf("%s %q is not known; perhaps %s", what, name, strings.Join(meant, ", "))}
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
