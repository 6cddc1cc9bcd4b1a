package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Access is how people get to the desk.
type Access struct {
	Accounts *Accounts
	URL      *url.URL // how browsers reach the desk, if that is not its address; else nil

	// A proxy that names the user does so in this header; "": none does. It is believed from
	// these addresses, and from a unix socket.
	ProxyHeader string
	Proxies     []netip.Prefix
}

// gate lets those in who have an account. Everything of the desk is behind it, but for the pages
// by which one gets in.
type gate struct {
	Access
	sessions, links *Passes
	limit           *limiter
	origins         *http.CrossOriginProtection
}

func newGate(a Access) (*gate, error) {
	g := &gate{a, Sessions(a.Accounts), Links(a.Accounts), newLimiter(), http.NewCrossOriginProtection()}
	if a.URL != nil {
		if err := g.origins.AddTrustedOrigin(a.URL.Scheme + "://" + a.URL.Host); err != nil {
			return nil, err
		}
	}
	g.origins.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "a page of another site has sent this: nothing is done", http.StatusForbidden)
	}))
	return g, nil
}

// wrap puts the gate before a handler.
func (g *gate) wrap(inner http.Handler) http.Handler {
	checked := g.origins.Handler(inner)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", deskPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !g.knowsHost(r) {
			http.Error(w, fmt.Sprintf("the desk is not called %q: set desk.url", r.Host), http.StatusMisdirectedRequest)
			return
		}
		checked.ServeHTTP(w, r)
	})
}

// deskPolicy is the content security policy of the desk.
const deskPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
	"frame-ancestors 'none'; base-uri 'none'"

// knowsHost reports whether a request is for a name of the desk. Without TLS any page could
// give its own name the address of the desk.
func (g *gate) knowsHost(r *http.Request) bool {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return r.TLS != nil || err == nil && ip.IsValid() || host == "localhost" || g.URL != nil && strings.EqualFold(r.Host, g.URL.Host)
}

// fromProxy reports whether a request comes from a proxy that is believed.
func (g *gate) fromProxy(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil { // of a unix socket
		_, unix := r.Context().Value(http.LocalAddrContextKey).(*net.UnixAddr)
		return unix
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range g.Proxies {
		if p.Contains(ip.Unmap()) {
			return true
		}
	}
	return false
}

// address returns the address of the person who asks.
func (g *gate) address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = "socket"
	}
	if g.fromProxy(r) {
		all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if ip, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1])); err == nil {
			return ip.String() // the last one is the proxy's own word
		}
	}
	return host
}

// secure reports whether the browser has come by TLS.
func (g *gate) secure(r *http.Request) bool {
	return r.TLS != nil || g.fromProxy(r) && (r.Header.Get("X-Forwarded-Proto") == "https" || g.URL != nil && g.URL.Scheme == "https")
}

// cookieName returns the name of the cookie. A browser takes a name with the prefix from this
// host alone, and only by TLS.
func cookieName(secure bool) string {
	if secure {
		return "__Host-desk"
	}
	return "desk"
}

// guest is who asks.
type guest struct {
	Account
	token string // of the session; "": the proxy has named the account
}

// who returns who asks. ok is false for a stranger.
func (g *gate) who(r *http.Request) (one guest, ok bool) {
	if g.ProxyHeader != "" && g.fromProxy(r) {
		if named := r.Header.Values(g.ProxyHeader); len(named) > 0 {
			a, err := g.Accounts.Find(named[0])
			return guest{a, ""}, err == nil && len(named) == 1
		}
	}
	c, err := r.Cookie(cookieName(g.secure(r)))
	if err != nil {
		return guest{}, false
	}
	a, ok := g.sessions.Find(c.Value)
	return guest{a, c.Value}, ok
}

type guestKey struct{}

// guestOf returns who asks, as demand has found.
func guestOf(r *http.Request) guest {
	one, _ := r.Context().Value(guestKey{}).(guest)
	return one
}

// demand lets those accounts pass that have at least a role. A stranger gets the page to log in.
func (g *gate) demand(least Role, inner http.Handler, refuse func(http.ResponseWriter, *http.Request, Role)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		one, ok := g.who(r)
		switch html := strings.Contains(r.Header.Get("Accept"), "text/html"); {
		case !ok && html && r.Method == http.MethodGet:
			http.Redirect(w, r, "/login?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
		case !ok && html: // what was asked is not done: it may be wrong by then
			http.Redirect(w, r, "/login?next="+url.QueryEscape(pageOf(r)), http.StatusSeeOther)
		case !ok:
			http.Error(w, "log in first", http.StatusUnauthorized)
		case one.Role < least:
			refuse(w, r.WithContext(context.WithValue(r.Context(), guestKey{}, one)), least)
		default:
			inner.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), guestKey{}, one)))
		}
	})
}

// begin begins a session, with a token that nobody has known before.
func (g *gate) begin(w http.ResponseWriter, r *http.Request, a *Account) error {
	token, err := g.sessions.Make(a, sessionLasts)
	if err != nil {
		return err
	}
	if old, err := r.Cookie(cookieName(g.secure(r))); err == nil {
		g.sessions.End(old.Value)
	}
	g.setCookie(w, r, token, int(sessionLasts.Seconds()))
	return nil
}

func (g *gate) end(w http.ResponseWriter, r *http.Request) {
	if c, err := r.Cookie(cookieName(g.secure(r))); err == nil {
		g.sessions.End(c.Value)
	}
	g.setCookie(w, r, "", -1)
}

func (g *gate) setCookie(w http.ResponseWriter, r *http.Request, token string, age int) {
	secure := g.secure(r)
	http.SetCookie(w, &http.Cookie{Name: cookieName(secure), Value: token, Path: "/", MaxAge: age, Secure: secure, HttpOnly: true, SameSite: http.SameSiteStrictMode})
}

// local returns a path of the desk to go on to; "/" for anything that a browser may take for
// another site.
func local(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") ||
		!strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsAny(next, "\\\r\n\t\x00") || strings.HasPrefix(u.Path, "//") {
		return "/"
	}
	return u.RequestURI()
}

// logins is how many passwords are compared at a time: each costs the time of a processor.
var logins = make(chan struct{}, 1)

// loginError is why somebody was not let in.
type loginError struct {
	wait  time.Duration // until the next try
	cause error         // of the hall; nil: the name or the password is wrong
}

func (e *loginError) Error() string {
	switch {
	case e.cause != nil:
		return e.cause.Error()
	case e.wait > 0:
		return "too many tries: wait " + strconv.Itoa(int(max(e.wait, time.Second).Seconds())) + " seconds"
	}
	return "this name and this password do not belong together"
}

// login checks a name and a password.
func (g *gate) login(r *http.Request, name, password string) (Account, *loginError) {
	address := g.address(r)
	if wait := g.limit.take(name, address); wait > 0 {
		return Account{}, &loginError{wait: wait}
	}
	select {
	case logins <- struct{}{}:
		defer func() { <-logins }()
	case <-r.Context().Done():
		return Account{}, &loginError{cause: r.Context().Err()}
	}
	a, ok, err := g.Accounts.Check(name, password)
	switch {
	case err != nil:
		return a, &loginError{cause: err}
	case !ok:
		return a, &loginError{}
	}
	g.limit.forgive(name, address)
	return a, nil
}

// DeskListener is where a desk listens.
type DeskListener struct {
	Address           string // host:port, or unix:PATH
	CertFile, KeyFile string // PEM; read again when they change
}

// ErrOpen is the error if passwords would cross the network in the clear.
var ErrOpen = errors.New("it can be reached from other machines without TLS: give cert_file and key_file, or listen on 127.0.0.1")

// Check returns the first error.
func (l *DeskListener) Check() error {
	if (l.CertFile == "") != (l.KeyFile == "") {
		return errors.New("cert_file needs key_file, and key_file needs it")
	}
	if path, unix := strings.CutPrefix(l.Address, "unix:"); unix {
		if !strings.HasPrefix(path, "/") {
			return fmt.Errorf("listen = %q: a socket needs its whole path, as in unix:/run/boardd-hall/desk", l.Address)
		}
		return nil
	}
	host, port, err := net.SplitHostPort(l.Address)
	if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n == 0 {
		return fmt.Errorf(`listen = %q: must be address:port, as in "127.0.0.1:8443", or unix:PATH`, l.Address)
	}
	ip := net.ParseIP(host)
	if l.CertFile == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("listen = %q: %w", l.Address, ErrOpen)
	}
	return nil
}

// CheckFiles reads the certificate, if there is one.
func (l *DeskListener) CheckFiles() error {
	if l.CertFile == "" {
		return nil
	}
	_, err := tls.LoadX509KeyPair(l.CertFile, l.KeyFile)
	return err
}

// Listen opens the listener. A socket that is left from before is replaced.
func (l *DeskListener) Listen() (net.Listener, error) {
	if err := l.Check(); err != nil {
		return nil, err
	}
	if path, unix := strings.CutPrefix(l.Address, "unix:"); unix {
		if info, err := os.Lstat(path); err == nil && info.Mode().Type() == os.ModeSocket {
			os.Remove(path)
		}
		s, err := net.Listen("unix", path)
		if err != nil {
			return nil, err
		}
		return s, os.Chmod(path, 0o660)
	}
	if err := l.CheckFiles(); err != nil {
		return nil, err
	}
	s, err := net.Listen("tcp", l.Address)
	if err != nil || l.CertFile == "" {
		return s, err
	}
	keys := &keyPair{cert: l.CertFile, key: l.KeyFile}
	return tls.NewListener(s, &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: keys.get, NextProtos: []string{"h2", "http/1.1"}}), nil
}

// keyPair is a certificate and its key, from files that may be renewed.
type keyPair struct {
	cert, key string

	mu     sync.Mutex
	loaded *tls.Certificate
	of     time.Time // when the file was written from which it is
}

// get returns the certificate. If the files cannot be read any more, the last one goes on.
func (k *keyPair) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	info, err := os.Stat(k.cert)
	if err == nil && k.loaded != nil && info.ModTime().Equal(k.of) {
		return k.loaded, nil
	}
	pair, bad := tls.LoadX509KeyPair(k.cert, k.key)
	if err = errors.Join(err, bad); err != nil {
		if k.loaded != nil {
			return k.loaded, nil
		}
		return nil, err
	}
	k.loaded, k.of = &pair, info.ModTime()
	return k.loaded, nil
}
