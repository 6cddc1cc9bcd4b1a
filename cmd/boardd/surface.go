package main

import (
	"context"
	"flag"
	"io"
	"regexp"
	"strings"

	"github.com/boardd/boardd/transport"
)

// option is a flag of a command as manual and shells see it.
type option struct {
	name  string // with its dashes
	takes string // a word for what it takes; empty if it takes nothing
	of    []string
	text  string
}

// flagSet is the flags that a command has. Asked for help it does nothing else.
func (c *command) flagSet() *flag.FlagSet {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	c.run(context.Background(), streams{strings.NewReader(""), io.Discard, io.Discard}, fs, []string{"-h"})
	return fs
}

// options are the flags of a command, by name.
func (c *command) options() []option {
	var all []option
	c.flagSet().VisitAll(func(f *flag.Flag) {
		o := option{name: "--" + f.Name}
		if len(f.Name) == 1 {
			o.name = "-" + f.Name
		}
		o.takes, o.text = flag.UnquoteUsage(f)
		o.text = strings.Join(strings.Fields(o.text), " ")
		o.of = choicesIn(o.text)
		if f.Name == "port" {
			o.takes = "port"
		}
		all = append(all, o)
	})
	return all
}

// list is how the help of a flag ends that takes one of a few words.
var list = regexp.MustCompile(`: ([a-z0-9-]+(?:(?:, | or )[a-z0-9-]+)+)(?: \(.*\))?$`)

// choicesIn are the words that the help of a flag says it takes.
func choicesIn(text string) []string {
	found := list.FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	return strings.Split(strings.ReplaceAll(found[1], " or ", ", "), ", ")
}

// operand is what a command takes besides flags: the names of files, or one of
// a few words.
type operand struct {
	file bool
	of   []string
}

func (c *command) operand() operand {
	switch {
	case strings.Contains(c.args, "FILE") && !strings.Contains(c.args, "--"):
		return operand{file: true}
	case strings.Contains(c.args, "VERB"):
		var verbs []string
		for _, v := range transport.Verbs() {
			verbs = append(verbs, v.Name)
		}
		return operand{of: verbs}
	case strings.Contains(c.args, "CODE"):
		return operand{of: codeNames()}
	case strings.Contains(c.args, "SHELL"):
		return operand{of: []string{"bash", "fish", "zsh"}}
	case strings.Contains(c.args, "PAGE"):
		return operand{of: []string{"boardd", "boardd.toml"}}
	}
	return operand{}
}
