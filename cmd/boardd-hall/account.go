package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall/web"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/terminal"
)

// accountActs are what can be done with accounts, with what they do.
var accountActs = []struct{ name, does string }{
	{"add", "adds an account"},
	{"list", "lists the accounts"},
	{"remove", "removes an account"},
	{"password", "gives an account another password"},
	{"link", "prints a link by which a tablet gets in once"},
}

// accounting is the flags of the command.
type accounting struct {
	role, file string
	without    bool
	lasts      time.Duration

	config   *hallconfig.Config
	accounts *web.Accounts
	c        *cobra.Command
}

func accountCommand() *cobra.Command {
	var help strings.Builder
	for _, a := range accountActs {
		fmt.Fprintf(&help, "  %-10s%s\n", a.name, a.does)
	}
	c := &cobra.Command{Use: "account [flags] ACTION [NAME]", Short: "the accounts of the arbiter's desk", Args: cli.Args(1, 2),
		Long: help.String() + "\nThe password is asked for at a terminal; else it is the first line of the standard input.\n" +
			"A viewer reads the desk. An operator also sees to pairings, tables, tags and results. An arbiter may do everything.\n" +
			"A new password, and the removal of an account, end its sessions and links.\n"}
	a := &accounting{c: c}
	path := hallFlag(c)
	role := cli.Choice(c, "role", "", web.Viewer.String(), "`role` of a new account", web.Roles())
	c.Flags().StringVar(&a.file, "password-file", "", "`file` with the password, which others cannot read")
	cli.CompleteFiles(c, "password-file")
	c.Flags().BoolVar(&a.without, "no-password", false, "add an account that gets in by links alone")
	c.Flags().DurationVar(&a.lasts, "lasts", web.LinkLasts, "how long a link can be used")
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var all []string
		for _, one := range accountActs {
			if len(args) == 0 {
				all = append(all, cobra.CompletionWithDesc(one.name, one.does))
			}
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
	c.RunE = func(_ *cobra.Command, args []string) error {
		config, err := readHall(*path)
		if err != nil {
			return err
		}
		access, err := config.Access()
		if err != nil {
			return cli.BadInput(err)
		}
		a.role, a.config, a.accounts = *role, &config, access.Accounts
		return a.do(args)
	}
	return c
}

// do does an act.
func (a *accounting) do(args []string) error {
	act, name := args[0], ""
	known := slices.ContainsFunc(accountActs, func(o struct{ name, does string }) bool { return o.name == act })
	switch {
	case !known:
		return cli.BadInput(fmt.Errorf("%q: one of add, list, remove, password, link", act))
	case act == "list" && len(args) == 1:
		return a.list()
	case len(args) != 2 || act == "list":
		return cli.BadInput(fmt.Errorf("%s: give the name of one account", act))
	case a.lasts <= 0:
		return cli.BadInput(fmt.Errorf("--lasts %v: must be more than 0", a.lasts))
	}
	name = args[1]
	err := map[string]func(string) error{"add": a.add, "remove": a.accounts.Remove, "password": a.password, "link": a.link}[act](name)
	if errors.Is(err, web.ErrAccount) || errors.Is(err, web.ErrNoAccount) {
		return cli.BadInput(err)
	}
	return err
}

func (a *accounting) list() error {
	all, err := a.accounts.List()
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(a.c.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, one := range all {
		by := "password"
		if !one.HasPassword() {
			by = "links alone"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", terminal.Plain(one.Name), one.Role, by)
	}
	return t.Flush()
}

func (a *accounting) add(name string) error {
	role, _ := web.ParseRole(a.role) // which the flag has checked
	if a.without {
		return a.accounts.Add(name, role, nil)
	}
	if _, err := a.accounts.Find(name); !errors.Is(err, web.ErrNoAccount) {
		return errors.Join(err, cli.BadInput(fmt.Errorf("%q: %w", name, web.ErrAccount)))
	}
	password, err := a.read()
	if err != nil {
		return err
	}
	return badPassword(a.accounts.Add(name, role, password))
}

func (a *accounting) password(name string) error {
	if _, err := a.accounts.Find(name); err != nil {
		return err
	}
	password, err := a.read()
	if err != nil {
		return err
	}
	return badPassword(a.accounts.SetPassword(name, password))
}

// badPassword marks an error in what was given, which is no error of a file.
func badPassword(err error) error {
	if _, ofFile := errors.AsType[*os.PathError](err); err == nil || ofFile {
		return err
	}
	return cli.BadInput(err)
}

// read reads the password, from a file, a terminal or the standard input. It is never nil.
func (a *accounting) read() ([]byte, error) {
	if a.file != "" {
		text, err := config.ReadSecret(a.file)
		return cut(text), err
	}
	in, isFile := a.c.InOrStdin().(*os.File)
	if !isFile || !term.IsTerminal(in.Fd()) {
		line, err := bufio.NewReader(io.LimitReader(a.c.InOrStdin(), 4096)).ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		return cut(line), nil
	}
	ask := func(text string) ([]byte, error) {
		fmt.Fprint(a.c.ErrOrStderr(), text)
		defer fmt.Fprintln(a.c.ErrOrStderr())
		return term.ReadPassword(in.Fd())
	}
	first, err := ask("password: ")
	if err != nil {
		return nil, err
	}
	second, err := ask("again: ")
	if err == nil && !bytes.Equal(first, second) {
		err = cli.BadInput(errors.New("the two passwords differ"))
	}
	return first, err
}

// cut returns a line without its end.
func cut(line []byte) []byte { return append([]byte{}, bytes.TrimRight(line, "\r\n")...) }

// link prints a one-time link, and for a terminal its QR code.
func (a *accounting) link(name string) error {
	one, err := a.accounts.Find(name)
	if err != nil {
		return err
	}
	token, err := web.Links(a.accounts).Make(&one, a.lasts)
	if err != nil {
		return err
	}
	address := a.address() + "/link/" + token
	out := a.c.OutOrStdout()
	if terminal.Is(out) {
		code, err := web.QRText(address)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, code)
	}
	_, err = fmt.Fprintln(out, address)
	return err
}

// address returns how browsers reach the desk.
func (a *accounting) address() string {
	d := &a.config.Desk
	scheme, host := "http", d.Listen
	if d.CertFile != "" {
		scheme = "https"
	}
	if strings.HasPrefix(host, ":") {
		name, err := os.Hostname()
		if err != nil {
			name = "localhost"
		}
		host = name + host
	}
	return cmp.Or(strings.TrimSuffix(d.URL, "/"), scheme+"://"+cmp.Or(host, "localhost"))
}
