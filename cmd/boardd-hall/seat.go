package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/transport/publish"
)

func seatCommand() *cobra.Command {
	c := &cobra.Command{Use: "seat [flags] TABLE", Short: "take the game that is on a table's board as that of the table", Args: cli.Args(1, 1),
		Long: "Gives the game on the board the tags of the table, with the moves that it has. A running hall does so by itself\n" +
			"when the game began after the round was opened, or a few moves and at most five minutes before.\n"}
	f := newRoundFlags(c, "`number` of the round")
	wait := c.Flags().Duration("wait", 5*time.Second, "how long to wait for the answer of the board")
	c.RunE = func(c *cobra.Command, args []string) error {
		table, err := strconv.Atoi(args[0])
		if err != nil {
			return cli.BadInput(fmt.Errorf("table %q is no number", args[0]))
		}
		if *wait <= 0 {
			return cli.BadInput(fmt.Errorf("--wait %v: must be more than 0", *wait))
		}
		return f.with(c.Context(), func(config *hallconfig.Config, t *hall.Tournament, s *store.Store) error {
			r, err := find(c.Context(), s, t, *f.round)
			if err != nil {
				return err
			}
			return seat(c.Context(), c.OutOrStdout(), config, t, r, table, *f.by, *wait)
		})
	}
	return c
}

// seat asks the board of a table to give its game the tags of the table.
func seat(ctx context.Context, out io.Writer, c *hallconfig.Config, t *hall.Tournament, r *hall.Round, table int, by string, wait time.Duration) error {
	i := slices.IndexFunc(r.Pairings, func(p hall.Pairing) bool { return p.Table == table })
	if i < 0 {
		return cli.BadInput(fmt.Errorf("table %d is not paired in round %d", table, r.Number))
	}
	board := t.Board(r, table)
	payload, err := json.Marshal(map[string]any{"tags": t.Tags(r, &r.Pairings[i]), "transaction": session.New(), "by": by})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	reply, err := askBoard(ctx, c, board, "tags", payload)
	switch {
	case errors.Is(err, publish.ErrUnanswered):
		return cli.Silence(fmt.Errorf("board %s: no answer within %v", board, wait))
	case err != nil:
		return fmt.Errorf("board %s: %w", board, err)
	case reply.Error != nil:
		return fmt.Errorf("board %s refuses: %w", board, errors.New(reply.Error.Code+": "+reply.Error.Message))
	}
	_, err = fmt.Fprintf(out, "board %s: its game is that of table %d\n", board, table)
	return err
}
