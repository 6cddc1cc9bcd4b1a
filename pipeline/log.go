package pipeline

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/internal/release"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/transport"
)

// ErrStopped is the error of a replay that was interrupted. Its output is incomplete.
var ErrStopped = errors.New("stopped before the end")

// Log is a completely read log, and an engine for it that has taken no record yet.
type Log struct {
	Header  *sensor.Header
	Records []sensor.Record
	Engine  *Engine
}

// Read reads a whole log and makes the engine that its header describes. Errors in the log
// are of type *sensor.ParseError.
func Read(rd *sensor.Reader) (*Log, error) { return ReadAs(rd, "replay") }

// ReadAs does what Read does, for a session of the given name. The ids of the games begin
// with it.
func ReadAs(rd *sensor.Reader, session string) (*Log, error) {
	h, e, err := ReadHeader(rd, session)
	if err != nil {
		return nil, err
	}
	records, err := rd.ReadAll()
	if err == nil && h.Board == "" && holds(records, sensor.Rx) && !holds(records, sensor.Family) {
		err = ErrNoFamily
	}
	return &Log{h, records, e}, err
}

// ErrNoFamily is the error of a log of raw bytes whose header does not name the family of
// boards that sent them.
var ErrNoFamily = errors.New("the log holds rx records, but no board header says what decodes them")

// ReadHeader reads the header of a log and makes the engine that it describes.
func ReadHeader(rd *sensor.Reader, session string) (*sensor.Header, *Engine, error) {
	h, err := rd.Header()
	if err != nil {
		return nil, nil, err
	}
	e, err := New(h, session)
	if bad, ok := errors.AsType[*HeaderError](err); ok {
		err = rd.HeaderError(bad.Name, bad.Text, bad.Err)
	}
	return h, e, err
}

func holds(records []sensor.Record, w sensor.Word) bool {
	return slices.ContainsFunc(records, func(r sensor.Record) bool { return r.Word == w })
}

// ReplayEncoder makes an encoder for a replay. Its topics have the site "site" and the board
// "board".
func ReplayEncoder() *transport.Encoder {
	topics, err := transport.NewTopics("site", "board")
	if err != nil {
		panic(err) // unreachable: both names are good
	}
	return transport.NewEncoder(topics, "replay")
}

// GameRoot returns a game's id without the number of its part.
func GameRoot(id string) string {
	root, _, _ := strings.Cut(id, ".")
	return root
}

// New makes the engine that a log's header describes, for a session of the given name. The
// error is a *HeaderError.
func New(h *sensor.Header, session string) (*Engine, error) {
	e := &Engine{occupancy: h.Sensor == "occupancy", address: h.Address}
	e.Orienter.Orientation = h.Orientation
	f := family.Named(h.Board)
	if f == nil && h.Board != "" {
		return nil, &HeaderError{Name: "board", Text: h.Board,
			Err: errors.New("this version decodes " + strings.Join(family.Names(), ", "))}
	}
	h, pieces, err := SplitPieces(h)
	if err != nil {
		return nil, err
	}
	c, err := ConfigFor(h)
	if err != nil {
		return nil, err
	}
	e.pieces, e.array = pieces, firstArray(&c, h.Orientation)
	e.late = c.LateMs
	if f != nil {
		e.decodeAs(f)
		c.LateMs = cmp.Or(c.LateMs, f.LateMs)
	}
	c.AsksMate = HeaderValue(h, MateAnswers) != ""
	c.GameID = cmp.Or(HeaderValue(h, GameIDs), session)
	c.Rev, _ = strconv.Atoi(HeaderValue(h, RevisionBefore)) // 0 if it is no number
	e.Tracker = newTracker(c)
	e.ids, e.revision = c.GameID, c.Rev
	if HeaderValue(h, DecodedHeader) != "" {
		e.StoreDecoded()
	}
	e.About.Version = release.Version
	return e, nil
}

// GameIDs is the name of the header that holds the prefix of the ids of a log's games. A
// later session that continues a journal has another name.
const GameIDs = "game-ids"

// MateAnswers is the name of the header of a log that holds the answers of the search for a
// mate (can_mate). In such a log a flag fall waits for the answer.
const MateAnswers = "mate-answers"

// RevisionBefore is the name of the header with the number above which the revisions of
// snapshots begin, in a segment of a journal that continues another one.
const RevisionBefore = "revision"

// HeaderValue returns the value of a header that the reader of logs ignores; "" if there is
// none.
func HeaderValue(h *sensor.Header, name string) string {
	for _, s := range h.Other {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}

// GameIDs returns the prefix of the ids of the engine's games.
func (e *Engine) GameIDs() string { return e.ids }

// RevisionBefore returns the number above which the revisions of the engine's snapshots
// begin.
func (e *Engine) RevisionBefore() int { return e.revision }
