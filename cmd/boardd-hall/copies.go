package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/hallconfig"
)

func exportCommand() *cobra.Command {
	c := &cobra.Command{Use: "export [flags]", Short: "print all that the hall keeps", Args: cli.Args(0, 0)}
	path := hallFlag(c)
	form := cli.Choice(c, "output", "o", "pgn", "`form`: pgn has every round as it stands, json every row of the file", []string{"json", "pgn"})
	c.RunE = func(c *cobra.Command, _ []string) error {
		config, err := readHall(*path)
		if err != nil {
			return err
		}
		s, err := store.Open(config.File())
		if err != nil {
			return err
		}
		defer s.Close()
		w := bufio.NewWriter(c.OutOrStdout())
		defer w.Flush()
		if *form == "json" {
			return s.ExportJSON(c.Context(), w)
		}
		return exportPGN(c.Context(), &config, s, w, c.ErrOrStderr())
	}
	return c
}

// exportPGN writes every round of every tournament, without delay. It leaves out each table whose
// text relays would refuse, and reports it.
func exportPGN(ctx context.Context, c *hallconfig.Config, s *store.Store, w, errs io.Writer) error {
	left := 0
	for _, t := range c.Halls {
		rounds, _, err := s.Rounds(ctx, t.ID)
		if err != nil {
			return err
		}
		for i := range rounds {
			for j := range rounds[i].Pairings {
				p := &rounds[i].Pairings[j]
				games, err := s.Table(ctx, store.Seat{Event: t.Event, Round: rounds[i].Number, Table: p.Table}, s.Now())
				if err != nil {
					return err
				}
				text, bad := t.Text(&rounds[i], p, games)
				if bad != nil {
					left++
					fmt.Fprintf(errs, "%s: round %d: table %d is left out: %v\n", t.ID, rounds[i].Number, p.Table, sorted(bad))
					continue
				}
				if _, err := io.WriteString(w, text.PGN); err != nil {
					return err
				}
			}
		}
	}
	if left > 0 {
		return fmt.Errorf("%d tables are left out", left)
	}
	return nil
}

func backupCommand() *cobra.Command {
	c := &cobra.Command{Use: "backup [flags] FILE", Short: "copy the file of the hall while it runs", Args: cli.Args(1, 1), ValidArgsFunction: cli.FileArgs}
	path := hallFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		config, err := readHall(*path)
		if err != nil {
			return err
		}
		s, err := store.Open(config.File())
		if err != nil {
			return err
		}
		defer s.Close()
		return s.Backup(c.Context(), args[0])
	}
	return c
}
