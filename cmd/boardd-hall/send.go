package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
	"github.com/boardd/boardd/transport/schema"
)

// mostArguments is the greatest number of arguments of a request, which is below 8
// KiB anyway.
const mostArguments = 256

func sendCommand() *cobra.Command {
	c := &cobra.Command{Use: "send [flags] VERB [FIELD=VALUE ...]", Short: "ask something of a board, and print its answer",
		Long: verbsHelp(), Args: cli.Args(0, mostArguments), ValidArgsFunction: completeVerb}
	flags := config.SiteFlags(c)
	boards := cli.Names(c, "board", "`name` of the board in the topics; of several with commas between them. Without it "+
		"and without one in the configuration, the boards of the site are listed")
	wait := c.Flags().Duration("wait", 5*time.Second, "how long to wait for the answers")
	lang := cli.Language(c)
	form := cli.Choice(c, "output", "o", "text", "`form` of the answers, json as they came", []string{"json", "text"})
	cli.CompleteList(c, "board", func(c *cobra.Command) []string { return boardsOfSite(c.Context(), flags) })
	c.RunE = func(c *cobra.Command, args []string) error {
		if *wait <= 0 {
			return cli.BadInput(fmt.Errorf("--wait %v: must be more than 0", *wait))
		}
		s := sending{boards: *boards, args: args, wait: *wait, raw: *form == "json", lang: *lang, out: c.OutOrStdout()}
		return s.send(c.Context(), flags)
	}
	return c
}

// completeVerb completes the verb, and then the names of its fields.
func completeVerb(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var all []string
	for _, v := range transport.Verbs() {
		if len(args) == 0 {
			all = append(all, cobra.CompletionWithDesc(v.Name, summary(&v)))
		} else if args[0] == v.Name {
			for _, f := range append(slices.Clone(v.Fields), transport.CommonFields()...) {
				all = append(all, f.Name+"=")
			}
			return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// boardsOfSite asks the broker for its boards. It is quick, because a shell waits
// for the completion.
func boardsOfSite(ctx context.Context, flags *config.Flags) []string {
	c, err := flags.Read()
	if err != nil {
		return nil
	}
	states, _ := siteBoards(ctx, &c, time.Second)
	return slices.Sorted(maps.Keys(states))
}

// sending is the flags and arguments of the command.
type sending struct {
	boards, args []string
	wait         time.Duration
	raw          bool
	lang         words.Language
	out          io.Writer
}

// send sends a request to one board, or to several at once, and prints their
// answers. It sends no request that makes no sense.
func (s *sending) send(ctx context.Context, flags *config.Flags) error {
	var r *request
	if len(s.boards) > 0 || len(s.args) > 0 {
		var err error
		if r, err = newRequest(s.args); err != nil {
			return cli.BadInput(err)
		}
	}
	c, err := flags.Read()
	if err != nil {
		return err
	}
	if len(s.boards) == 0 && c.Board == config.Default().Board {
		return listBoards(ctx, &c, s.out, r != nil, s.wait)
	}
	if r == nil {
		return cli.BadInput(errNoVerb)
	}
	p, err := newPoll(&c, s.boards, r)
	if err != nil {
		return cli.BadInput(err)
	}
	p.out, p.raw, p.lang = s.out, s.raw, s.lang
	return p.ask(ctx, &c, s.wait)
}

// newPoll makes the poll of some boards; without names, of the board of the
// configuration.
func newPoll(c *config.Config, boards []string, r *request) (*poll, error) {
	if len(boards) == 0 {
		boards = []string{c.Board}
	}
	p := &poll{request: r, answers: map[string]*transport.Reply{}, states: map[string]transport.State{}, inspected: map[string]*inspection{}}
	for _, name := range boards {
		t, err := transport.NewTopics(c.Site, name)
		if err != nil {
			return nil, err
		}
		p.boards = append(p.boards, t)
		p.inspected[name] = new(inspection)
	}
	return p, nil
}

// ask sends the request and waits for the answers.
func (p *poll) ask(ctx context.Context, c *config.Config, wait time.Duration) error {
	pc, err := config.Publish(c, transport.Message{}, "")
	if err != nil {
		return err
	}
	pc.ClientID += "-send-" + session.New()[:8] // the broker drops one of two clients with the same name
	pc.ConnectTimeout = wait
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	err = publish.Ask(waiting, pc, p.topics(), p.messages(), p.take)
	if ctx.Err() != nil {
		return cli.Silence(errors.New("stopped before the answer"))
	}
	if err != nil && !errors.Is(err, publish.ErrUnanswered) {
		return cli.Silence(err)
	}
	return p.verdict(wait)
}

// request is a request to a board, checked as the board will check it.
type request struct {
	verb        transport.Verb
	transaction string
	payload     []byte

	values map[string]any    // of fields, by name
	tags   map[string]string // nil if there are none
}

var errNoVerb = errors.New("a verb is missing; boardd-hall help send lists them")

// newRequest reads a verb and its fields: name=value, PGN tags by their own names.
// The first field of a verb needs no name.
func newRequest(args []string) (*request, error) {
	if len(args) == 0 {
		return nil, errNoVerb
	}
	r := &request{values: map[string]any{}}
	for _, v := range transport.Verbs() {
		if v.Name == args[0] {
			r.verb = v
		}
	}
	if r.verb.Name == "" {
		return nil, fmt.Errorf("unknown verb %q; boardd-hall help send lists them", args[0])
	}
	for _, arg := range args[1:] {
		if err := r.add(arg); err != nil {
			return nil, fmt.Errorf("%s: %w", r.verb.Name, err)
		}
	}
	r.fill()
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", r.verb.Name, err)
	}
	return r, nil
}

// add reads one argument.
func (r *request) add(arg string) error {
	name, text, named := strings.Cut(arg, "=")
	if !named {
		name, text = r.first(), arg
		if name == "" {
			return fmt.Errorf("%q is no field; fields are given as name=value", arg)
		}
	}
	f, ok := r.field(name)
	switch {
	case !ok && name != "" && unicode.IsUpper(rune(name[0])):
		return r.addTag(name, text)
	case !ok:
		return fmt.Errorf("no field %q; it has %s", name, r.fieldNames())
	case f.Kind == transport.TagsField:
		return errors.New(`tags are given by their names, as in White="Ferrier, Isla"`)
	}
	if _, twice := r.values[name]; twice {
		return fmt.Errorf("%s is given twice", name)
	}
	value, err := valueOf(f, text)
	r.values[name] = value
	return err
}

// first returns the name of the field that needs no name; "" if there is none, or it
// has been given.
func (r *request) first() string {
	if len(r.verb.Fields) == 0 || r.verb.Fields[0].Kind == transport.TagsField {
		return ""
	}
	if _, given := r.values[r.verb.Fields[0].Name]; given {
		return ""
	}
	return r.verb.Fields[0].Name
}

func (r *request) field(name string) (transport.Field, bool) {
	all := slices.Concat(r.verb.Fields, transport.CommonFields())
	if i := slices.IndexFunc(all, func(f transport.Field) bool { return f.Name == name }); i >= 0 {
		return all[i], true
	}
	return transport.Field{}, false
}

func (r *request) fieldNames() string {
	var all []string
	for _, f := range slices.Concat(r.verb.Fields, transport.CommonFields()) {
		if f.Kind == transport.TagsField {
			f.Name = "tags by their names (White=…)"
		}
		all = append(all, f.Name)
	}
	return strings.Join(all, ", ")
}

func (r *request) addTag(name, value string) error {
	if _, takes := r.field("tags"); !takes {
		return fmt.Errorf("no field %q, and no PGN tags; it has %s", name, r.fieldNames())
	}
	if _, twice := r.tags[name]; twice {
		return fmt.Errorf("tag %s is given twice", name)
	}
	if r.tags == nil {
		r.tags = map[string]string{}
	}
	r.tags[name] = value
	r.values["tags"] = r.tags
	return nil
}

// aliases are short forms of values.
var aliases = map[string]string{"white": "w", "black": "b", "1/2": "1/2-1/2", "draw": "1/2-1/2", "yes": "true", "no": "false"}

// valueOf returns the value of a field, for JSON.
func valueOf(f transport.Field, text string) (any, error) {
	if text == "" {
		return nil, fmt.Errorf("%s is empty", f.Name)
	}
	of := f.Of
	if f.Kind == transport.FlagField {
		of = []string{"true", "false"}
	}
	if alias, ok := aliases[strings.ToLower(text)]; ok && slices.Contains(of, alias) {
		text = alias
	}
	if i := slices.IndexFunc(of, func(s string) bool { return strings.EqualFold(s, text) }); i >= 0 {
		text = of[i]
	} else if of != nil {
		return nil, fmt.Errorf("%s=%q: must be one of %s", f.Name, text, strings.Join(of, ", "))
	}
	switch f.Kind {
	case transport.FlagField:
		return text == "true", nil
	case transport.NumberField:
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%s=%q: must be a whole number from 0 on", f.Name, text)
		}
		return n, nil
	}
	return text, nil
}

// fill adds the fields that a person need not give: the caller and the transaction.
func (r *request) fill() {
	if _, given := r.values["by"]; !given {
		if name := userName(); name != "" {
			r.values["by"] = name
		}
	}
	if _, given := r.values["transaction"]; !given {
		r.values["transaction"] = session.New()
	}
	r.transaction, _ = r.values["transaction"].(string)
}

// userName returns the name of who runs the program; under sudo, of who has called sudo.
func userName() string {
	if name := os.Getenv("SUDO_USER"); name != "" && os.Geteuid() == 0 {
		return name
	}
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.Username
}

// check returns an error if a field is missing or the board would refuse the form of
// the request.
func (r *request) check() error {
	for _, f := range r.verb.Fields {
		if _, given := r.values[f.Name]; f.Needed && !given {
			return fmt.Errorf("%s is missing: %s", f.Name, f.Text)
		}
	}
	payload, err := json.Marshal(r.values)
	if err != nil {
		return fmt.Errorf("write as JSON: %w", err)
	}
	r.payload = payload
	_, err = transport.ParseCommand(r.verb.Name, payload, false)
	return err
}

// verbsHelp lists every verb with its fields, as the board checks them.
func verbsHelp() string {
	w := new(strings.Builder)
	fmt.Fprint(w, "The first field of a verb may be given without its name: boardd-hall send result 1-0.\n"+
		"PGN tags are given by their names: boardd-hall send tags White=\"Ferrier, Isla\".\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, v := range transport.Verbs() {
		fmt.Fprintf(t, "  %s\t%s\n", v.Name, summary(&v))
		writeFields(t, v.Fields)
	}
	t.Flush()
	fmt.Fprint(w, "\nEvery verb may have:\n\n")
	writeFields(t, transport.CommonFields())
	t.Flush()
	fmt.Fprint(w, "\nExit status: 0 done, 1 refused, 2 what was given makes no sense, 3 no answer.\n")
	return w.String()
}

// summary describes a verb in the words of the published contract.
func summary(v *transport.Verb) string {
	c, _ := schema.For("chess/1/site/board/req/" + v.Name)
	return c.Summary
}

// writeFields writes a line for each field, with brackets if it is optional.
func writeFields(w io.Writer, fields []transport.Field) {
	for i := range fields {
		f := &fields[i]
		form := f.Name + "=" + placeholder(f)
		if f.Kind == transport.TagsField {
			form = "Tag=…"
		}
		if !f.Needed {
			form = "[" + form + "]"
		}
		text := f.Text
		if len(f.Of) > 0 {
			text += ": " + strings.Join(f.Of, ", ")
		}
		fmt.Fprintf(w, "    %s\t%s\n", form, text)
	}
}

// placeholder stands for a value.
func placeholder(f *transport.Field) string {
	return [...]string{transport.TextField: "…", transport.NumberField: "N", transport.FlagField: "true|false", transport.TagsField: "…"}[f.Kind]
}
