package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/games"
	"github.com/boardd/boardd/internal/release"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/pgn"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// hands says whose hands play, and on which board.
type hands struct {
	board   simulate.NamedBoard
	profile simulate.NamedProfile
	control string // the time control if it is not the profile's, as the header of a log describes it
	clock   bool
	seed    uint64 // of the first game; the next game has the next one
}

// simulateCommand plays games by simulated hands, and writes a log and a truth of each.
func simulateCommand() *cobra.Command {
	c := &cobra.Command{Use: "simulate --games FILE [flags]", Short: "play games by simulated hands, into logs with the truth beside them",
		Long: simulateHelp, Args: cli.Args(0, 0)}
	file := c.Flags().String("games", "", "`file` of games: PGN, or a line of UCI moves for each game; - is standard input")
	board := cli.Choice(c, "board", "", "dgt", "`kind` of the board", boardNames())
	profile := cli.Choice(c, "profile", "", "human", "whose `hands` play", profileNames())
	seed := c.Flags().Uint64("seed", 1, "`number` that all chance comes from; each game after the first takes the next one")
	control := c.Flags().String("time", "", "time control as `minutes+seconds` a move, 3+2; default as the hands play")
	noClock := c.Flags().Bool("no-clock", false, "there is no clock on the board")
	out := c.Flags().String("out", ".", "`directory` for the files; it is made if it is not there")
	cli.CompleteFiles(c, "games")
	cli.CompleteDirectories(c, "out")
	c.RunE = func(c *cobra.Command, _ []string) error {
		h := hands{clock: !*noClock, seed: *seed}
		h.pick(*board, *profile)
		if err := h.setTime(*control); err != nil {
			return cli.BadInput(err)
		}
		if *file == "" {
			return cli.BadInput(errors.New("--games is missing; see boardd-lab help simulate"))
		}
		games, err := games.OpenGames(c.InOrStdin(), *file)
		if err != nil {
			return cli.BadInput(err)
		}
		if err := os.MkdirAll(*out, 0o755); err != nil {
			return err
		}
		return h.playAll(c.Context(), cli.NewProgress(c.ErrOrStderr()), games, *file, *out)
	}
	return c
}

const simulateHelp = `
Two files are written of each game, named after the file of games: NAME-1.log
holds what board and clock would report, for boardd replay, and NAME-1.truth
what the hands did. A file that exists is never overwritten. The same flags and
games write the same bytes.

The line "moves" of a truth is what "boardd replay -o uci" of the log should
print. Its form is in the documentation of package sensor/simulate.
`

func boardNames() []string {
	var names []string
	for _, b := range simulate.Boards() {
		names = append(names, b.Name)
	}
	return names
}

func profileNames() []string {
	var names []string
	for _, p := range simulate.Profiles() {
		names = append(names, p.Name)
	}
	return names
}

// pick chooses board and hands by names that exist.
func (h *hands) pick(board, profile string) {
	h.board.Name, h.profile.Name = board, profile
	h.board.Board, _ = simulate.BoardNamed(board)
	h.profile.Profile, _ = simulate.ProfileNamed(profile)
}

// setTime sets a time control, such as 3+2 or 0.5+0.
func (h *hands) setTime(control string) error {
	if control == "" {
		return nil
	}
	minutes, seconds, _ := strings.Cut(control, "+")
	base, err1 := strconv.ParseFloat(minutes, 64)
	each, err2 := strconv.ParseFloat(seconds, 64)
	if err1 != nil || err2 != nil || !(base > 0 && base <= 600) || !(each >= 0 && each <= 600) {
		return fmt.Errorf("--time %q: want minutes+seconds such as 3+2, of each 600 at most", control)
	}
	h.profile.Base, h.profile.Increment = int64(base*60000), int64(each*1000)
	h.control = ", time " + control
	return nil
}

// playAll plays all games, in order, into two files each.
func (h *hands) playAll(ctx context.Context, p *cli.Progress, games []*pgn.Game, file, dir string) error {
	name := gamesName(file)
	for i := range games {
		if ctx.Err() != nil {
			return pipeline.ErrStopped
		}
		script := fmt.Sprintf("simulated hands: board %s, profile %s%s, seed %d, clock %s; game %d of %s",
			h.board.Name, h.profile.Name, h.control, h.seed, yesNo(h.clock), i+1, name)
		base := filepath.Join(dir, fmt.Sprintf("%s-%0*d", name, len(fmt.Sprint(len(games))), i+1))
		if err := h.playOne(games[i], base, script); err != nil {
			return err
		}
		h.seed++
		p.Show(i+1, "games")
	}
	p.End(fmt.Sprintf("%d games in %s", len(games), dir))
	return nil
}

// gamesName returns the name that begins the names of a game's files.
func gamesName(file string) string {
	if file == "-" {
		return "games"
	}
	base := filepath.Base(file)
	if name := strings.TrimSuffix(base, filepath.Ext(base)); name != "" {
		return name
	}
	return base
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// playOne plays a game and writes its files.
func (h *hands) playOne(g *pgn.Game, base, script string) error {
	profile := h.profile.Profile
	if g.Result != "*" {
		profile.Ending.Result = g.Result // which the kings show, if they show one
	}
	records, truth := simulate.Play(g.Start, g.Moves, h.board.Board, profile, h.clock, h.seed)
	log, err := sensor.AppendHeader(nil, h.header(g, script))
	if err != nil {
		return err
	}
	for _, r := range records {
		log = sensor.AppendRecord(log, r)
	}
	comment := fmt.Appendf(nil, "%s\n# %s\n", simulate.TruthFirstLine, strings.ReplaceAll(script, "\n", " "))
	if err := writeNew(base+".log", log); err != nil {
		return err
	}
	return writeNew(base+".truth", simulate.AppendTruth(comment, &truth))
}

// header returns the header of the log of a game played by these hands.
func (h *hands) header(g *pgn.Game, script string) *sensor.Header {
	head := &sensor.Header{Sensor: "identified", Clock: yesNo(h.clock), Time: h.timeClass(), Tags: rosterOf(g),
		Other: []sensor.Setting{{Name: "script", Value: oneLine(script)}, {Name: "recorded-by", Value: "boardd " + release.Version + " simulate"}}}
	if h.board.Occupancy {
		head.Sensor = "occupancy"
	}
	if late := h.board.Late(); late > touchmove.DefaultLateMs {
		head.Config = []sensor.Setting{{Name: "late_ms", Value: fmt.Sprint(late)}}
	}
	if g.Start.Chess960() {
		head.Variant = "chess960"
	}
	if g.Start != legality.Initial() {
		head.Start = g.Start.FEN()
	}
	return head
}

// timeClass returns the class of the time control, by the time for 60 moves: blitz
// up to 10 minutes, standard from 60 on (A.1, B.1 of the FIDE Laws of 2023).
func (h *hands) timeClass() string {
	switch ms := h.profile.Base + 60*h.profile.Increment; {
	case ms <= 10*60000:
		return "blitz"
	case ms < 60*60000:
		return "rapid"
	}
	return "standard"
}

// roster holds the tags that a log takes over: who played, where and when.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black"}

func rosterOf(g *pgn.Game) []sensor.Setting {
	var tags []sensor.Setting
	for _, t := range g.Tags {
		taken := slices.ContainsFunc(tags, func(s sensor.Setting) bool { return s.Name == t.Name })
		if value := oneLine(t.Value); slices.Contains(roster, t.Name) && !taken && value != "" {
			tags = append(tags, sensor.Setting{Name: t.Name, Value: value})
		}
	}
	return tags
}

// oneLine returns a text on one line, as a header can hold it.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
}

// writeNew writes a file that must not exist yet.
func writeNew(name string, data []byte) error {
	f, err := daemon.CreateNew(name)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
