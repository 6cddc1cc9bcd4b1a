package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// mostArguments bounds what one request can say: it is under 8 KiB anyway.
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

// boardsOfSite asks the broker for the boards that it knows, for a shell that waits.
func boardsOfSite(ctx context.Context, flags *config.Flags) []string {
	c, err := flags.Read()
	if err != nil {
		return nil
	}
	states, _ := siteBoards(ctx, &c, time.Second)
	return slices.Sorted(maps.Keys(states))
}

// sending is what was asked for on the command line.
type sending struct {
	boards, args []string
	wait         time.Duration
	raw          bool
	lang         words.Language
	out          io.Writer
}

// send asks one thing of one board, or of several at once, and prints what they
// answer. Nothing is sent that makes no sense.
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
		return tellBoards(ctx, &c, s.out, r != nil, s.wait)
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

// newPoll is what is asked of boards; without names, of the one that the
// configuration tells.
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
	pc.ClientID += "-send-" + session.New()[:8] // two of one name put each other out
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
