package touchmove_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

// cleanGame plays random legal moves like careful hands: they touch only the pieces of the
// move, the king first in castling, and release each piece once.
type cleanGame struct {
	r  *rand.Rand
	tr *touchmove.Tracker
	cleanStyle
	rules  string
	event  touchmove.Event
	at     int64
	pieces placement.Placement
	found  []touchmove.Finding
	script string
}

// cleanStyle is how the hands play, and what the board shows.
type cleanStyle struct {
	clocked   bool
	anonymous bool // the board names no pieces; no pawn is promoted then, and victims are always lifted
	kingDown  bool // in castling the king is put down before the rook is lifted
	straight  bool // before the press the moved piece is sometimes put straight (4.2.1)
	wild      bool // on a board that names no pieces also moves that give pieces away
	rookDown  bool // in castling with both pieces in the air the rook is put down first
}

// wait lets a time of a hand pass: between 150 and 900 ms.
func (g *cleanGame) wait() { g.at += 150 + g.r.Int64N(750) }

func (g *cleanGame) do(rec sensor.Record, text string) {
	g.wait()
	g.wake(g.at)
	g.event++
	rec.At = g.at
	g.script += fmt.Sprintf("%d %s\n", g.at, text)
	g.found = append(g.found, g.tr.Step(g.event, rec)...)
}

func (g *cleanGame) wake(until int64) {
	for at, ok := g.tr.Deadline(); ok && at <= until; at, ok = g.tr.Deadline() {
		g.found = append(g.found, g.tr.Wake(at)...)
	}
}

func (g *cleanGame) lift(sq placement.Square) {
	piece := g.pieces[sq]
	g.pieces[sq] = placement.Empty
	if g.anonymous {
		piece = placement.Empty
	}
	g.do(sensor.Record{Word: sensor.Lift, Square: sq, Piece: piece}, fmt.Sprintf("lift %s %s", sq, piece))
}

func (g *cleanGame) drop(sq placement.Square, piece placement.Piece) {
	g.pieces[sq] = piece
	if g.anonymous {
		piece = placement.Unknown
	}
	g.do(sensor.Record{Word: sensor.Drop, Square: sq, Piece: piece}, fmt.Sprintf("drop %s %s", sq, piece))
}

func (g *cleanGame) press(side placement.Color) {
	if g.clocked {
		g.do(sensor.Record{Word: sensor.Press, Side: side}, "press "+side.String())
	}
}

// play moves the pieces of one move, in one of the orders that hands have.
func (g *cleanGame) play(p *legality.Position, m legality.Move) {
	piece, victim := p.At(m.From()), p.Captured(m)
	if m.IsCastling() {
		g.castle(p, m)
		return
	}
	style := g.r.IntN(3)
	if g.anonymous {
		style %= 2
	}
	first := victim != placement.NoSquare && (style == 0 || victim == m.To() && style == 1 && g.r.IntN(2) == 0)
	if first {
		g.lift(victim)
	}
	g.lift(m.From())
	if victim == m.To() && !first && style == 1 {
		g.lift(victim) // style 2 puts the piece down on it
	}
	if m.Promotion() != legality.NoKind {
		g.promote(m, piece.Color())
	} else {
		g.drop(m.To(), piece)
	}
	if victim != placement.NoSquare && victim != m.To() && !first {
		g.lift(victim)
	}
}

// promote puts the piece on at once, or the pawn and then the piece.
func (g *cleanGame) promote(m legality.Move, side placement.Color) {
	if g.r.IntN(2) == 0 {
		g.drop(m.To(), placement.MakePiece(side, legality.Pawn))
		g.lift(m.To())
	}
	g.drop(m.To(), placement.MakePiece(side, m.Promotion()))
}

// castle takes the king first; the rook is lifted after the king is down, or
// before.
func (g *cleanGame) castle(p *legality.Position, m legality.Move) {
	king, rook := p.At(m.From()), p.At(m.To())
	g.lift(m.From())
	if g.kingDown || g.r.IntN(2) == 0 {
		g.drop(m.KingTo(), king)
		g.lift(m.To())
		g.drop(m.RookTo(), rook)
		return
	}
	g.lift(m.To())
	if g.rookDown {
		g.drop(m.RookTo(), rook)
	}
	g.drop(m.KingTo(), king)
	if !g.rookDown {
		g.drop(m.RookTo(), rook)
	}
}

// pick prefers the moves that are made with more than one piece.
func (g *cleanGame) pick(p *legality.Position) legality.Move {
	moves := p.AppendMoves(nil)
	if g.anonymous {
		moves = slices.DeleteFunc(moves, func(m legality.Move) bool { return m.Promotion() != legality.NoKind })
		if good := slices.DeleteFunc(slices.Clone(moves), func(m legality.Move) bool { return loses(p, m) }); !g.wild && len(good) > 0 {
			moves = good
		}
	}
	if len(moves) == 0 {
		return legality.NoMove
	}
	m := moves[g.r.IntN(len(moves))]
	for range 3 {
		if m.IsCastling() || m.Promotion() != legality.NoKind || p.Captured(m) != placement.NoSquare {
			break
		}
		m = moves[g.r.IntN(len(moves))]
	}
	return m
}

// loses reports whether a move loses by exchanges: on its square, or elsewhere if it captures nothing.
func loses(p *legality.Position, m legality.Move) bool {
	after := p.Play(m)
	return p.Exchange(m) < 0 || p.Captured(m) == placement.NoSquare && after.BestExchange() > 0
}

var cleanEndings = map[legality.Ending]touchmove.Code{
	legality.Checkmate: laws.Checkmate, legality.Stalemate: laws.Stalemate, legality.DeadPosition: laws.DeadPosition,
	legality.Fivefold: laws.Fivefold, legality.SeventyFive: laws.SeventyFive,
}

// TestCleanHands: hands that do nothing wrong are found to have done nothing wrong, and the
// game is exactly what they played.
func TestCleanHands(t *testing.T) {
	for seed := range uint64(600 / quick.Fewer(30)) {
		if wrong := cleanHands(t, seed, cleanStyle{clocked: seed%2 == 0}); wrong != "" {
			t.Fatal(wrong)
		}
	}
}

// TestCleanHandsOccupancy: the same on a board with occupancy only. There a few games of 300 have a
// finding for a moment, until the next plies show what was captured: one of players who do not give
// their pieces away, and four of players who make any move, for whose bad moves better ones
// are taken that a board might not have seen.
func TestCleanHandsOccupancy(t *testing.T) {
	for most, wild := range map[int]bool{1: false, 4: true} {
		n := 0
		for seed := range uint64(300 / quick.Fewer(30)) {
			wrong := cleanHands(t, seed, cleanStyle{clocked: true, anonymous: true, kingDown: true, wild: wild})
			if wrong != "" {
				t.Logf("wild %v, %.200s", wild, wrong)
				n++
			}
		}
		if n > most {
			t.Errorf("wild %v: %d games", wild, n)
		}
	}
}

// TestCleanHandsRookDown: the same when both pieces of castling are lifted, the king first,
// and the rook is put down first.
func TestCleanHandsRookDown(t *testing.T) {
	for seed := range uint64(150 / quick.Fewer(10)) {
		if wrong := cleanHands(t, seed, cleanStyle{clocked: true, rookDown: true}); wrong != "" {
			t.Fatal(wrong)
		}
	}
}

// cleanHands plays one game and returns what is wrong with the result.
// TestCleanHandsStraight is the same where the moved piece is put straight before the
// press; the opponent, who has the move by then (1.3), touched nothing.
func TestCleanHandsStraight(t *testing.T) {
	for seed := range uint64(300 / quick.Fewer(30)) {
		if wrong := cleanHands(t, seed, cleanStyle{clocked: true, straight: true}); wrong != "" {
			t.Fatal(wrong)
		}
	}
}

func cleanHands(t *testing.T, seed uint64, style cleanStyle) string {
	r := rand.New(rand.NewPCG(seed, 2023))
	start := *position(t, castlingStarts[seed%uint64(len(castlingStarts))], false)
	rules, err := laws.RulesFor(laws.RuleSets()[seed/2%6], laws.TimeClass(seed%3), seed%4 == 0)
	if err != nil {
		t.Fatal(err)
	}
	g := cleanGame{r: r, cleanStyle: style, pieces: *start.Placement(), rules: rules.Name,
		tr: touchmove.New(touchmove.Config{Start: start, Rules: rules, Occupancy: style.anonymous})}
	moves, ending := g.playOut(&start, 10+r.IntN(60))
	if wrong := g.judge(moves, ending); wrong != "" {
		return fmt.Sprintf("seed %d, %s %s: %s\nstart %s\n%s", seed, rules.Name, rules.Time, wrong, start.FEN(), g.script)
	}
	return ""
}

// playOut plays n plies, fewer if the game ends, and returns them, and how it
// ended. A king that came to the centre is not left there without a press: it
// might show a result.
func (g *cleanGame) playOut(start *legality.Position, n int) ([]string, legality.Ending) {
	game := legality.NewGame(*start)
	var moves []string
	for len(moves) < n || !g.clocked && inCentre(game) {
		p := *game.Position()
		m := g.pick(&p)
		if m == legality.NoMove {
			break
		}
		moves = append(moves, p.UCI(m))
		g.play(&p, m)
		game.Play(m)
		ending := game.Ending()
		if ending == legality.NoEnding && game.Position().QuickDead() {
			ending = legality.DeadPosition
		}
		if slices.Contains(endsGame[g.rules], ending) {
			g.wake(1 << 60)
			return moves, ending
		}
		if g.straight && !m.IsCastling() && g.r.IntN(3) == 0 {
			g.lift(m.To())
			g.drop(m.To(), game.Position().At(m.To()))
		}
		g.press(p.Turn())
	}
	g.wake(1 << 60)
	return moves, legality.NoEnding
}

// endsGame are the endings that each text knows.
var endsGame = map[string][]legality.Ending{
	"fide-2023":    {legality.Checkmate, legality.Stalemate, legality.DeadPosition, legality.Fivefold, legality.SeventyFive},
	"fide-2018":    {legality.Checkmate, legality.Stalemate, legality.DeadPosition, legality.Fivefold, legality.SeventyFive},
	"fide-1997":    {legality.Checkmate, legality.Stalemate, legality.DeadPosition},
	"fide-1971":    {legality.Checkmate, legality.Stalemate},
	"bilguer-1891": {legality.Checkmate, legality.Stalemate},
	"bilguer-1880": {legality.Checkmate, legality.Stalemate}, // its glossary calls a dead position drawn, not the game ended
}

// inCentre reports whether the last move took a king to d4, e4, d5 or e5.
func inCentre(game *legality.Game) bool {
	p, to := game.Position(), game.Move(game.Len()-1).To()
	return p.At(to).Kind() == legality.King && (to.File() == 3 || to.File() == 4) && (to.Rank() == 3 || to.Rank() == 4)
}

// judge returns what is wrong with the findings and with the game; "" if nothing is.
func (g *cleanGame) judge(moves []string, ending legality.Ending) string {
	ends := 0
	for _, f := range g.found {
		switch {
		case f.Level == laws.Info, f.Code == laws.ClaimRightLost:
		case f.Code == laws.DeadPosition && g.rules == "bilguer-1880":
		case f.Level == laws.Certain && f.Code == cleanEndings[ending] && f.Ply == len(moves):
			ends++
		default:
			return fmt.Sprintf("found %s %s of ply %d after record %d", f.Code, f.Level, f.Ply, f.Event)
		}
	}
	game := g.tr.Game()
	switch {
	case (ending != legality.NoEnding) != (ends == 1), (ending != legality.NoEnding) != (game.Phase == touchmove.Ended):
		return fmt.Sprintf("ended by %s; found %d times, phase %s", ending, ends, game.Phase)
	case len(game.Moves) != len(moves):
		return fmt.Sprintf("%d plies, want %d", len(game.Moves), len(moves))
	}
	for i, ply := range game.Moves {
		if want := g.state(i, len(moves), ending); ply.UCI != moves[i] || ply.State != want {
			return fmt.Sprintf("ply %d is %s %s, want %s %s", i+1, ply.UCI, ply.State, moves[i], want)
		}
	}
	return ""
}

// state returns how far the i-th of n plies has come at the end (6.2.1). The texts before
// 1997 have no completion, that of 1997 none without a clock.
func (g *cleanGame) state(i, n int, ending legality.Ending) touchmove.State {
	completes := g.rules[:4] == "fide" && g.rules != "fide-1971"
	byNext := completes && g.rules != "fide-1997"
	if g.clocked && completes || i < n-2 && byNext || i == n-1 && ending != legality.NoEnding {
		return touchmove.StateCompleted
	}
	return touchmove.StateMade
}

// extraWakes are the milliseconds after a record at which somebody may look at the
// tracker who was not asked to: near every wait that the tracker knows, just before and
// after it too.
var extraWakes = func() []int64 {
	all := []int64{0, 1, 2, 5}
	for ms := int64(25); ms <= 3200; ms += 25 {
		all = append(all, ms-1, ms)
	}
	for ms := int64(3500); ms <= 40_000; ms += 500 {
		all = append(all, ms)
	}
	return all
}()

// lookedAt is a tracker at which somebody looks more often than it asks for.
type lookedAt struct {
	tr    *touchmove.Tracker
	extra bool
	count int   // the records so far
	last  int64 // the last of them
	found []touchmove.Finding
	revs  []string // its revisions of the game, after each record and each wake-up that it asked for
}

// pass lets time pass up to a moment. With -short some of extraWakes come
// after one record, and others after the next.
func (l *lookedAt) pass(until int64) {
	apart := quick.Fewer(9)
	next := l.count % apart
	for {
		due, ok := l.tr.Deadline()
		ok = ok && due <= until
		if l.extra && next < len(extraWakes) {
			at := l.last + extraWakes[next]
			if at <= until && (!ok || at <= due) {
				next += apart
				l.found = append(l.found, l.tr.Wake(at)...)
				continue
			}
		}
		if !ok {
			return
		}
		l.found = append(l.found, l.tr.Wake(due)...)
	}
}

func (l *lookedAt) summary() string {
	g := l.tr.Game()
	return fmt.Sprintf("rev %d %s %s %s %v", g.Rev, g.Phase, g.Trust.State, g.Result, standing(g))
}

// looked runs the records of a log.
func looked(t testing.TB, c touchmove.Config, records []sensor.Record, extra bool) *lookedAt {
	l := &lookedAt{tr: touchmove.New(c), extra: extra}
	for i, r := range records {
		l.pass(r.At)
		if _, err := transport.ParseLogged(r.Verb, r.Data); r.Word == sensor.Cmd && err != nil {
			l.found = append(l.found, l.tr.Refuse(touchmove.Event(i+1), r.At, err)...)
		} else {
			found, _ := step(t, l.tr, touchmove.Event(i+1), r)
			l.found = append(l.found, found...)
		}
		l.revs = append(l.revs, fmt.Sprintf("%d: %s", i+1, l.summary()))
		l.count, l.last = i+1, r.At
	}
	l.pass(l.last + 60_000)
	l.revs = append(l.revs, "end: "+l.summary())
	return l
}

// TestExtraWakesChangeNothing: the tracker asks for every wake-up at which its output changes.
// One more wake-up therefore changes nothing: not the findings and their times, nor the game and
// its revisions. The test covers every log of the repository; play covers those that other tests
// write.
func TestExtraWakesChangeNothing(t *testing.T) {
	for name, log := range allLogs(t) {
		if len(log)%quick.Fewer(3) > 0 {
			continue
		}
		t.Run(name, func(t *testing.T) { wantNoMoreByWaking(t, log) })
	}
}

// wantNoMoreByWaking: more wake-ups change nothing of what follows from a log.
func wantNoMoreByWaking(t testing.TB, log string) {
	t.Helper()
	if h, err := sensor.NewReader(strings.NewReader(log)).Header(); err == nil && h.Board != "" {
		return // bytes, which only a decoder reads: boardd's own test has them
	}
	c, records := readLog(t, log)
	wantSame(t, looked(t, c, records, false), looked(t, c, records, true))
}

func wantSame(t testing.TB, plain, often *lookedAt) {
	t.Helper()
	for i := range min(len(plain.found), len(often.found)) {
		if !reflect.DeepEqual(plain.found[i], often.found[i]) {
			t.Fatalf("found with more wake-ups\n%+v, without\n%+v", often.found[i], plain.found[i])
		}
	}
	if len(plain.found) != len(often.found) {
		t.Fatalf("%d findings with more wake-ups, %d without", len(often.found), len(plain.found))
	}
	for i := range plain.revs {
		if plain.revs[i] != often.revs[i] {
			t.Fatalf("with more wake-ups\n%s, without\n%s", often.revs[i], plain.revs[i])
		}
	}
}

// TestExtraWakesChangeNothingOfRandomActs: the same of things that nobody does.
func TestExtraWakesChangeNothingOfRandomActs(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 1))
	for i := range 300 / quick.Fewer(10) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			c := touchmove.Config{Start: *position(t, fuzzStarts[r.IntN(len(fuzzStarts))], false), Occupancy: r.IntN(4) == 0}
			records := randomRecords(r, &c, 25)
			wantSame(t, looked(t, c, records, false), looked(t, c, records, true))
		})
	}
}

// randomRecords are things that hands might do from a position.
func randomRecords(r *rand.Rand, c *touchmove.Config, n int) []sensor.Record {
	tr, pieces, at := touchmove.New(*c), *c.Start.Placement(), int64(0)
	var hand []placement.Piece
	var all []sensor.Record
	for event := range n {
		rec := randomAct(r, tr, &pieces, &hand)
		at += []int64{0, 10, 60, 150, 400, 700, 1500, 4000}[r.IntN(8)]
		rec.At = at
		tr.Step(touchmove.Event(event+1), rec)
		all = append(all, rec)
	}
	return all
}

// allLogs are the logs that there are, by name: those of the fixtures, those that were
// reported, the scenes, and the cases of the Laws.
func allLogs(t testing.TB) map[string]string {
	all := map[string]string{}
	names, err := filepath.Glob("testdata/reports/*.log")
	if err != nil || len(names) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all["report "+filepath.Base(name)] = string(text)
	}
	for _, name := range fixtures.Logs() {
		all["fixture "+name] = fixtures.Log(name)
	}
	for _, s := range fixtures.Scenes() {
		all["scene "+s.ID] = s.Log()
	}
	for _, c := range fixtures.Cases() {
		all["case "+c.ID] = c.Log()
	}
	return all
}

// unwritten are the codes that no text of the Laws speaks of (message contract).
var unwritten = []touchmove.Code{laws.Provisional, laws.Retracted, laws.Desync, laws.Resync,
	laws.SensorFault, laws.SensorNote, laws.BoardReset, laws.CommandRefused}

// TestRandomActs: random touches, drops and presses on random positions, under
// every rule set: no panic, and no finding without an article. BOARDD_ACTS says
// how many; make acts takes a million.
func TestRandomActs(t *testing.T) {
	acts := 20_000
	if testing.Short() {
		acts = 4_000
	}
	if text := os.Getenv("BOARDD_ACTS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		acts = n
	}
	r := rand.New(rand.NewPCG(9, 1))
	positions := dutyPositions(t, 2000)
	for _, fen := range fuzzStarts {
		positions = append(positions, *position(t, fen, false))
	}
	found, kinds := 0, map[touchmove.Code]bool{}
	for left := acts; left > 0; left -= actsOnOne {
		name := laws.RuleSets()[r.IntN(6)]
		variants := laws.Variants(name)
		rules := variants[r.IntN(len(variants))]
		for _, f := range randomActs(r, positions[r.IntN(len(positions))], rules) {
			found++
			kinds[f.Code] = true
			if f.Article == "" || (f.Article == "-") != slices.Contains(unwritten, f.Code) {
				t.Errorf("%s: article %q of %s", name, f.Article, f.Code)
			}
		}
	}
	t.Logf("%d acts, %d findings of %d codes", acts, found, len(kinds))
}

// actsOnOne is how many things are done on one position.
const actsOnOne = 100

// randomActs are things that hands might do, most of them with pieces that stand
// there and on squares to which such pieces go.
func randomActs(r *rand.Rand, p legality.Position, rules *laws.Rules) []touchmove.Finding {
	tr := touchmove.New(touchmove.Config{Rules: rules, Start: p, Occupancy: r.IntN(6) == 0})
	pieces, at := *p.Placement(), int64(0)
	var hand []placement.Piece
	var all []touchmove.Finding
	for event := 1; event <= actsOnOne; event++ {
		rec := randomAct(r, tr, &pieces, &hand)
		at += []int64{0, 10, 60, 150, 400, 700, 1500, 4000}[r.IntN(8)]
		for due, ok := tr.Deadline(); ok && due <= at; due, ok = tr.Deadline() {
			all = append(all, tr.Wake(due)...)
		}
		rec.At = at
		all = append(all, tr.Step(touchmove.Event(event), rec)...)
	}
	for due, ok := tr.Deadline(); ok; due, ok = tr.Deadline() {
		all = append(all, tr.Wake(due)...)
	}
	return all
}

// randomAct is one of those things. It takes note of the pieces that are off the board.
func randomAct(r *rand.Rand, tr *touchmove.Tracker, pieces *placement.Placement, hand *[]placement.Piece) sensor.Record {
	rec := sensor.Record{Square: placement.Square(r.IntN(64)), Side: placement.Color(r.IntN(2))}
	if moves := tr.BestPosition().AppendMoves(nil); len(moves) > 0 && r.IntN(3) > 0 {
		m := moves[r.IntN(len(moves))]
		rec.Square, rec.Side = [...]placement.Square{m.From(), m.To()}[r.IntN(2)], tr.BestPosition().Turn()
	}
	switch n := r.IntN(10); {
	case n < 2:
		rec.Word = sensor.Press
	case n < 6 && pieces[rec.Square] != placement.Empty:
		rec.Word, rec.Piece = sensor.Lift, pieces[rec.Square]
		*hand = append(*hand, rec.Piece)
		pieces[rec.Square] = placement.Empty
	default:
		rec.Word, rec.Piece = sensor.Drop, placement.MakePiece(rec.Side, legality.Kind(1+r.IntN(6)))
		if n := len(*hand); n > 0 {
			rec.Piece, *hand = (*hand)[n-1], (*hand)[:n-1]
		}
		pieces[rec.Square] = rec.Piece
	}
	return rec
}
