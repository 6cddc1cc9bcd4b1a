package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"strings"
)

// manualPage is boardd(1), but for the commands: what they are is asked of them.
//
//go:embed manual.1
var manualPage string

// manual prints a manual page as troff has it.
func manual(_ context.Context, std streams, fs *flag.FlagSet, args []string) error {
	if err := parse(fs, args, 0, 1); err != nil {
		return err
	}
	page := ""
	switch fs.Arg(0) {
	case "", "boardd":
		page = strings.NewReplacer("@release@", troff(release), "@commands@\n", commandsPage()).Replace(manualPage)
	case "boardd.toml":
		page = configPage(exampleConfig)
	default:
		return badInput{fmt.Errorf("page %q: one of boardd, boardd.toml", fs.Arg(0))}
	}
	_, err := io.WriteString(std.out, page)
	return err
}

// troffText takes from a text what troff would take for something else.
var troffText = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

func troff(text string) string { return troffText.Replace(text) }

// commandsPage is a section for each command.
func commandsPage() string {
	var b strings.Builder
	for _, c := range commands() {
		fmt.Fprintf(&b, ".SS \"boardd %s %s\"\n%s.\n", c.name, troff(c.args), troff(c.short))
		fs := c.flagSet()
		for _, o := range c.options() {
			fmt.Fprintf(&b, ".TP\n.B %s", troff(o.name))
			if o.takes != "" {
				fmt.Fprintf(&b, " \\fI%s\\fP", troff(o.takes))
			}
			b.WriteString("\n" + troff(o.text))
			if f := fs.Lookup(strings.TrimLeft(o.name, "-")); f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" {
				b.WriteString(" (default " + troff(f.DefValue) + ")")
			}
			b.WriteString("\n")
		}
		if text := more(fs); text != "" {
			b.WriteString(".PP\n.nf\n" + troffLines(text) + ".fi\n")
		}
	}
	return b.String()
}

// more is what a command has to say besides its flags.
func more(fs *flag.FlagSet) string {
	var b strings.Builder
	fs.SetOutput(&b)
	fs.Usage()
	return strings.TrimPrefix(b.String(), "\n")
}

// troffLines is a text line by line, as it stands.
func troffLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, ".") {
			line = `\&` + line
		}
		b.WriteString(troff(line))
	}
	return b.String()
}
