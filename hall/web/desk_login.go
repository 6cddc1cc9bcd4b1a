package web

import (
	"fmt"
	"html/template"
	"io"
	"log"
	"net/http"
	"net/url"
	"strings"
)

// quiet is a log that nobody reads: strangers write it.
var quiet = log.New(io.Discard, "", 0)

var (
	loginTemplate  = parse("desk_frame.html", "desk_login.html")
	linkTemplate   = parse("desk_frame.html", "desk_link.html")
	peopleTemplate = parse("desk_frame.html", "desk_people.html")
)

type loginPage struct {
	deskPage
	Next, Name string
	None       bool // there are no accounts
}

func (d *Desk) loginPage(w http.ResponseWriter, r *http.Request) {
	d.showLogin(w, r, http.StatusOK, "")
}

func (d *Desk) showLogin(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	p := loginPage{deskPage: d.page(r, "Log in"), Next: local(r.FormValue("next")), Name: r.PostFormValue("name")}
	all, err := d.Access.Accounts.List()
	p.None, p.Error = err == nil && len(all) == 0, p.T(wrong)
	show(w, status, loginTemplate, p)
}

func (d *Desk) login(w http.ResponseWriter, r *http.Request) {
	a, bad := d.gate.login(r, r.PostFormValue("name"), r.PostFormValue("password"))
	if bad != nil {
		status := http.StatusForbidden
		switch {
		case bad.wait > 0:
			status = http.StatusTooManyRequests
			w.Header().Set("Retry-After", fmt.Sprint(int(bad.wait.Seconds())+1))
		case bad.cause != nil:
			status = http.StatusInternalServerError
		}
		d.showLogin(w, r, status, bad.Error())
		return
	}
	if err := d.gate.begin(w, r, &a); err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	http.Redirect(w, r, local(r.PostFormValue("next")), http.StatusSeeOther)
}

func (d *Desk) logout(w http.ResponseWriter, r *http.Request) {
	d.gate.end(w, r)
	http.Redirect(w, r, "/login", http.StatusSeeOther)
}

// chooseLanguage keeps the language of a person in the browser.
func (d *Desk) chooseLanguage(w http.ResponseWriter, r *http.Request) {
	if lang := r.PostFormValue("lang"); lang == "en" || lang == "de" {
		http.SetCookie(w, &http.Cookie{Name: "lang", Value: lang, Path: "/", MaxAge: 365 * 24 * 3600, Secure: d.gate.secure(r), HttpOnly: true, SameSite: http.SameSiteStrictMode})
	}
	http.Redirect(w, r, local(r.PostFormValue("next")), http.StatusSeeOther)
}

type linkPage struct {
	deskPage
	Account, Address string
	Role             Role
	Lasts            string
	QR               template.HTML
}

// linkPage asks before a link is used up: programs that show a preview of a link open it, too.
func (d *Desk) linkPage(w http.ResponseWriter, r *http.Request) {
	p := linkPage{deskPage: d.page(r, "Log in")}
	a, ok := d.gate.links.Find(r.PathValue("token"))
	if !ok {
		p.Error = p.T("This link has been used, or its time is over. An arbiter can make another one.")
		show(w, http.StatusNotFound, linkTemplate, p)
		return
	}
	p.Account, p.Role = a.Name, a.Role
	show(w, http.StatusOK, linkTemplate, p)
}

func (d *Desk) useLink(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	a, ok := d.gate.links.Find(token)
	if !ok || !d.gate.links.End(token) { // of two that come at once one gets in
		d.linkPage(w, r)
		return
	}
	if err := d.gate.begin(w, r, &a); err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

type peoplePage struct {
	deskPage
	Accounts []Account
}

func (d *Desk) people(w http.ResponseWriter, r *http.Request) {
	p := peoplePage{deskPage: d.page(r, "People")}
	var err error
	if p.Accounts, err = d.Access.Accounts.List(); err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	show(w, http.StatusOK, peopleTemplate, p)
}

// makeLink makes a one-time link, and shows it with its QR code.
func (d *Desk) makeLink(w http.ResponseWriter, r *http.Request) {
	a, err := d.Access.Accounts.Find(r.PathValue("name"))
	if err != nil {
		d.fail(w, r, http.StatusNotFound, err)
		return
	}
	token, err := d.gate.links.Make(&a, LinkLasts)
	if err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	p := linkPage{deskPage: d.page(r, "Link for a tablet"), Account: a.Name, Role: a.Role, Lasts: LinkLasts.String()}
	p.Address = d.gate.base(r) + "/link/" + token
	p.Lasts = strings.TrimSuffix(p.Lasts, "0m0s")
	if p.QR, err = QR(p.Address); err != nil {
		d.fail(w, r, http.StatusInternalServerError, err)
		return
	}
	show(w, http.StatusOK, linkTemplate, p)
}

// base returns how this browser reaches the desk.
func (g *gate) base(r *http.Request) string {
	if g.URL != nil {
		return g.URL.String()
	}
	u := url.URL{Scheme: "http", Host: r.Host}
	if g.secure(r) {
		u.Scheme = "https"
	}
	return u.String()
}
