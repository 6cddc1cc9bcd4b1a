package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/boardd/boardd/internal/release"
	"github.com/boardd/boardd/touchmove/laws"
)

// Page is a manual page that a program prints, in troff.
type Page struct {
	Name string
	Text func(root *cobra.Command) string
}

// ManualCommand prints one of several pages, the first if none is named.
func ManualCommand(pages ...Page) *cobra.Command {
	var names []string
	for _, p := range pages {
		names = append(names, p.Name)
	}
	return &cobra.Command{Use: "manual [PAGE]", Short: "print a manual page, " + strings.Join(names, " or ") + ", for man -l -",
		Args: Args(0, 1), ValidArgs: names,
		RunE: func(c *cobra.Command, args []string) error {
			for _, p := range pages {
				if len(args) == 0 || args[0] == p.Name {
					_, err := io.WriteString(c.OutOrStdout(), p.Text(c.Root()))
					return err
				}
			}
			return BadInput(fmt.Errorf("page %q: one of %s", args[0], strings.Join(names, ", ")))
		}}
}

// ProgramPage builds the page of a program from a template: it replaces @release@ by the
// version, and a line @commands@ by a section on each command.
func ProgramPage(text string) func(root *cobra.Command) string {
	return func(root *cobra.Command) string {
		return strings.NewReplacer("@release@", Troff(release.Version), "@commands@\n", commandsPage(root)).Replace(text)
	}
}

// troffText escapes what troff would interpret.
var troffText = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// Troff returns a text that troff prints unchanged.
func Troff(text string) string { return troffText.Replace(text) }

// commandsPage returns a section for each command.
func commandsPage(root *cobra.Command) string {
	var b strings.Builder
	for _, c := range root.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		fmt.Fprintf(&b, ".SS \"%s\"\n%s.\n", Troff(c.UseLine()), Troff(c.Short))
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { b.WriteString(flagPage(f)) })
		if c.Long != "" {
			b.WriteString(".PP\n.nf\n" + troffLines(c.Long) + "\n.fi\n")
		}
	}
	return b.String()
}

// flagPage returns a paragraph for a flag.
func flagPage(f *pflag.Flag) string {
	name, text := pflag.UnquoteUsage(f)
	dashed := "--" + f.Name
	if f.Shorthand != "" {
		dashed = "-" + f.Shorthand + ", " + dashed
	}
	if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" {
		text += " (default " + f.DefValue + ")"
	}
	return strings.TrimSpace(".TP\n.B "+Troff(dashed)+" \\fI"+Troff(name)+"\\fP\n"+Troff(text)) + "\n"
}

// troffLines returns a text line by line, unchanged.
func troffLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, ".") {
			line = `\&` + line
		}
		b.WriteString(Troff(line))
	}
	return b.String()
}

// PageWidth is how many columns a page for people has.
const PageWidth = 100

// Fold breaks a text at its blanks into lines of the page, each after an indent.
// The first line begins with head instead, which may be longer.
func Fold(head, text string, indent int) string {
	var b strings.Builder
	b.WriteString(head)
	at, fresh := utf8.RuneCountInString(head), true
	for word := range strings.SplitSeq(together.Replace(text), " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case !fresh && at+1+n > PageWidth:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		case !fresh:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at, fresh = at+n, false
	}
	b.WriteByte('\n')
	return strings.ReplaceAll(b.String(), NoBreak, " ")
}

// NoBreak is a blank at which no line is broken.
const NoBreak = "\u00a0"

// together keeps the name of a rule set, and a code, on one line.
var together = strings.NewReplacer("FIDE ", "FIDE"+NoBreak, "Bilguer ", "Bilguer"+NoBreak, laws.TextSilent, strings.ReplaceAll(laws.TextSilent, " ", NoBreak))
