package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/hallconfig"
)

func resultCommand() *cobra.Command {
	c := &cobra.Command{Use: "result [flags] TABLE RESULT", Short: "enter the result of a table without a board", Args: cli.Args(2, 2),
		Long: "RESULT is one of " + strings.Join(hall.Results, ", ") + ". '*' takes an earlier one back.\n" +
			"A board with the game of the table needs its result by boardd-hall send result; where it has one, that one counts.\n",
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return hall.Results, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		}}
	f := newRoundFlags(c, "`number` of the round")
	c.RunE = func(c *cobra.Command, args []string) error {
		table, err := strconv.Atoi(args[0])
		if err != nil {
			return cli.BadInput(fmt.Errorf("table %q is no number", args[0]))
		}
		return f.with(c.Context(), func(config *hallconfig.Config, t *hall.Tournament, s *store.Store) error {
			r, err := find(c.Context(), s, t, *f.round)
			if err != nil {
				return err
			}
			return enterResult(c.Context(), c.OutOrStdout(), config, s, t, r, table, args[1], *f.by)
		})
	}
	return c
}

// enterResult keeps the result of a table. The running hall gives it to the world; if none
// runs, the next one does.
func enterResult(ctx context.Context, out io.Writer, c *hallconfig.Config, s *store.Store, t *hall.Tournament, r *hall.Round, table int, result, by string) error {
	i := slices.IndexFunc(r.Pairings, func(p hall.Pairing) bool { return p.Table == table })
	switch {
	case i < 0:
		return cli.BadInput(fmt.Errorf("table %d is not paired in round %d", table, r.Number))
	case !slices.Contains(hall.Results, result):
		return cli.BadInput(fmt.Errorf("result %q: one of %s", result, strings.Join(hall.Results, ", ")))
	}
	games, err := s.Table(ctx, store.Seat{Event: t.Event, Round: r.Number, Table: table}, s.Now())
	if err != nil {
		return err
	}
	if err := s.SetResult(ctx, t.ID, r.Number, table, result, store.Act{Who: by, What: "result", Detail: fmt.Sprintf("table %d: %s", table, result)}); err != nil {
		return err
	}
	for _, g := range hall.Standing(games, t.Board(r, table)) {
		if g.Board != "" {
			fmt.Fprintf(out, "look: board %s has a game of table %d, and does not know this result: boardd-hall send --board %s result '%s'\n", g.Board, table, g.Board, result)
		}
	}
	switch err := s.Claim(c.File()); {
	case errors.Is(err, store.ErrClaimed):
		return nil // the hall that runs takes it
	case err != nil:
		return err
	}
	_, err = takeResults(ctx, s, t, 0)
	return err
}

// takeResults takes the results that people entered after an act into the games of their
// tables. It returns the last such act.
func takeResults(ctx context.Context, s *store.Store, t *hall.Tournament, after int64) (int64, error) {
	entries, err := s.Entered(ctx, t.ID, after)
	if err != nil || len(entries) == 0 {
		return after, err
	}
	var reports []store.Report
	for _, e := range entries {
		reports = append(reports, store.Report{Game: t.Entered(e.Round, e.Table, e.Result), Seq: uint64(e.Act)})
	}
	return entries[len(entries)-1].Act, s.Take(ctx, reports)
}
