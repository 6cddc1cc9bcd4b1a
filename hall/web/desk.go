package web

import (
	"bytes"
	"context"
	"html/template"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// Desk is the arbiter's desk: its pages, behind the gate.
type Desk struct {
	Access Access
	Halls  []*hall.Tournament
	Store  *store.Store
	Boards *Boards

	// Ask sends a request to a board, and returns its answer.
	Ask func(ctx context.Context, board, verb string, payload []byte) (transport.Reply, error)

	// These may be nil.
	Date     func(tournament string, round int) string // as PGN writes it; "" if not known
	Targets  func() []Target
	Problems func() []Problem
	Log      *slog.Logger

	gate      *gate
	answers   answers
	decisions decisions
	previews  previews
}

// route is a page or an act of the desk.
type route struct {
	pattern string
	open    bool // for strangers, too
	least   Role
	serve   http.HandlerFunc
}

// routes are all routes of the desk.
func (d *Desk) routes() []route {
	return []route{
		{pattern: "GET /login", open: true, serve: d.loginPage},
		{pattern: "POST /login", open: true, serve: d.login},
		{pattern: "GET /link/{token}", open: true, serve: d.linkPage},
		{pattern: "POST /link/{token}", open: true, serve: d.useLink},
		{pattern: "POST /language", open: true, serve: d.chooseLanguage},
		{pattern: "POST /logout", serve: d.logout},
		{pattern: "GET /people", least: Arbiter, serve: d.people},
		{pattern: "POST /people/{name}/link", least: Arbiter, serve: d.makeLink},
		{pattern: "GET /{$}", serve: d.home},
		{pattern: "GET /stream", serve: d.Boards.stream.ServeHTTP},
		{pattern: "GET /boards/{board}", serve: d.board},
		{pattern: "GET /boards/{board}/position", least: Arbiter, serve: d.position},
		{pattern: "POST /boards/{board}/{verb}", least: Operator, serve: d.request},
		{pattern: "GET /laws/{rules}", serve: d.laws},
		{pattern: "GET /rounds", serve: d.rounds},
		{pattern: "POST /rounds/{tournament}/import", least: Operator, serve: d.importPairings},
		{pattern: "POST /rounds/{tournament}/accept", least: Operator, serve: d.acceptPairings},
		{pattern: "GET /rounds/{tournament}/{round}", serve: d.roundPage},
		{pattern: "POST /rounds/{tournament}/{round}/open", least: Operator, serve: d.openRound},
		{pattern: "POST /rounds/{tournament}/{round}/move", least: Operator, serve: d.moveTable},
		{pattern: "POST /rounds/{tournament}/{round}/result", least: Operator, serve: d.enterResult},
		{pattern: "GET /rounds/{tournament}/{round}/report", serve: d.report},
	}
}

// Handler returns the handler of the desk.
func (d *Desk) Handler() (http.Handler, error) {
	var err error
	if d.gate, err = newGate(d.Access); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	for _, r := range d.routes() {
		var h http.Handler = r.serve
		if !r.open {
			h = d.gate.demand(r.least, h, d.refuse)
		}
		mux.Handle(r.pattern, h)
	}
	mux.Handle("GET /", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !static(w, r, true) {
			http.Error(w, "there is no such page", http.StatusNotFound)
		}
	}))
	return d.gate.wrap(http.MaxBytesHandler(mux, mostUpload)), nil
}

// mostUpload is the size of the largest request: a file of pairings.
const mostUpload = 5 << 20

// Server returns a server of the desk.
func (d *Desk) Server() (*http.Server, error) {
	h, err := d.Handler()
	return &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10, ErrorLog: quiet}, err
}

// deskPage is what every page of the desk has.
type deskPage struct {
	Page
	Guest *guest // nil for a stranger
	Live  string // what of the stream concerns the page: home, round, or a board
	Deaf  bool   // there is no connection to the boards
	Path  string // of this page
	Error string // why something was not done
	Done  string // what was done
}

func (d *Desk) page(r *http.Request, title string) deskPage {
	say := deskWords(r)
	p := deskPage{Page: Page{Words: say, Title: say.T(title), Kind: "desk"}, Path: pageOf(r)}
	if one := guestOf(r); one.Name != "" {
		p.Guest = &one
	}
	return p
}

// pageOf returns the page of a request, or the one from which a form came.
func pageOf(r *http.Request) string {
	switch {
	case r.Method == http.MethodGet:
		return r.URL.RequestURI()
	case strings.HasPrefix(r.URL.Path, "/boards/"):
		return path.Dir(r.URL.Path)
	}
	return "/"
}

// deskWords returns the words in the language that a person has chosen, or else the browser.
func deskWords(r *http.Request) Words {
	if c, err := r.Cookie("lang"); err == nil && (c.Value == "en" || c.Value == "de") {
		return Words{c.Value}
	}
	return wordsFor(r)
}

// show writes a page with a status.
func show(w http.ResponseWriter, status int, t *template.Template, data any) {
	var out bytes.Buffer
	if err := t.ExecuteTemplate(&out, "layout.html", data); err != nil {
		http.Error(w, "the page could not be written: "+err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Vary", "Accept-Language, Cookie")
	w.WriteHeader(status)
	w.Write(out.Bytes())
}

var (
	messageTemplate  = parse("desk_frame.html", "desk_message.html")
	homeTemplate     = parse("desk_frame.html", "desk_home.html")
	boardTemplate    = parse("desk_frame.html", "desk_board.html")
	positionTemplate = parse("desk_frame.html", "desk_position.html")
	questionTemplate = parse("desk_frame.html", "desk_question.html")
	roundsTemplate   = parse("desk_frame.html", "desk_rounds.html")
	roundTemplate    = parse("desk_frame.html", "desk_round.html")
	reportTemplate   = parse("desk_frame.html", "desk_report.html")
	lawsTemplate     = parse("desk_frame.html", "desk_laws.html")
)

// refuse answers an account whose role is too small.
func (d *Desk) refuse(w http.ResponseWriter, r *http.Request, least Role) {
	p := d.page(r, "Not allowed")
	p.Error = p.T("Your account may not do this. It needs the role: ") + p.T(least.String())
	show(w, http.StatusForbidden, messageTemplate, p)
}

// fail answers that something could not be done.
func (d *Desk) fail(w http.ResponseWriter, r *http.Request, status int, err error) {
	p := d.page(r, "It was not done")
	p.Error = p.T(err.Error())
	show(w, status, messageTemplate, p)
}

// Has reports whether who asks has at least a role, by its name.
func (p deskPage) Has(role string) bool {
	least, ok := ParseRole(role)
	return ok && p.Guest != nil && p.Guest.Role >= least
}

// Term returns the word for a term of the contract.
func (p deskPage) Term(term string) string { return words.Term(p.language(), term) }

// Say returns what a board wrote, in the language.
func (p deskPage) Say(text string) string { return words.Text(p.language(), text) }

// paired is a page with a part of it, for a template that writes the part.
type paired struct{ Page, Row any }

// T returns a text in the language of the page.
func (p paired) T(text string) string { return p.Page.(interface{ T(string) string }).T(text) }
