package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/broker"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/games"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/pgn"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/simulate"
)

// mostBoards is how many boards a rehearsal has at most, mostProcesses how many of them may be
// processes, and mostSpeed how fast the hands of those may be: the clock of a boardd is that of
// the machine, and it takes a hand that is too quick for a slip.
const (
	mostBoards    = 5000
	mostProcesses = 200
	mostSpeed     = 10
	mostLight     = 1000
)

const hallHelp = `
Each board is b01, b02 and so on. Without --light each has a boardd of its own, the
program beside this one, at a pseudo-terminal; one that ends is started again a second
later, as systemd does. With --light this one process reads all boards, and each has its
own connection to the broker; a thousand are possible.

The players begin when their board has been given names, as boardd-hall open does it, or
at once with --at-once. When a game is over its result is entered, by request if the
board has a boardd.

The accounts are those of the configuration, in which {board} stands for the name of
each board, or those in the folder that boardd-broker-setup hands out.
`

// hallFlags are the flags of the command.
type hallFlags struct {
	count    int
	first    int
	speed    float64
	light    bool
	atOnce   bool
	handOut  string
	own      string // address of a broker of its own
	games    string
	pairings string
	program  string
	state    string
	plies    int
	hands
}

// hallCommand plays a round of a whole hall into a broker.
func hallCommand() *cobra.Command {
	c := &cobra.Command{Use: "hall --boards N [flags]", Short: "play a round at simulated boards, into any broker", Long: hallHelp, Args: cli.Args(0, 0)}
	site := config.SiteFlags(c)
	f := &hallFlags{}
	c.Flags().IntVar(&f.count, "boards", 8, "how `many` boards")
	c.Flags().IntVar(&f.first, "first", 1, "`number` of the first board: several of these programs play one round")
	c.Flags().BoolVar(&f.light, "light", false, "without boardd and ports: all boards in this process")
	c.Flags().Float64Var(&f.speed, "speed", 1, fmt.Sprintf("how fast the hands are; at most %d, with --light %d", mostSpeed, mostLight))
	c.Flags().BoolVar(&f.atOnce, "at-once", false, "begin without names")
	c.Flags().StringVar(&f.handOut, "hand-out", "", "`folder` with the files of boards and people, as boardd-broker-setup writes it")
	c.Flags().StringVar(&f.own, "own-broker", "", "run a broker, in memory and open to all, at this `address` of the loopback interface, as 127.0.0.1:1883; it stays until an interrupt")
	c.Flags().StringVar(&f.games, "games", "", "`file` of games: PGN, or a line of UCI moves for each game; random ones if none")
	c.Flags().IntVar(&f.plies, "plies", 60, "about how many `plies` a random game has")
	c.Flags().StringVar(&f.pairings, "pairings", "", "`file` to write first: the pairings of the round, for boardd-hall import")
	c.Flags().StringVar(&f.program, "program", "", "`path` of boardd; default beside this program")
	c.Flags().StringVar(&f.state, "state", "", "`folder` for journals and logs of the boards; else they are removed at the end")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "`number` that all chance comes from")
	board := cli.Choice(c, "board", "", "dgt", "`kind` of the boards", boardNames())
	profile := cli.Choice(c, "profile", "", "clean", "whose `hands` play", profileNames())
	control := c.Flags().String("time", "3+2", "time control as `minutes+seconds` a move")
	cli.CompleteFiles(c, "games", "pairings", "program")
	cli.CompleteDirectories(c, "hand-out", "state")
	c.RunE = func(c *cobra.Command, _ []string) error {
		f.clock = true
		f.pick(*board, *profile)
		err := f.setTime(*control)
		if err == nil {
			err = f.check()
		}
		if err != nil {
			return cli.BadInput(err)
		}
		common, stop, err := f.common(site)
		if err != nil {
			return err
		}
		defer stop()
		r, err := f.round(&common, site, c.OutOrStdout())
		if err != nil {
			return err
		}
		return r.play(c.Context())
	}
	return c
}

// common returns what all boards have in common: the configuration, or what belongs to a
// broker of its own, which stop stops.
func (f *hallFlags) common(site *config.Flags) (c config.Config, stop func(), err error) {
	if f.handOut != "" && site.Broker != "" {
		return c, nil, cli.BadInput(errors.New("--broker and --hand-out: the files of the folder name the broker, with one port for boards and one for people"))
	}
	if f.own == "" {
		c, err := site.Read()
		return c, func() {}, err
	}
	if site.Config != "" || site.Broker != "" || f.handOut != "" {
		return c, nil, cli.BadInput(errors.New("with --own-broker there is no other broker"))
	}
	b, err := broker.Start(f.own)
	if err != nil {
		return c, nil, cli.BadInput(err)
	}
	c = config.Default()
	c.Site, c.MQTT.Broker = cmp.Or(site.Site, c.Site), b.URL()
	return c, func() { b.Close() }, nil
}

func (f *hallFlags) check() error {
	most, fastest := mostProcesses, mostSpeed
	if f.light {
		most, fastest = mostBoards, mostLight
	}
	switch {
	case f.count < 1 || f.count > most:
		return fmt.Errorf("--boards %d: 1 at least, at most %d, with --light %d", f.count, mostProcesses, mostBoards)
	case !(f.speed > 0 && f.speed <= float64(fastest)):
		return fmt.Errorf("--speed %v: more than 0, at most %d, with --light %d", f.speed, mostSpeed, mostLight)
	case f.first < 1 || f.first > mostBoards:
		return fmt.Errorf("--first %d: 1 to %d", f.first, mostBoards)
	case !f.light && !slices.Contains(family.Simulated(), f.board.Name):
		return fmt.Errorf("--board %s: without --light one of %s", f.board.Name, strings.Join(family.Simulated(), ", "))
	case f.plies < 1 || f.plies > 500:
		return fmt.Errorf("--plies %d: 1 to 500", f.plies)
	}
	return nil
}

// round prepares the round.
func (f *hallFlags) round(common *config.Config, flags *config.Flags, out io.Writer) (*round, error) {
	r := &round{hallFlags: f, pace: clock.New(f.speed), progress: cli.NewProgress(out), news: make(chan string, 1), leave: func() {}}
	played, err := f.scores()
	if err != nil {
		return nil, cli.BadInput(err)
	}
	for i := range f.count {
		n := f.first - 1 + i
		s := newSeat(f, n, played[n%len(played)])
		if s.config, err = f.account(common, flags, "boards", s.name); err != nil {
			return nil, cli.BadInput(err)
		}
		s.config.Game.Time = f.timeClass()
		r.seats = append(r.seats, s)
	}
	if r.person, err = f.account(common, flags, "people", "operator"); err != nil {
		return nil, cli.BadInput(err)
	}
	if !f.light {
		if f.program, err = findBoardd(f.program); err != nil {
			return nil, err
		}
	}
	if f.pairings == "" {
		return r, nil
	}
	return r, writeNew(f.pairings, r.pairingFile())
}

// findBoardd returns the path of boardd: the one that is named, or beside this program, or on
// the path.
func findBoardd(name string) (string, error) {
	if name != "" {
		return exec.LookPath(name)
	}
	if own, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(own), "boardd")); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath("boardd")
	if err != nil {
		return "", fmt.Errorf("find boardd, which --program names: %w", err)
	}
	return path, nil
}

// scores are the games that are played, in turn.
func (f *hallFlags) scores() ([]*pgn.Game, error) {
	if f.games != "" {
		return games.OpenGames(strings.NewReader(""), f.games)
	}
	var all []*pgn.Game
	for n := range f.first - 1 + f.count {
		chance := f.chance(n)
		moves := simulate.RandomGame(chance.Uint64(), f.plies/2+chance.IntN(f.plies+1))
		all = append(all, &pgn.Game{Start: legality.Initial(), Moves: moves, Result: "*"})
	}
	return all, nil
}

// chance returns the chance of a board.
func (f *hallFlags) chance(n int) *rand.Rand { return rand.New(rand.NewPCG(f.seed, uint64(n))) }

// account returns the configuration with which a board or a person connects.
func (f *hallFlags) account(common *config.Config, flags *config.Flags, kind, name string) (config.Config, error) {
	if f.handOut == "" {
		return *common.ForBoard(name), nil
	}
	c, err := config.Read(filepath.Join(f.handOut, kind, name, name+".toml"))
	c.Board, c.Site, c.MQTT.Broker = name, cmp.Or(flags.Site, c.Site), cmp.Or(flags.Broker, c.MQTT.Broker)
	return c, err
}

// round is a round that is played.
type round struct {
	*hallFlags
	seats    []*seat
	person   config.Config // who enters results
	pace     *clock.Clock
	progress *cli.Progress
	news     chan string // to be said
	leave    func()      // removes what is left
}

// seat is a board of the round, with what is played on it.
type seat struct {
	name    string
	config  config.Config
	board   simulate.Board
	records []sensor.Record
	plies   int    // that the hands play
	moves   string // the same in UCI
	result  string // that is entered, if the game does not end itself
	wait    int64  // from the names to the clock's start, in milliseconds

	begins chan struct{} // closed when the board has been given names, or at once
	once   sync.Once
	played atomic.Bool  // the hands have done all
	shows  atomic.Int64 // plies of the game of record
	over   atomic.Bool  // it has a result
	final  atomic.Value // the moves of record when it got one
}

func newSeat(f *hallFlags, n int, g *pgn.Game) *seat {
	chance := f.chance(n)
	records, truth := simulate.Play(g.Start, g.Moves, f.board.Board, f.profile.Profile, f.clock, chance.Uint64())
	records = slices.Clone(records) // without room for more
	s := &seat{name: fmt.Sprintf("b%02d", n+1), board: f.board.Board, records: records, result: g.Result, wait: 2000 + chance.Int64N(20_000), begins: make(chan struct{})}
	s.plies, s.moves = len(truth.Moves), strings.Join(truth.Moves, " ")
	if s.result == "*" {
		s.result = []string{"1-0", "0-1", "1/2-1/2"}[chance.IntN(3)]
	}
	if f.atOnce {
		s.begin()
	}
	return s
}

// begin lets the players begin.
func (s *seat) begin() { s.once.Do(func() { close(s.begins) }) }

// begun reports whether they may.
func (s *seat) begun() bool {
	select {
	case <-s.begins:
		return true
	default:
		return false
	}
}

// afterLast is how long the players wait for a result after the last act, in milliseconds of
// their time: a move at rest is made after three seconds.
const afterLast = 5000

// tellEvery is how often the screen is brought up to date.
const tellEvery = time.Second

// play plays the round, and returns when all games have results.
func (r *round) play(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer func() { r.leave() }()
	errs := make(chan error, 2*len(r.seats)+2)
	var running sync.WaitGroup
	begin := func(run func(context.Context) error) {
		running.Go(func() {
			if err := run(ctx); err != nil {
				errs <- err
			}
		})
	}
	err := r.sit(begin)
	if err == nil {
		err = r.follow(ctx, errs)
	}
	cancel()
	running.Wait()
	return err
}

// sit has each board read.
func (r *round) sit(begin func(run func(context.Context) error)) error {
	if r.light {
		for _, s := range r.seats {
			b, err := newLightBoard(s, r.pace, r.unreachable)
			if err != nil {
				return err
			}
			begin(b.run)
		}
		return nil
	}
	return r.sitAtPorts(begin)
}

// unreachable takes note of why a connection to the broker fails. Each reason is said once.
func (r *round) unreachable(err error) {
	if err == nil {
		return
	}
	select {
	case r.news <- "the broker: " + advice.With(err).Error():
	default:
	}
}

// follow shows how the round goes, until it is over.
func (r *round) follow(ctx context.Context, errs <-chan error) error {
	r.progress.Say(fmt.Sprintf("boardd-lab hall: %d boards of site %s at %s", len(r.seats), r.seats[0].config.Site, r.seats[0].config.MQTT.Broker))
	if !r.atOnce {
		r.progress.Say("the players wait for their names: boardd-hall open gives them")
	}
	said := map[string]bool{}
	for tick := time.NewTicker(tellEvery); ; {
		select {
		case <-ctx.Done():
			r.progress.End(r.sum().String())
			return nil
		case err := <-errs:
			return err
		case text := <-r.news:
			if !said[text] {
				r.progress.Say(text)
			}
			said[text] = true
		case <-tick.C:
		}
		s := r.sum()
		r.progress.Show(s.plies, fmt.Sprintf("plies; %d of %d games begun, %d ended", s.begun, len(r.seats), s.over))
		if s.over == len(r.seats) {
			r.progress.End(s.String())
			if r.own != "" {
				r.progress.Say("boards and broker stay until an interrupt")
				<-ctx.Done()
			}
			for _, seat := range r.seats {
				if seat.final.Load() != seat.moves {
					r.progress.Say(seat.name + ": the game of record is not what was played, which is " + seat.moves)
				}
			}
			if s.other > 0 {
				return errors.New("not every game of record is what was played")
			}
			return nil
		}
	}
}

// sums are what is counted of a round.
type sums struct{ games, plies, begun, over, other int }

func (s sums) String() string {
	text := fmt.Sprintf("%d of %d games ended, %d plies", s.over, s.games, s.plies)
	if s.other > 0 {
		text += fmt.Sprintf("; %d games of record are not what was played", s.other)
	}
	return text
}

func (r *round) sum() sums {
	s := sums{games: len(r.seats)}
	for _, seat := range r.seats {
		s.plies += int(seat.shows.Load())
		if seat.begun() {
			s.begun++
		}
		if seat.over.Load() {
			s.over++
			if seat.final.Load() != seat.moves {
				s.other++
			}
		}
	}
	return s
}

// shown takes note of the game of record: how many plies it has, and which once it has a result.
func (s *seat) shown(named bool, plies int, moves []string, result string) {
	if s.over.Load() {
		return // what follows is another game
	}
	s.shows.Store(int64(plies))
	if named {
		s.begin()
	}
	if result != "*" && s.played.Load() {
		s.final.Store(strings.Join(moves, " "))
		s.over.Store(true)
	}
}

// The players: each of the first of one list with each of the other.
var (
	familyNames = strings.Fields("Alder Birch Cedar Diallo Elm Ferrier Gorse Hazel Ivanova Juniper Kapok Larch Müller Ng Okonkwo Paula Quiroga Rowan Sørensen Tamarack " +
		"Ulmer Vågen Willow Xu Yew Zelkova Ashe Bäcker Cortés Dvořák Eriksen Fuchs García Højlund Ibáñez Jørgensen Køhler López Molnár Núñez")
	givenNames = strings.Fields("Ann Bela Carla Dora Emil Fritz Gail Henri Ida Jon Karin Leo Mia Nora Otto Paula Quirin Rosa Sven Tara Uwe Vera Wei Xenia Yara Zoë " +
		"Awa Björn Chidi Dag Eva Finn Grete Hanna Isla Jan Klára Lars Maud Niels")
)

// player is the name of a player, from 0.
func player(n int) string {
	name := familyNames[n%len(familyNames)] + ", " + givenNames[(n+n/len(familyNames))%len(givenNames)]
	if again := n / (len(familyNames) * len(givenNames)); again > 0 {
		name += fmt.Sprintf(" %d", again+1)
	}
	return name
}

// pairingFile is the round as a CSV.
func (r *round) pairingFile() []byte {
	text := []byte("round;table;white;black\n")
	for i := range r.seats {
		n := r.first - 1 + i
		text = fmt.Appendf(text, "1;%d;%s;%s\n", n+1, player(2*n), player(2*n+1))
	}
	return text
}
