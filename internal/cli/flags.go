package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/boardd/boardd/internal/suggest"
	"github.com/boardd/boardd/touchmove/words"
)

// choice is a flag that takes one word of a list.
type choice struct {
	value *string
	of    []string
}

func (v *choice) String() string { return *v.value }
func (v *choice) Type() string   { return "string" }

func (v *choice) Set(text string) error {
	if !slices.Contains(v.of, text) {
		return oneOf(v.of)
	}
	*v.value = text
	return nil
}

func oneOf(words []string) error { return errors.New("one of " + strings.Join(words, ", ")) }

// Choice adds a flag that takes one word of a list, which shells complete and the help
// shows after the usage. The given value is the default, and need not be in the list.
func Choice(c *cobra.Command, name, short, value, usage string, of []string) *string {
	c.Flags().VarP(&choice{&value, of}, name, short, usage+": "+strings.Join(of, ", "))
	Complete(c, name, of)
	return &value
}

// Choices adds a flag that takes several words of a list, joined by commas.
func Choices(c *cobra.Command, name, usage string, of []string) *[]string {
	var words []string
	c.Flags().Func(name, usage+": "+strings.Join(of, ", "), func(text string) error {
		for word := range strings.SplitSeq(text, ",") {
			if !slices.Contains(of, word) {
				return oneOf(of)
			}
			words = append(words, word)
		}
		return nil
	})
	CompleteList(c, name, func(*cobra.Command) []string { return of })
	return &words
}

// Names adds a flag that takes names, joined by commas, and may be given several
// times.
func Names(c *cobra.Command, name, usage string) *[]string {
	var names []string
	c.Flags().Func(name, usage, func(text string) error {
		for name := range strings.SplitSeq(text, ",") {
			if name = strings.TrimSpace(name); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return nil
	})
	return &names
}

// Complete makes shells complete a flag from a list of words.
func Complete(c *cobra.Command, name string, of []string) {
	CompleteBy(c, name, func(*cobra.Command) []string { return of })
}

// CompleteBy makes shells complete a flag with words that are looked up when a shell asks.
// Flags that are on the line already are set in the command.
func CompleteBy(c *cobra.Command, name string, find func(c *cobra.Command) []string) {
	must(c.RegisterFlagCompletionFunc(name, func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return find(c), cobra.ShellCompDirectiveNoFileComp
	}))
}

// CompleteList does what CompleteBy does for a list with commas: it completes the last
// word.
func CompleteList(c *cobra.Command, name string, find func(c *cobra.Command) []string) {
	must(c.RegisterFlagCompletionFunc(name, func(c *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		before := begun[:strings.LastIndex(begun, ",")+1]
		var all []string
		for _, word := range find(c) {
			if !slices.Contains(strings.Split(before, ","), word) {
				all = append(all, before+word)
			}
		}
		return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}))
}

// CompleteFiles makes shells complete flags with the names of files.
func CompleteFiles(c *cobra.Command, flags ...string) {
	for _, name := range flags {
		must(c.MarkFlagFilename(name))
	}
}

// CompleteDirectories makes shells complete flags with the names of directories.
func CompleteDirectories(c *cobra.Command, flags ...string) {
	for _, name := range flags {
		must(c.MarkFlagDirname(name))
	}
}

// FileArgs makes shells complete the arguments of a command with the names of files.
func FileArgs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// must panics on an error that means a missing flag, or a flag that has a completion
// already.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Language adds the flag for the language of sentences. Its default is that of the user's
// locale.
func Language(c *cobra.Command) *words.Language {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	value := &language{words.OfLocale(locale)}
	c.Flags().Var(value, "lang", "`language` of the sentences: "+strings.Join(words.Languages(), ", "))
	Complete(c, "lang", words.Languages())
	return &value.Language
}

type language struct{ words.Language }

func (l *language) Type() string { return "language" }

func (l *language) Set(name string) error {
	lang, ok := words.ParseLanguage(name)
	if !ok {
		return oneOf(words.Languages())
	}
	l.Language = lang
	return nil
}

// kinds describes the values of a flag, by its type.
var kinds = map[string]string{
	"bool":     "must be true or false",
	"duration": `must be a time such as "30s" or "5m"`,
	"float64":  "must be a number",
	"int":      "must be a whole number",
	"uint64":   "must be a whole number, 0 or more",
}

// flagError returns what is wrong with a flag, and which values it takes.
func flagError(c *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return BadInput(errors.New(noFlag(c, unknown)))
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return BadInput(fmt.Errorf("%s needs a value after it", dashed(bare.GetFlag())))
	}
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		f := bad.GetFlag()
		return BadInput(fmt.Errorf("%s %q: %s", dashed(f), bad.GetValue(), cmp.Or(kinds[f.Value.Type()], bad.Unwrap().Error())))
	}
	return BadInput(err)
}

// dashed returns a flag in the form of the documents.
func dashed(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + f.Name
}

// noFlag suggests the flag that may have been meant by an unknown one: another spelling, or
// two dashes.
func noFlag(c *cobra.Command, unknown *pflag.NotExistError) string {
	written, dashes := unknown.GetSpecifiedName(), "--"
	if group := unknown.GetSpecifiedShortnames(); group != "" {
		written, _, _ = strings.Cut(group, "=")
		dashes = "-"
	}
	var meant []string
	if len(written) > 1 {
		c.Flags().VisitAll(func(f *pflag.Flag) { meant = append(meant, f.Name) })
		if meant = suggest.Names(written, meant); slices.Contains(meant, written) {
			meant = []string{written}
		}
	}
	if len(meant) == 0 {
		return fmt.Sprintf("there is no flag %s%s; %s lists what there is", dashes, written, helpOf(c))
	}
	return fmt.Sprintf("there is no flag %s%s; did you mean --%s?", dashes, written, strings.Join(meant, " or --"))
}
