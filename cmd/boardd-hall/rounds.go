package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/pairing"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/terminal"
)

// roundFlags are the flags of a command about a round.
type roundFlags struct {
	config, tournament, by *string
	round                  *int
}

func newRoundFlags(c *cobra.Command, round string) *roundFlags {
	f := newReadFlags(c, round)
	f.by = c.Flags().String("by", userName(), "`name` of who does it, which is kept")
	return f
}

// newReadFlags is newRoundFlags for a command that changes nothing.
func newReadFlags(c *cobra.Command, round string) *roundFlags {
	f := &roundFlags{config: hallFlag(c)}
	f.tournament = c.Flags().String("tournament", "", "`id` of the tournament, if the hall has several")
	f.round = c.Flags().Int("round", 0, round)
	return f
}

// with opens the file of the hall.
func (f *roundFlags) with(ctx context.Context, do func(c *hallconfig.Config, t *hall.Tournament, s *store.Store) error) error {
	c, err := readHall(*f.config)
	if err != nil {
		return err
	}
	t, err := c.Tournament(*f.tournament)
	if err != nil {
		return cli.BadInput(err)
	}
	s, err := store.Open(c.File())
	if err != nil {
		return err
	}
	defer s.Close()
	return do(&c, t, s)
}

// find returns a round of the file.
func find(ctx context.Context, s *store.Store, t *hall.Tournament, number int) (*hall.Round, error) {
	rounds, _, err := s.Rounds(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(rounds, func(r hall.Round) bool { return r.Number == number })
	if i < 0 {
		return nil, cli.BadInput(fmt.Errorf("--round %d: the round has no pairings", number))
	}
	return &rounds[i], nil
}

func importCommand() *cobra.Command {
	c := &cobra.Command{Use: "import [flags] FILE ...", Short: "read the pairings of a round, and show what they change", Args: cli.Args(1, 16),
		Long: "Reads PGN with tags only, as pairing programs export it for LiveChess, TRF16 or TRF26, or CSV with the columns table, white and black.\n" +
			"If a TRF is given beside another file, the pairings are from that file, and the TRF adds what the file lacks about the players.\n",
		ValidArgsFunction: cli.FileArgs}
	f := newRoundFlags(c, "`number` of the round, if the file has several or does not say")
	accept := c.Flags().Bool("accept", false, "keep the pairings; without it nothing is changed")
	c.RunE = func(c *cobra.Command, args []string) error {
		return f.with(c.Context(), func(config *hallconfig.Config, t *hall.Tournament, s *store.Store) error {
			sheet, err := readSheets(args)
			if err != nil {
				return cli.BadInput(err)
			}
			number, err := sheet.Round(*f.round)
			if err != nil && *f.round == 0 && !errors.Is(err, pairing.ErrNone) {
				err = fmt.Errorf("%w: give --round", err)
			}
			if err != nil {
				return cli.BadInput(err)
			}
			return importRound(c.Context(), c.OutOrStdout(), s, t, sheet, &hall.Round{Number: number, Date: config.Date(t.ID, number)}, *accept,
				store.Act{Who: *f.by, What: "import", Detail: strings.Join(args, " ")})
		})
	}
	return c
}

func readSheets(names []string) (*pairing.Sheet, error) {
	var all []pairing.File
	for _, name := range names {
		s, err := readSheet(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, pairing.File{Name: name, Sheet: s})
	}
	return pairing.Merge(all)
}

func readSheet(name string) (pairing.Sheet, error) {
	f, err := os.Open(name)
	if err != nil {
		return pairing.Sheet{}, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, pairing.MaxFile+1))
	if err != nil {
		return pairing.Sheet{}, err
	}
	return pairing.Read(data)
}

// importRound shows how pairings change the round, and keeps them if accept is set.
func importRound(ctx context.Context, out io.Writer, s *store.Store, t *hall.Tournament, from *pairing.Sheet, r *hall.Round, accept bool, act store.Act) error {
	pairings, remarks := from.Pairings(r.Number)
	r.Pairings = pairings
	var hold []hall.Pairing
	if old, err := find(ctx, s, t, r.Number); err == nil {
		hold, r.Boards = old.Pairings, old.Boards
	} else if cli.Status(err) != cli.ExitUsage {
		return err
	}
	for _, remark := range remarks {
		fmt.Fprintf(out, "look: %s\n", terminal.Plain(remark))
	}
	for _, name := range from.Byes[r.Number] {
		fmt.Fprintf(out, "no table: %s has no opponent\n", terminal.Plain(name))
	}
	differences := pairing.Differences(hold, r.Pairings)
	for _, d := range differences {
		fmt.Fprintln(out, terminal.Plain(d))
	}
	switch {
	case len(differences) == 0:
		fmt.Fprintf(out, "round %d: nothing changes\n", r.Number)
		return nil
	case !accept:
		fmt.Fprintf(out, "round %d: nothing is changed yet; --accept has these pairings hold\n", r.Number)
		return nil
	}
	if twice := pairing.Twice(r.Pairings); twice != nil {
		return cli.BadInput(fmt.Errorf("round %d: tables are paired twice: %s; nothing is changed", r.Number, strings.Trim(fmt.Sprint(twice), "[]")))
	}
	if err := s.SetRound(ctx, t.ID, r, act); err != nil {
		return err
	}
	fmt.Fprintf(out, "round %d: %d tables\n", r.Number, len(r.Pairings))
	return nil
}

func openCommand() *cobra.Command {
	c := &cobra.Command{Use: "open [flags]", Short: "open a round: its boards are given their tags", Args: cli.Args(0, 0)}
	f := newRoundFlags(c, "`number` of the round; 0 ends the one that is open")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if !c.Flags().Changed("round") || *f.round < 0 {
			return cli.BadInput(errors.New("which round? give --round, a number from 1 on; 0 ends the one that is open"))
		}
		return f.with(c.Context(), func(_ *hallconfig.Config, t *hall.Tournament, s *store.Store) error {
			if *f.round > 0 {
				if _, err := find(c.Context(), s, t, *f.round); err != nil {
					return err
				}
			}
			if err := s.OpenRound(c.Context(), t.ID, *f.round, store.Act{Who: *f.by, What: "open"}); err != nil {
				return err
			}
			if *f.round == 0 {
				fmt.Fprintln(c.OutOrStdout(), "no round is open")
				return nil
			}
			fmt.Fprintf(c.OutOrStdout(), "round %d is open\n", *f.round)
			if slices.Contains(t.AtEnd, *f.round) {
				fmt.Fprintf(c.OutOrStdout(), "round %d: the world sees names alone until %v after its end; to end it, open the next round, or 0\n", *f.round, t.Delay)
			}
			return nil
		})
	}
	return c
}

func moveCommand() *cobra.Command {
	c := &cobra.Command{Use: "move [flags] TABLE BOARD", Short: "put a table of a round at another board", Args: cli.Args(2, 2)}
	f := newRoundFlags(c, "`number` of the round")
	c.RunE = func(c *cobra.Command, args []string) error {
		table, err := strconv.Atoi(args[0])
		if err != nil {
			return cli.BadInput(fmt.Errorf("table %q is no number", args[0]))
		}
		return f.with(c.Context(), func(_ *hallconfig.Config, t *hall.Tournament, s *store.Store) error {
			r, err := find(c.Context(), s, t, *f.round)
			if err != nil {
				return err
			}
			if err := t.Move(r, table, args[1]); err != nil {
				return cli.BadInput(err)
			}
			err = s.SetRound(c.Context(), t.ID, r, store.Act{Who: *f.by, What: "move", Detail: fmt.Sprintf("table %d to board %s", table, args[1])})
			if err == nil {
				_, err = fmt.Fprintf(c.OutOrStdout(), "round %d: table %d is at board %s\n", r.Number, table, args[1])
			}
			return err
		})
	}
	return c
}
