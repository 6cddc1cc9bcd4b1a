package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/report"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// seatOf is the table of an open round at which a board is.
type seatOf struct {
	Tournament *hall.Tournament
	Round      int
	Pairing    hall.Pairing
	Board      string
}

// Label returns the seat in few words: the table.
func (s *seatOf) Label() string { return strconv.Itoa(s.Pairing.Table) }

// seats returns the tables of all open rounds, by board.
func (d *Desk) seats(r *http.Request) (map[string]*seatOf, error) {
	all := map[string]*seatOf{}
	for _, t := range d.Halls {
		rounds, open, err := d.Store.Rounds(r.Context(), t.ID)
		if err != nil {
			return nil, err
		}
		for i := range rounds {
			if rounds[i].Number != open {
				continue
			}
			for _, p := range rounds[i].Pairings {
				board := t.Board(&rounds[i], p.Table)
				all[board] = &seatOf{t, open, p, board}
			}
		}
	}
	return all, nil
}

// language returns the language of the sentences about the boards.
func (w Words) language() words.Language {
	lang, _ := words.ParseLanguage(w.Lang)
	return lang
}

// deskRow is a board on the first page.
type deskRow struct {
	view.Facts
	Seat         *seatOf
	White, Black string
	Last         string
	Turn         string // w, b or ""
	Clocks       [2]string
	Text         string // why a person should look at it
	Level        string
	More         int    // further alerts
	Decided      string // when and by whom, though the finding still stands
}

// SinceText returns since when the board needs a person, as a time of day.
func (r deskRow) SinceText() string { return since(r.Since) }

type homePage struct {
	deskPage
	Needy, Playing, Idle []deskRow
	Missing              []*seatOf // tables of which no board is heard
	Problems             []Problem
	Open                 []openRound
}

// Problem is something that is wrong with the hall itself.
type Problem struct{ About, Text string }

// openRound is a round that is open.
type openRound struct {
	Tournament *hall.Tournament
	Number     int
}

// home is the first page: all boards by need.
func (d *Desk) home(w http.ResponseWriter, r *http.Request) {
	p := homePage{deskPage: d.page(r, "The desk")}
	p.live(d, "home")
	seats, err := d.seats(r)
	if err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	heard := map[string]bool{}
	for _, f := range d.Boards.All() {
		row := p.row(&f, seats[f.Name])
		row.Decided = d.decisions.of(&f)
		heard[f.Name] = true
		switch {
		case !slices.Contains([]string{"playing", "idle"}, f.Need):
			p.Needy = append(p.Needy, row)
		case f.Need == "playing":
			p.Playing = append(p.Playing, row)
		default:
			p.Idle = append(p.Idle, row)
		}
	}
	for _, s := range seats {
		if !heard[s.Board] {
			p.Missing = append(p.Missing, s)
		}
	}
	slices.SortFunc(p.Missing, func(a, b *seatOf) int {
		return cmp.Or(strings.Compare(a.Tournament.ID, b.Tournament.ID), a.Pairing.Table-b.Pairing.Table)
	})
	if d.Problems != nil {
		p.Problems = d.Problems()
	}
	for _, t := range d.Halls {
		if _, open, err := d.Store.Rounds(r.Context(), t.ID); err == nil && open > 0 {
			p.Open = append(p.Open, openRound{t, open})
		}
	}
	show(w, http.StatusOK, homeTemplate, p)
}

// row describes a board in a line.
func (p *deskPage) row(f *view.Facts, seat *seatOf) deskRow {
	row := deskRow{Facts: *f, Seat: seat, White: f.Game.Tags["White"], Black: f.Game.Tags["Black"]}
	if seat != nil {
		row.White, row.Black = cmp.Or(row.White, seat.Pairing.White.Name), cmp.Or(row.Black, seat.Pairing.Black.Name)
	}
	plies := pliesOf(f)
	if n := len(plies); n > 0 {
		row.Last = p.plyText(f, &plies[n-1])
	}
	row.Turn, row.Clocks = turnOf(f), clocksOf(f)
	row.Text, row.Level = p.why(f)
	row.More = max(0, len(f.Alerts)-1)
	return row
}

// why returns why a person should look at a board, and the level of the finding.
func (p *deskPage) why(f *view.Facts) (text, level string) {
	lang := p.language()
	switch f.Need {
	case "alert":
		a := &f.Alerts[0]
		return sentence(lang, rulesOf(f, &a.Finding), &a.Finding), a.Finding.Level
	case "lost":
		return p.T("The board sends nothing."), ""
	case "doubtful":
		text = p.T("The board does not show the game: ") + words.Term(lang, f.Game.Trust.State)
		if f.Game.Trust.Reason != nil {
			text += ", " + words.Text(lang, *f.Game.Trust.Reason)
		}
		return text, ""
	case "noted":
		return sentence(lang, f.Noticed.Rules, &f.Noticed.Finding), f.Noticed.Level
	}
	return "", ""
}

// rulesOf returns the rules of a finding's time.
func rulesOf(f *view.Facts, one *transport.Finding) *laws.Rules {
	for i := range f.Findings {
		if g := &f.Findings[i]; g.Event == one.Event && g.AtMs == one.AtMs && g.Code == one.Code {
			return g.Rules
		}
	}
	return f.Rules
}

// sentence returns a finding in words. Of one that this program does not know it is what the
// board wrote.
func sentence(lang words.Language, rules *laws.Rules, f *transport.Finding) string {
	read, err := f.Read()
	if err != nil {
		return strings.TrimSpace(f.Code + " " + f.Article + " " + words.Text(lang, f.Text))
	}
	return words.Sentence(lang, rules, &read)
}

// pliesOf returns the plies of the record, and those that stand on the board beside it.
func pliesOf(f *view.Facts) []transport.Ply {
	all := slices.Clip(f.Game.Moves)
	if len(f.Game.Irregular) > 0 {
		return append(all, f.Game.Irregular...)
	}
	if f.Game.Pending != nil {
		return append(all, *f.Game.Pending)
	}
	return all
}

// held reports whether an irregular move that is not ruled keeps later moves from the world.
func held(f *view.Facts) bool {
	return len(f.Game.Irregular) > 0 || f.Game.Pending != nil && strings.HasPrefix(f.Game.Pending.State, "illegal")
}

func (p *deskPage) plyText(f *view.Facts, m *transport.Ply) string {
	return plyNumber(f.Game.StartFEN, m.Ply) + p.move(m)
}

// move returns a move in the notation of the language.
func (p *deskPage) move(m *transport.Ply) string {
	san, uci := "", "?"
	if m.SAN != nil {
		san = *m.SAN
	}
	if m.UCI != nil {
		uci = *m.UCI
	}
	text := words.Move(p.language(), san, uci, nil)
	if strings.HasPrefix(m.State, "illegal") {
		text += " ✗"
	}
	return text
}

// plyNumber returns the number of a ply as a score has it: "14." or "14…".
func plyNumber(start string, ply int) string {
	fields := strings.Fields(start)
	first, before := 1, 0
	if len(fields) == 6 {
		if n, err := strconv.Atoi(fields[5]); err == nil {
			first = n
		}
		if fields[1] == "b" {
			before = 1
		}
	}
	at := ply - 1 + before
	if at%2 == 0 {
		return fmt.Sprintf("%d.", first+at/2)
	}
	return fmt.Sprintf("%d…", first+at/2)
}

// turnOf returns whose clock runs; "" if none does, or the game is over.
func turnOf(f *view.Facts) string {
	if f.Timed && f.Game.Result == "*" && (f.Clock.Running == "w" || f.Clock.Running == "b") {
		return f.Clock.Running
	}
	return ""
}

// clocksOf returns what the clocks showed last.
func clocksOf(f *view.Facts) [2]string {
	if !f.Timed {
		return [2]string{}
	}
	return [2]string{clockText(f.Clock.WhiteMs), clockText(f.Clock.BlackMs)}
}

// clockText returns a time as clocks show it, rounded down to a second: 1:02:03.
func clockText(ms int64) string {
	s := max(ms, 0) / 1000
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// since returns a time of a message as a time of day here.
func since(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return ""
	}
	return at.Local().Format(time.TimeOnly)
}

// findingView is a finding as the page of a board shows it.
type findingView struct {
	transport.Finding
	Text, Word string
	Since      string
	Articles   []article
	Open       string    // the moves that were open, or that are open now
	Set        *clockSet // the clock times to set
	Restore    *Board
	Acute      bool // an alert
	Offers     []offer
	Hint       string // what to do without a button
	Stood      string // after which moves a repeated position stood
}

// clockSet is a proposal for the clock.
type clockSet struct{ White, Black, Article string }

// article is an article with the address of what this program knows of it.
type article struct{ Number, Address string }

// articlesOf returns the articles of a finding, as links.
func articlesOf(rules *laws.Rules, f *transport.Finding) []article {
	var all []article
	listed := strings.Split(f.Article, "/")
	for _, why := range f.Why {
		listed = append(listed, why.Article)
	}
	if f.Remedy != nil {
		listed = append(listed, strings.Split(f.Remedy.Article, "/")...)
		if f.Remedy.Clock != nil {
			listed = append(listed, f.Remedy.Clock.Article)
		}
	}
	for _, number := range listed {
		if number == "" || number == "-" || rules == nil || !strings.ContainsAny(number, "0123456789") ||
			slices.ContainsFunc(all, func(a article) bool { return a.Number == number }) {
			continue
		}
		all = append(all, article{number, "/laws/" + rules.Name + "?article=" + number})
	}
	return all
}

// finding describes a finding.
func (p *deskPage) finding(f *view.Facts, one *transport.Finding, rules *laws.Rules) findingView {
	lang := p.language()
	v := findingView{Finding: *one, Text: sentence(lang, rules, one), Word: words.Term(lang, one.Level), Articles: articlesOf(rules, one)}
	switch r := one.Remedy; {
	case one.Evidence != nil && len(one.Evidence.Open) > 0:
		v.Open = words.Moves(lang, one.Evidence.Open, one.Castling)
	case r != nil && len(r.Bound) > 0:
		v.Open = words.Moves(lang, r.Bound, one.Castling)
	}
	if r := one.Remedy; r != nil && r.Clock != nil {
		v.Set = &clockSet{clockText(r.Clock.Set.White), clockText(r.Clock.Set.Black), r.Clock.Article}
	}
	if r := one.Remedy; r != nil && r.Restore != "" {
		v.Restore = &Board{Placement: placementOf(r.Restore), Coords: true, Label: p.T("Position to restore")}
	}
	return v
}

// differ returns the squares on which the sensors do not show a position of record. A board that
// names no pieces differs where one stands on an empty square, or none on another.
func differ(record string, f *view.Facts) []string {
	a, bad := placement.Parse(record)
	b, worse := placement.Parse(f.Sensed)
	if !f.Scanned || bad != nil || worse != nil {
		return f.Differ
	}
	var squares placement.Set
	for s := range b {
		if a[s] != b[s] && (b[s].Known() || (a[s] == placement.Empty) != (b[s] == placement.Empty)) {
			squares |= placement.Square(s).Set()
		}
	}
	return squares.Names()
}

func placementOf(fen string) string {
	first, _, _ := strings.Cut(fen, " ")
	return first
}

// moveCell is a ply of the score.
type moveCell struct {
	Ply                        int
	Number, Text, Clock, State string
	Black, Odd                 bool // Odd: it does not stand in the record
}

type boardPage struct {
	deskPage
	Row       deskRow
	Name      string
	Known     bool
	Rev       int
	Record    Board
	Sensors   *Board
	Moves     []moveCell
	Findings  []findingView
	Held      bool
	HeldSince string
	Log       []report.Notice
	Answer    *answer
	Verbs     []boardAct
	RulesName string
	Parts     []transport.Part
	Tags      []tagField
	Question  *question
	Trust     string
	Phase     string
	Backs     []moveCell // to which one can go back, the latest first
	Corrects  []moveCell // that can be corrected, the latest first
	TurnNow   string
	Ruled     string // who has decided about what is irregular, and when
	Names     *names // players of the table, if the game has others
}

type tagField struct{ Name, Value string }

// board is the page of one board.
func (d *Desk) board(w http.ResponseWriter, r *http.Request) {
	p := boardPage{deskPage: d.page(r, "Board"), Name: r.PathValue("board")}
	if _, err := transport.NewTopics("site", p.Name); err != nil {
		d.fail(w, r, http.StatusNotFound, err)
		return
	}
	p.live(d, p.Name)
	p.Title = p.T("Board") + " " + p.Name
	seats, err := d.seats(r)
	if err == nil {
		err = d.fillBoard(r, &p, seats[p.Name])
	}
	if err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	p.Answer = d.answers.get(r.URL.Query().Get("answer"))
	status := http.StatusOK
	if !p.Known && p.Row.Seat == nil {
		status = http.StatusNotFound
	}
	show(w, status, boardTemplate, p)
}

// fillBoard fills in what is known of a board.
func (d *Desk) fillBoard(r *http.Request, p *boardPage, seat *seatOf) error {
	f, ok := d.Boards.One(p.Name)
	p.Known = ok && f.Heard
	p.Row = p.row(&f, seat)
	lang, g := p.language(), &f.Game
	p.Rev, p.RulesName, p.Parts = g.Rev, words.RuleSet(g.Rules), g.Parts
	p.Phase, p.Trust = words.Term(lang, g.Phase), words.Term(lang, g.Trust.State)
	p.Record = Board{Placement: placementOf(g.FEN), Coords: true, Label: p.T("The game"), Differ: differ(placementOf(g.FEN), &f)}
	if n := len(g.Moves); n > 0 && g.Moves[n-1].UCI != nil {
		p.Record.Last = *g.Moves[n-1].UCI
	}
	if f.Scanned {
		p.Sensors = &Board{Placement: f.Sensed, Coords: true, Label: p.T("What the sensors show"), Differ: p.Record.Differ}
	}
	p.fillMoves(&f)
	p.Held, p.HeldSince = held(&f), since(g.Trust.Since)
	if fields := strings.Fields(g.FEN); len(fields) > 1 {
		p.TurnNow = fields[1]
	}
	p.Verbs = p.actsOf(&f)
	p.fillFindings(&f)
	p.Names = otherNames(&f, seat)
	for _, name := range tagNames {
		p.Tags = append(p.Tags, tagField{name, g.Tags[name]})
	}
	if seat == nil {
		return nil
	}
	return d.fillLog(r, p, seat)
}

// fillFindings fills in what somebody may act on now, with what there is to do.
func (p *boardPage) fillFindings(f *view.Facts) {
	for _, one := range standing(f) {
		v := p.finding(f, &one, rulesOf(f, &one))
		for i := range f.Alerts {
			if a := &f.Alerts[i]; a.Finding.Event == one.Event && a.Finding.Code == one.Code {
				v.Acute, v.Since = true, since(a.Since)
			}
		}
		v.Stood = p.repeated(f, &one)
		p.advise(f, &v)
		p.Findings = append(p.Findings, v)
	}
}

// fillMoves fills in the score.
func (p *boardPage) fillMoves(f *view.Facts) {
	p.Backs = []moveCell{{Text: p.T("the start")}}
	for i, m := range pliesOf(f) {
		c := moveCell{Ply: m.Ply, Number: plyNumber(f.Game.StartFEN, m.Ply), Text: p.move(&m), State: words.Term(p.language(), m.State), Odd: i >= len(f.Game.Moves)}
		c.Black = strings.HasSuffix(c.Number, "…")
		if m.ClkMs != nil {
			c.Clock = clockText(*m.ClkMs)
		}
		p.Moves = append(p.Moves, c)
		if !c.Odd {
			p.Corrects = append(p.Corrects, c)
			p.Backs = append(p.Backs, c)
		}
	}
	if n := len(p.Backs); n > 1 && len(p.Moves) == len(p.Corrects) {
		p.Backs = p.Backs[:n-1] // the last one stands already
	}
	slices.Reverse(p.Backs)
	slices.Reverse(p.Corrects)
}

// PartText returns the moves of an earlier part of the game.
func (p boardPage) PartText(part transport.Part) string {
	var all []string
	for i := range part.Moves {
		all = append(all, plyNumber(part.StartFEN, part.Moves[i].Ply)+p.move(&part.Moves[i]))
	}
	return strings.Join(all, " ")
}

// fillLog fills in what has happened at the table in this round, the latest first.
func (d *Desk) fillLog(r *http.Request, p *boardPage, seat *seatOf) error {
	all, err := d.Store.DeskOf(r.Context(), p.Name, seat.Tournament.ID, seat.Tournament.Event, seat.Round)
	if err != nil {
		return err
	}
	for i := range all {
		p.Log = append(p.Log, report.NoticeOf(&all[i], p.language()))
	}
	p.sayLog()
	report.Mark(p.Log)
	slices.Reverse(p.Log)
	p.fillRuled()
	p.fillTimes()
	return nil
}

// sayLog puts rulings into words, and takes out that a request which was made just now has no
// answer yet.
func (p *boardPage) sayLog() {
	for i := range p.Log {
		n := &p.Log[i]
		if n.Kind != "request" {
			continue
		}
		switch n.Text {
		case "accept=false":
			n.Text = p.T("undo the irregular move")
		case "accept=true":
			n.Text = p.T("let it stand")
		}
		if n.Reply == "" && time.Since(n.At) < answerWithin {
			n.Reply = "…"
		}
	}
}

// lastOther returns the last request to a board that another person made.
func (d *Desk) lastOther(r *http.Request, board, me string) *store.Noted {
	seats, err := d.seats(r)
	seat := seats[board]
	if err != nil || seat == nil {
		return nil
	}
	all, err := d.Store.DeskOf(r.Context(), board, seat.Tournament.ID, seat.Tournament.Event, seat.Round)
	for i := len(all) - 1; err == nil && i >= 0; i-- {
		if n := &all[i]; n.Kind == store.RequestNotice && n.Who != me && n.Who != "" {
			return n
		}
	}
	return nil
}

// live makes a page follow the stream: all boards, or one.
func (p *deskPage) live(d *Desk, what string) {
	p.Stream, p.Since, p.Live, p.Deaf = "/stream", d.Boards.stream.ID(), what, !d.Boards.Link().Up
}

type positionPage struct {
	deskPage
	Name      string
	Rev       int
	GameID    string
	Board     Board
	Starts    []tagField // positions to begin with
	Placement string
	Turn      string
	Castling  string
	Number    string
}

// position is the page on which a position is set up.
func (d *Desk) position(w http.ResponseWriter, r *http.Request) {
	f, ok := d.Boards.One(r.PathValue("board"))
	if !ok || !f.Heard {
		d.fail(w, r, http.StatusNotFound, errors.New("of this board nothing is known"))
		return
	}
	p := positionPage{deskPage: d.page(r, "Set the position"), Name: f.Name, Rev: f.Game.Rev, GameID: f.Game.GameID, Turn: "w", Number: "1"}
	if fields := strings.Fields(f.Game.FEN); len(fields) == 6 {
		p.Placement, p.Turn, p.Castling, p.Number = fields[0], fields[1], fields[2], fields[5]
	}
	p.Starts = append(p.Starts, tagField{p.T("The game"), p.Placement})
	if f.Scanned {
		p.Starts = append(p.Starts, tagField{p.T("What the sensors show"), f.Sensed})
	}
	p.Starts = append(p.Starts, tagField{p.T("Start of a game"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}, tagField{p.T("Empty board"), "8/8/8/8/8/8/8/8"})
	if from := r.FormValue("from"); from != "" {
		if _, err := placement.Parse(from); err == nil {
			p.Placement = from
		}
	}
	p.Board = Board{Placement: p.Placement, Coords: true, Label: p.T("Set the position")}
	show(w, http.StatusOK, positionTemplate, p)
}

// May reports whether a castling right is set.
func (p positionPage) May(right string) bool { return strings.Contains(p.Castling, right) }
