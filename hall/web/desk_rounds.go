package web

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/pairing"
	"github.com/boardd/boardd/hall/report"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/view"
)

// Target is a place to which rounds are pushed, with its last answer.
type Target struct {
	Tournament string
	Round      int
	Address    string
	Tables     string
	Answer     string    // the last one; "" before the first
	At         time.Time // when a push was taken last
	Bad        bool      // the answer needs a person
}

type roundsPage struct {
	deskPage
	Tournaments []tournamentRounds
	Targets     []Target
	Preview     *preview
}

type tournamentRounds struct {
	*hall.Tournament
	Rounds []hall.Round
	Open   int
}

// preview is pairings that nobody has accepted yet.
type preview struct {
	Key, Files          string
	Tournament          *hall.Tournament
	Round               int
	Remarks, Difference []string
	Byes                []string
	Twice               []int // tables that are paired twice: then it cannot be accepted

	next hall.Round
	hold []hall.Pairing // those that were in force, with which it was compared
	at   time.Time
}

// previews are the pairings that wait for somebody to accept them. They are lost with the program.
type previews struct {
	mu  sync.Mutex
	all map[string]*preview
}

const mostPreviews = 32

func (p *previews) put(one *preview) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all == nil {
		p.all = map[string]*preview{}
	}
	if len(p.all) >= mostPreviews {
		oldest := one
		for _, o := range p.all {
			if o.at.Before(oldest.at) {
				oldest = o
			}
		}
		delete(p.all, oldest.Key)
	}
	p.all[one.Key] = one
}

func (p *previews) take(key string) *preview {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.all[key]
	delete(p.all, key)
	return one
}

// rounds shows the rounds of all tournaments, and takes files with pairings.
func (d *Desk) rounds(w http.ResponseWriter, r *http.Request) {
	d.showRounds(w, r, http.StatusOK, "", nil)
}

func (d *Desk) showRounds(w http.ResponseWriter, r *http.Request, status int, wrong string, show1 *preview) {
	p := roundsPage{deskPage: d.page(r, "Rounds"), Preview: show1}
	p.Error = p.T(wrong)
	for _, t := range d.Halls {
		all, open, err := d.Store.Rounds(r.Context(), t.ID)
		if err != nil {
			d.fail(w, r, http.StatusInternalServerError, err)
			return
		}
		p.Tournaments = append(p.Tournaments, tournamentRounds{t, all, open})
	}
	if d.Targets != nil {
		p.Targets = d.Targets()
	}
	show(w, status, roundsTemplate, p)
}

// tournament returns the tournament of a request.
func (d *Desk) tournament(r *http.Request) (*hall.Tournament, error) {
	i := slices.IndexFunc(d.Halls, func(t *hall.Tournament) bool { return t.ID == r.PathValue("tournament") })
	if i < 0 {
		return nil, errors.New("there is no such tournament")
	}
	return d.Halls[i], nil
}

// round returns the round of a request.
func (d *Desk) round(r *http.Request) (*hall.Tournament, *hall.Round, error) {
	t, err := d.tournament(r)
	if err != nil {
		return nil, nil, err
	}
	all, _, err := d.Store.Rounds(r.Context(), t.ID)
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(all, func(o hall.Round) bool { return strconv.Itoa(o.Number) == r.PathValue("round") })
	if i < 0 {
		return t, nil, errors.New("there is no such round")
	}
	return t, &all[i], nil
}

// importPairings reads files of pairings, and shows what they would change.
func (d *Desk) importPairings(w http.ResponseWriter, r *http.Request) {
	t, err := d.tournament(r)
	if err != nil {
		d.fail(w, r, http.StatusNotFound, err)
		return
	}
	one, err := d.readPairings(r, t)
	if err != nil {
		d.showRounds(w, r, http.StatusBadRequest, err.Error(), nil)
		return
	}
	if len(one.Difference) > 0 && one.Twice == nil {
		d.previews.put(one)
	}
	d.showRounds(w, r, http.StatusOK, "", one)
}

func (d *Desk) readPairings(r *http.Request, t *hall.Tournament) (*preview, error) {
	if err := r.ParseMultipartForm(mostUpload); err != nil {
		return nil, fmt.Errorf("the files cannot be read: %w", err)
	}
	var names []string
	var all []pairing.File
	for _, h := range r.MultipartForm.File["file"] {
		s, err := readUpload(h)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", h.Filename, err)
		}
		names, all = append(names, h.Filename), append(all, pairing.File{Name: h.Filename, Sheet: s})
	}
	if len(all) == 0 {
		return nil, errors.New("there is no file: choose one, or drop it on the field")
	}
	sheet, err := pairing.Merge(all)
	if err != nil {
		return nil, err
	}
	asked, _ := strconv.Atoi(r.PostFormValue("round")) // 0 if it is empty
	number, err := sheet.Round(asked)
	if err != nil {
		return nil, err
	}
	one := &preview{Key: rand.Text(), Files: strings.Join(names, " "), Tournament: t, Round: number, next: hall.Round{Number: number}, at: time.Now()}
	one.next.Pairings, one.Remarks = sheet.Pairings(number)
	one.Byes, one.Twice = sheet.Byes[number], pairing.Twice(one.next.Pairings)
	if d.Date != nil {
		one.next.Date = d.Date(t.ID, number)
	}
	rounds, _, err := d.Store.Rounds(r.Context(), t.ID)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(rounds, func(o hall.Round) bool { return o.Number == number }); i >= 0 {
		one.hold, one.next.Boards = rounds[i].Pairings, rounds[i].Boards
	}
	one.Difference = pairing.Differences(one.hold, one.next.Pairings)
	return one, nil
}

func readUpload(h *multipart.FileHeader) (pairing.Sheet, error) {
	f, err := h.Open()
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

// acceptPairings has pairings hold that were shown before.
func (d *Desk) acceptPairings(w http.ResponseWriter, r *http.Request) {
	one := d.previews.take(r.PostFormValue("key"))
	if one == nil || one.Tournament.ID != r.PathValue("tournament") {
		d.showRounds(w, r, http.StatusConflict, "these pairings are no longer waiting: choose the file again", nil)
		return
	}
	rounds, _, err := d.Store.Rounds(r.Context(), one.Tournament.ID)
	if err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	var hold []hall.Pairing
	if i := slices.IndexFunc(rounds, func(o hall.Round) bool { return o.Number == one.Round }); i >= 0 {
		hold, one.next.Boards = rounds[i].Pairings, rounds[i].Boards
	}
	if len(pairing.Differences(hold, one.hold)) > 0 {
		d.showRounds(w, r, http.StatusConflict, "somebody else has changed the pairings meanwhile: choose the file again", nil)
		return
	}
	d.change(w, r, d.Store.SetRound(r.Context(), one.Tournament.ID, &one.next, d.act(r, "import", one.Files)), roundPath(one.Tournament, one.Round))
}

func roundPath(t *hall.Tournament, round int) string {
	return fmt.Sprintf("/rounds/%s/%d", t.ID, round)
}

// tablePath leads to a table of a round: whoever comes from it by keyboard goes on there.
func tablePath(t *hall.Tournament, round, table int) string {
	return fmt.Sprintf("%s#table-%d", roundPath(t, round), table)
}

// act is an act of who asks.
func (d *Desk) act(r *http.Request, what, detail string) store.Act {
	return store.Act{Who: guestOf(r).Name, What: what, Detail: detail}
}

// change goes on to a page after something has been changed, or says why it was not.
func (d *Desk) change(w http.ResponseWriter, r *http.Request, err error, next string) {
	if err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	d.Boards.Changed()
	http.Redirect(w, r, next, http.StatusSeeOther)
}

type tableRow struct {
	hall.Pairing
	Board  string
	Moved  bool
	Facts  *view.Facts // nil: nothing is known of the board
	Result string
	Trust  string
}

type roundPage struct {
	deskPage
	Tournament *hall.Tournament
	Round      *hall.Round
	IsOpen     bool
	Open       int // the round that is open, 0: none
	Tables     []tableRow
	Results    []string
	Ask        bool // whether to open it, which ends another one
}

func (d *Desk) roundPage(w http.ResponseWriter, r *http.Request) {
	d.showRound(w, r, http.StatusOK, "", false)
}

func (d *Desk) showRound(w http.ResponseWriter, r *http.Request, status int, wrong string, ask bool) {
	t, round, err := d.round(r)
	if err != nil {
		d.fail(w, r, http.StatusNotFound, err)
		return
	}
	p := roundPage{deskPage: d.page(r, "Round"), Tournament: t, Round: round, Results: hall.Results, Ask: ask}
	p.Title = fmt.Sprintf("%s, %s %d", t.Event, p.T("Round"), round.Number)
	p.Error = p.T(wrong)
	p.live(d, "round")
	if _, p.Open, err = d.Store.Rounds(r.Context(), t.ID); err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	p.IsOpen = p.Open == round.Number
	for i := range round.Pairings {
		one := tableRow{Pairing: round.Pairings[i], Board: t.Board(round, round.Pairings[i].Table), Moved: round.Boards[round.Pairings[i].Table] != ""}
		games, err := d.Store.Table(r.Context(), store.Seat{Event: t.Event, Round: round.Number, Table: one.Table}, d.Store.Now())
		if err != nil {
			d.fail(w, r, http.StatusInternalServerError, err)
			return
		}
		text, _ := t.Text(round, &one.Pairing, games)
		one.Result = text.Result()
		if f, ok := d.Boards.One(one.Board); ok {
			one.Facts = &f
		}
		p.Tables = append(p.Tables, one)
	}
	show(w, status, roundTemplate, p)
}

// openRound opens a round, or ends it. To open one ends another one: that is asked first.
func (d *Desk) openRound(w http.ResponseWriter, r *http.Request) {
	t, round, err := d.round(r)
	if err != nil {
		d.fail(w, r, http.StatusNotFound, err)
		return
	}
	_, open, err := d.Store.Rounds(r.Context(), t.ID)
	if err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	number := round.Number
	if r.PostFormValue("end") != "" {
		number = 0
	}
	if open != 0 && open != number && r.PostFormValue("sure") != "yes" {
		d.showRound(w, r, http.StatusOK, "", true)
		return
	}
	d.change(w, r, d.Store.OpenRound(r.Context(), t.ID, number, d.act(r, "open", "")), roundPath(t, round.Number))
}

// moveTable puts a table at another board. If the board has a table, the two change boards.
func (d *Desk) moveTable(w http.ResponseWriter, r *http.Request) {
	t, round, err := d.round(r)
	if err != nil {
		d.fail(w, r, http.StatusNotFound, err)
		return
	}
	table, err := strconv.Atoi(r.PostFormValue("table"))
	board, next, detail := r.PostFormValue("board"), *round, ""
	if err == nil {
		other := 0
		for _, p := range round.Pairings {
			if t.Board(round, p.Table) == board && p.Table != table {
				other = p.Table
			}
		}
		if other > 0 {
			err, detail = t.Swap(&next, table, other), fmt.Sprintf("tables %d and %d change boards", table, other)
		} else {
			err, detail = t.Move(&next, table, board), fmt.Sprintf("table %d to board %s", table, board)
		}
	}
	if err != nil {
		d.showRound(w, r, http.StatusBadRequest, err.Error(), false)
		return
	}
	d.change(w, r, d.Store.SetRound(r.Context(), t.ID, &next, d.act(r, "move", detail)), tablePath(t, round.Number, table))
}

// enterResult enters the result of a table whose game no board has.
func (d *Desk) enterResult(w http.ResponseWriter, r *http.Request) {
	t, round, err := d.round(r)
	if err != nil {
		d.fail(w, r, http.StatusNotFound, err)
		return
	}
	table, err := strconv.Atoi(r.PostFormValue("table"))
	result := r.PostFormValue("result")
	if err != nil || !slices.Contains(hall.Results, result) || !slices.ContainsFunc(round.Pairings, func(p hall.Pairing) bool { return p.Table == table }) {
		d.showRound(w, r, http.StatusBadRequest, "there is no such table, or no such result", false)
		return
	}
	d.change(w, r, d.Store.SetResult(r.Context(), t.ID, round.Number, table, result, d.act(r, "result", fmt.Sprintf("table %d: %s", table, result))), tablePath(t, round.Number, table))
}

type reportPage struct {
	deskPage
	*report.Report
}

// report is the arbiter's report of a round, to print.
func (d *Desk) report(w http.ResponseWriter, r *http.Request) {
	t, round, err := d.round(r)
	if err != nil {
		d.fail(w, r, http.StatusNotFound, err)
		return
	}
	p := reportPage{deskPage: d.page(r, "Report")}
	if p.Report, err = report.New(r.Context(), d.Store, t, round, p.language()); err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	p.Title = fmt.Sprintf("%s, %s %d", t.Event, p.T("Round"), round.Number)
	show(w, http.StatusOK, reportTemplate, p)
}
