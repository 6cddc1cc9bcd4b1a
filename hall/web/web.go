// Package web has the pages of a hall: those for everybody, and the desk of its arbiters.
//
// A page is written by html/template, and shows what there is without a script. Where scripts run,
// one ES module keeps it up to date from one stream of small JSON deltas. Everything comes from
// this program: a page asks nobody else for anything.
//
// static/style.css and static/app.js are the style and the script of all pages: boards, names, the
// stream. static/desk.css and static/desk.js add what only the desk has; the module of the desk
// imports the other one. Only the desk serves them.
//
//	web.go     what both sides share: templates, static files, headers
//	words.go   the words of the pages, in English and German
//	board.go   a board as SVG
//	stream.go  one stream of deltas for many readers
//	public.go  rounds as the public pages have them, and what a path names
//	public_pages.go  the public pages
//	public_view.go   games as the public pages show them, and what changes from one to the next
//
// The public side knows no finding. It is made of out.Round alone.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"strings"

	"github.com/boardd/boardd/hall/out"
)

//go:embed static templates
var files embed.FS

// staticTypes are the content types of the static files.
var staticTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// policy is what a browser lets a page do: it may use what this server has, and nothing else.
// ancestors says who may put the page into a page of their own.
func policy(ancestors string) string {
	return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors " + ancestors
}

// secure sets the headers that every answer has.
func secure(w http.ResponseWriter, ancestors string) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy(ancestors))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}

// statics are the files of the folder static, by their address such as /style.css, with the hash of
// each.
var statics, hashes = readStatic()

func readStatic() (map[string]*out.Content, map[string]string) {
	all, hashes := map[string]*out.Content{}, map[string]string{}
	entries, err := files.ReadDir("static")
	if err != nil {
		panic(err) // they are embedded
	}
	for _, e := range entries {
		if data, err := files.ReadFile("static/" + e.Name()); err == nil && staticTypes[path.Ext(e.Name())] != "" {
			all["/"+e.Name()] = out.NewContent(data)
			hashes[e.Name()] = fmt.Sprintf("%x", sha256.Sum256(data))[:16]
		}
	}
	return all, hashes
}

// static serves a file of the folder static, such as /style.css, and reports whether there is one.
// Those of the desk are for the desk. The addresses in pages have the hash of the file, so that a
// browser keeps it for good.
func static(w http.ResponseWriter, r *http.Request, desk bool) bool {
	found := statics[r.URL.Path]
	if found == nil || !desk && strings.HasPrefix(r.URL.Path, "/desk.") {
		return false
	}
	secure(w, "'none'")
	h := w.Header()
	h.Set("Content-Type", staticTypes[path.Ext(r.URL.Path)])
	h.Set("Cache-Control", "no-cache")
	if r.URL.RawQuery == "v="+hashes[strings.TrimPrefix(r.URL.Path, "/")] {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	found.Serve(w, r)
	return true
}

// asset returns the address of a static file, with its hash.
func asset(name string) (string, error) {
	if hashes[name] == "" {
		return "", fmt.Errorf("there is no static file %s", name)
	}
	return "/" + name + "?v=" + hashes[name], nil
}

// functions are what every template may call.
var functions = template.FuncMap{
	"asset":  asset,
	"board":  boardSVG,
	"pieces": pieces,
	"sprite": sprite,
	"side":   sideOf,
	"join":   strings.Join,
	"pair":   func(page, row any) paired { return paired{page, row} },
}

// parse returns the template of a page: the layout, and the files of the page, which define "body".
func parse(names ...string) *template.Template {
	all := []string{"templates/layout.html"}
	for _, name := range names {
		all = append(all, "templates/"+name)
	}
	return template.Must(template.New("layout.html").Funcs(functions).ParseFS(files, all...))
}

// Page is what the layout wants of every page. A page embeds it.
type Page struct {
	Words
	Title  string
	Kind   string // the class of the body: wall, game, overlay, desk …
	Bare   bool   // without header and footer
	Stream string // the address of the stream; "" without one
	Since  string // what the page has of the stream
	Crumbs []Link // the way to this page
}

// Link is a link with its words.
type Link struct {
	Href, Text string
	Here       bool // it leads to this page
}

// render writes a page, or an error if the template cannot be executed. A browser that has the
// same bytes gets status 304.
func render(w http.ResponseWriter, r *http.Request, t *template.Template, data any) {
	if page := execute(w, t, data); page != nil {
		servePage(w, r, page)
	}
}

// execute executes the template of a page. It returns nil if it has answered with an error.
func execute(w http.ResponseWriter, t *template.Template, data any) *out.Content {
	var text bytes.Buffer
	if err := t.ExecuteTemplate(&text, "layout.html", data); err != nil {
		http.Error(w, "the page could not be written", http.StatusInternalServerError)
		return nil
	}
	return out.NewContent(text.Bytes())
}

func servePage(w http.ResponseWriter, r *http.Request, page *out.Content) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Vary", "Accept-Language")
	page.Serve(w, r)
}
