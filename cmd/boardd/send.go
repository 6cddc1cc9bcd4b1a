package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// mostArguments bounds what one request can say: it is under 8 KiB anyway.
const mostArguments = 256

// send asks one thing of one board, or of several at once, and prints what they
// answer. Nothing is sent that makes no sense.
func send(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error {
	var boards names
	flags := newSiteFlags(fs)
	fs.Var(&boards, "board", "`name` of the board in the topics; of several with commas between them")
	wait := fs.Duration("wait", 5*time.Second, "how long to wait for the answers")
	form := fs.String("o", "text", "`form` of the answers: text, json (as they came)")
	fs.Usage = func() { writeVerbs(fs.Output()) }
	if err := parse(fs, args, 0, mostArguments); err != nil {
		return err
	}
	if *form != "text" && *form != "json" {
		return badInput{fmt.Errorf("-o %q: must be text or json", *form)}
	}
	if *wait <= 0 {
		return badInput{fmt.Errorf("--wait %v: must be more than 0", *wait)}
	}
	r, err := newRequest(fs.Args())
	if err != nil {
		return badInput{err}
	}
	c, err := flags.read()
	if err != nil {
		return err
	}
	p, err := newPoll(&c, boards, r)
	if err != nil {
		return badInput{err}
	}
	p.out, p.raw = std.out, *form == "json"
	return p.ask(ctx, &c, *wait)
}

// names are the values of a flag that may be given several times, with commas
// between them or not.
type names []string

func (n *names) String() string { return strings.Join(*n, ",") }

func (n *names) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(*n, name) {
			*n = append(*n, name)
		}
	}
	return nil
}

// newPoll is what is asked of boards; without names, of the one that the
// configuration tells.
func newPoll(c *config, boards []string, r *request) (*poll, error) {
	if len(boards) == 0 {
		boards = []string{c.Board}
	}
	p := &poll{request: r, answers: map[string]*transport.Reply{}, states: map[string]transport.State{}}
	for _, name := range boards {
		t, err := transport.NewTopics(c.Site, name)
		if err != nil {
			return nil, err
		}
		p.boards = append(p.boards, t)
	}
	return p, nil
}

// ask sends the request and waits for the answers.
func (p *poll) ask(ctx context.Context, c *config, wait time.Duration) error {
	pc, err := publishConfig(c, transport.Message{}, "")
	if err != nil {
		return err
	}
	pc.ClientID += "-send-" + newSession()[:8] // two of one name put each other out
	pc.ConnectTimeout = wait
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	err = publish.Ask(waiting, pc, p.topics(), p.messages(), p.take)
	if ctx.Err() != nil {
		return silence{errors.New("stopped before the answer")}
	}
	if err != nil && !errors.Is(err, publish.ErrUnanswered) {
		return silence{err}
	}
	return p.verdict(wait)
}
