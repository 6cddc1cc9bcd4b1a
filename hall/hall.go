// Package hall is the model of a playing hall: which game of which round is played on which
// board, what a board's snapshot changes of it, and what is given out of a round.
//
// It is pure. A snapshot of a board becomes a Game. Changes returns the places at which two
// states of a game differ. A store keeps each place with the time at which it was shown and
// the time at which it was hidden, so that a query returns a Game as it stood at any time.
// Tournament.Text writes a game for relays.
//
//	hall.go     tournament, round, pairing; the board of each table
//	game.go     a game as it stands at a time
//	text.go     the PGN of a table
//	request.go  the requests to boards when a round is open
package hall

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boardd/boardd/transport"
)

// Tournament is a tournament as it is configured.
type Tournament struct {
	ID          string // a name for folders and for GameId
	Event, Site string // the PGN tags
	TimeControl string // as the PGN tag, 5400+30; "" if not known
	Delay       time.Duration
	AtEnd       []int          // the rounds whose moves and results are public only when they have ended
	Tables      map[int]string // the board of a table that is not the board bNN
}

// Player is a paired player. Fields that are not known are empty.
type Player struct {
	Name                    string // Last, First
	Title, Federation, Team string
	FideID                  string
	Elo                     int
}

// Pairing is two players at a table. Tables count from 1. A bye is no pairing.
type Pairing struct {
	Table        int
	White, Black Player
}

// Round is a round of a tournament.
type Round struct {
	Number   int
	Date     string         // YYYY.MM.DD; "" if not known
	Pairings []Pairing      // in the order of the tables
	Boards   map[int]string // the board of a table that has been moved
	Opened   time.Time      // when it was opened last; zero before
	Ended    time.Time      // when it was closed last; zero while it is open, and before
}

// Board returns the board of a table in a round.
func (t *Tournament) Board(r *Round, table int) string {
	if board := r.Boards[table]; board != "" {
		return board
	}
	if board := t.Tables[table]; board != "" {
		return board
	}
	return fmt.Sprintf("b%02d", table)
}

// Hidden reports whether the public text of a round has names alone at a time.
func (t *Tournament) Hidden(r *Round, at time.Time) bool {
	return slices.Contains(t.AtEnd, r.Number) && (r.Ended.IsZero() || r.Ended.After(at))
}

// Move puts a table of a round at another board. It refuses a board that has another table.
func (t *Tournament) Move(r *Round, table int, board string) error {
	if _, err := transport.NewTopics("site", board); err != nil {
		return err
	}
	known := false
	for _, p := range r.Pairings {
		if p.Table == table {
			known = true
		} else if t.Board(r, p.Table) == board {
			return fmt.Errorf("board %s has table %d", board, p.Table)
		}
	}
	if !known {
		return fmt.Errorf("table %d is not paired in round %d", table, r.Number)
	}
	boards := maps.Clone(r.Boards)
	if boards == nil {
		boards = map[int]string{}
	}
	boards[table] = board
	r.Boards = boards
	return nil
}

// Swap has two tables of a round change their boards.
func (t *Tournament) Swap(r *Round, table, other int) error {
	paired := func(n int) bool {
		return slices.ContainsFunc(r.Pairings, func(p Pairing) bool { return p.Table == n })
	}
	for _, n := range []int{table, other} {
		if !paired(n) {
			return fmt.Errorf("table %d is not paired in round %d", n, r.Number)
		}
	}
	boards := maps.Clone(r.Boards)
	if boards == nil {
		boards = map[int]string{}
	}
	boards[table], boards[other] = t.Board(r, other), t.Board(r, table)
	r.Boards = boards
	return nil
}

// GameID returns the id by which relays know the game of a table. It never changes.
func (t *Tournament) GameID(round, table int) string {
	return fmt.Sprintf("%s-r%d-t%d", t.ID, round, table)
}

// Seat returns the round and the table of this tournament that a game's tags name. ok is false
// if they name none.
func (t *Tournament) Seat(tags map[string]string) (round, table int, ok bool) {
	round, table = RoundOf(tags)
	return round, table, round > 0 && table > 0 && tags["Event"] == t.Event
}

// RoundOf returns the round and the table that tags name, each 0 if the tags do not name it.
func RoundOf(tags map[string]string) (round, table int) {
	first, second, dotted := strings.Cut(tags["Round"], ".")
	if !dotted {
		second = tags["Board"]
	}
	round, _ = strconv.Atoi(first)
	table, _ = strconv.Atoi(second)
	return max(round, 0), max(table, 0)
}

// Tags returns the PGN tags of a pairing, without those that relays would refuse.
func (t *Tournament) Tags(r *Round, p *Pairing) map[string]string {
	tags := map[string]string{
		"Event": t.Event, "Site": t.Site, "Date": r.Date, "TimeControl": t.TimeControl,
		"Round": fmt.Sprintf("%d.%d", r.Number, p.Table), "Board": strconv.Itoa(p.Table),
	}
	p.White.addTags(tags, "White")
	p.Black.addTags(tags, "Black")
	for name, value := range tags {
		if transport.CheckTag(name, value) != nil {
			delete(tags, name)
		}
	}
	return tags
}

func (p *Player) addTags(tags map[string]string, side string) {
	tags[side] = p.Name
	tags[side+"Title"] = p.Title
	tags[side+"FideId"] = p.FideID
	tags[side+"Team"] = p.Team
	tags[side+"Federation"] = p.Federation
	if p.Elo > 0 {
		tags[side+"Elo"] = strconv.Itoa(p.Elo)
	}
}

var id = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

// Check returns the first error in a tournament.
func (t *Tournament) Check() error {
	if !id.MatchString(t.ID) {
		return fmt.Errorf("id %q is not 1 to 40 letters, digits, _ or -", t.ID)
	}
	for _, tag := range [][2]string{{"Event", t.Event}, {"Site", t.Site}, {"TimeControl", t.TimeControl}} {
		err := transport.CheckTag(tag[0], tag[1])
		switch {
		case err == nil || tag[1] == "" && tag[0] != "Event":
		case tag[0] == "TimeControl":
			return fmt.Errorf("%w: as in 5400+30, in seconds", err)
		default:
			return err
		}
	}
	if t.Delay < 0 {
		return fmt.Errorf("delay %v is less than 0", t.Delay)
	}
	for _, round := range t.AtEnd {
		if round < 1 {
			return fmt.Errorf("round %d, which is shown at its end, is not a number from 1 on", round)
		}
	}
	used := map[string]int{}
	for table, board := range t.Tables {
		if _, err := transport.NewTopics("site", board); err != nil || table < 1 {
			return fmt.Errorf("table %d: board %q: a table is a number from 1 on, a board 1 to 64 letters, digits, _ or -", table, board)
		}
		if other, twice := used[board]; twice {
			return fmt.Errorf("tables %d and %d have the same board %s", min(table, other), max(table, other), board)
		}
		used[board] = table
	}
	return nil
}
