package web

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
)

// browser is a client of a desk: it keeps cookies, and follows no redirect.
type browser struct {
	t       testing.TB
	desk    http.Handler
	address string // from which it comes
	cookies map[string]string
	header  http.Header // of each request
	local   net.Addr
}

func newBrowser(t testing.TB, desk http.Handler) *browser {
	return &browser{t: t, desk: desk, address: "127.0.0.1:40000", cookies: map[string]string{}, header: http.Header{"Accept": {"text/html"}}}
}

// do sends a request. Fields are those of a form; nil: GET.
func (b *browser) do(path string, fields url.Values) *httptest.ResponseRecorder {
	b.t.Helper()
	r := httptest.NewRequest("GET", path, nil)
	if fields != nil {
		r = httptest.NewRequest("POST", path, strings.NewReader(fields.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	return b.send(r)
}

func (b *browser) send(r *http.Request) *httptest.ResponseRecorder {
	b.t.Helper()
	if r.Host == "example.com" {
		r.Host = "127.0.0.1:8443"
	}
	for name, values := range b.header {
		r.Header[name] = values
	}
	r.RemoteAddr = b.address
	if b.local != nil {
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, b.local))
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := httptest.NewRecorder()
	b.desk.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		} else {
			b.cookies[c.Name] = c.Value
		}
	}
	return w
}

func (b *browser) login(name, password string) *httptest.ResponseRecorder {
	b.t.Helper()
	return b.do("/login", url.Values{"name": {name}, "password": {password}})
}

// in logs in, which must succeed.
func (b *browser) in(name string) *browser {
	b.t.Helper()
	if w := b.login(name, goodPassword); w.Code != http.StatusSeeOther {
		b.t.Fatalf("%s: %d %s", name, w.Code, w.Body)
	}
	return b
}

func (b *browser) wantCode(path string, want int) {
	b.t.Helper()
	if w := b.do(path, nil); w.Code != want {
		b.t.Errorf("%s: %d, want %d", path, w.Code, want)
	}
}

func newTestDesk(t *testing.T, change func(*Access)) (*Desk, http.Handler) {
	t.Helper()
	a := Access{Accounts: newAccounts(t)}
	if change != nil {
		change(&a)
	}
	d := &Desk{Access: a, Boards: NewBoards()}
	h, err := d.Handler()
	if err != nil {
		t.Fatal(err)
	}
	return d, h
}

func TestLogin(t *testing.T) {
	t.Parallel()
	_, h := newTestDesk(t, nil)
	b := newBrowser(t, h)
	if w := b.do("/people?x=1", nil); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/login?next=%2Fpeople%3Fx%3D1" {
		t.Errorf("a stranger: %d %s", w.Code, w.Header().Get("Location"))
	}
	wrong, unknown := b.login("anna", "wrong password"), b.login("nobody", "wrong password")
	if wrong.Code != http.StatusForbidden || unknown.Code != wrong.Code ||
		strings.ReplaceAll(wrong.Body.String(), "anna", "nobody") != unknown.Body.String() {
		t.Errorf("a wrong name and a wrong password are told apart: %d %d\n%s\n%s", wrong.Code, unknown.Code, wrong.Body, unknown.Body)
	}
	w := b.login("anna", goodPassword)
	c := w.Result().Cookies()[0]
	if w.Code != http.StatusSeeOther || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Secure || len(c.Value) != 43 {
		t.Errorf("%d %+v", w.Code, c)
	}
	b.wantCode("/people", http.StatusOK)
	b.do("/logout", url.Values{})
	b.cookies["desk"] = c.Value
	b.wantCode("/people", http.StatusSeeOther) // the token has ended, not only the cookie
}

// With TLS the cookie is for this host and TLS alone.
func TestCookieOfTLS(t *testing.T) {
	t.Parallel()
	_, h := newTestDesk(t, nil)
	s := httptest.NewTLSServer(h)
	defer s.Close()
	c := s.Client()
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	r, err := c.PostForm(s.URL+"/login", url.Values{"name": {"anna"}, "password": {goodPassword}})
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if k := r.Cookies(); len(k) != 1 || k[0].Name != "__Host-desk" || !k[0].Secure || k[0].Path != "/" || k[0].Domain != "" {
		t.Errorf("%+v", k)
	}
}

// A session that somebody else has begun, or made up, is not taken over by a login.
func TestSessionFixation(t *testing.T) {
	t.Parallel()
	_, h := newTestDesk(t, nil)
	evil := newBrowser(t, h).in("vera")
	planted := evil.cookies["desk"]
	for _, token := range []string{planted, strings.Repeat("A", 43)} {
		victim := newBrowser(t, h)
		victim.cookies["desk"] = token
		victim.in("anna")
		if victim.cookies["desk"] == token {
			t.Error("the login keeps the token that was there")
		}
		evil.cookies["desk"] = token
		evil.wantCode("/people", http.StatusSeeOther)
	}
}

// Sessions outlive the program, and end with their time, with another password, and with the account.
func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	d, h := newTestDesk(t, nil)
	b := newBrowser(t, h).in("anna")
	again, err := (&Desk{Access: d.Access, Boards: NewBoards()}).Handler()
	if err != nil {
		t.Fatal(err)
	}
	b.desk = again
	b.wantCode("/people", http.StatusOK)
	if err := d.Access.Accounts.SetPassword("anna", []byte("another horse")); err != nil {
		t.Fatal(err)
	}
	b.wantCode("/people", http.StatusSeeOther)
	o := newBrowser(t, h).in("olaf")
	o.wantCode("/", http.StatusOK)
	if err := d.Access.Accounts.Remove("olaf"); err != nil {
		t.Fatal(err)
	}
	o.wantCode("/", http.StatusSeeOther)
	if err := d.Access.Accounts.Add("olaf", Arbiter, []byte(goodPassword)); err != nil {
		t.Fatal(err)
	}
	o.wantCode("/", http.StatusSeeOther)
	vera, _ := d.Access.Accounts.Find("vera")
	past, err := d.gate.sessions.Make(&vera, -time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := d.gate.sessions.Find(past); ok {
		t.Error("a session is over, and holds")
	}
	d.gate.sessions.Make(&vera, time.Hour)
	if _, err := os.Stat(d.gate.sessions.name(past)); err == nil {
		t.Error("what has ended is not taken away")
	}
}

// What the disk has is of no use to who reads it.
func TestNoTokenOnDisk(t *testing.T) {
	t.Parallel()
	d, h := newTestDesk(t, nil)
	b := newBrowser(t, h).in("anna")
	filepath.WalkDir(d.Access.Accounts.Folder, func(path string, e os.DirEntry, err error) error {
		if e.IsDir() {
			return nil
		}
		data, _ := os.ReadFile(path)
		if strings.Contains(path+string(data), b.cookies["desk"]) {
			t.Errorf("%s has the token", path)
		}
		other := newBrowser(t, h)
		other.cookies["desk"] = filepath.Base(path)
		other.wantCode("/", http.StatusSeeOther)
		return nil
	})
}

func TestLinks(t *testing.T) {
	t.Parallel()
	d, h := newTestDesk(t, nil)
	anna := newBrowser(t, h).in("anna")
	w := anna.do("/people/tablet/link", url.Values{})
	_, rest, _ := strings.Cut(w.Body.String(), "http://127.0.0.1:8443/link/")
	if w.Code != http.StatusOK || len(rest) < 43 || !strings.Contains(w.Body.String(), "<svg class=\"qr\"") {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	path := "/link/" + rest[:43]
	tablet := newBrowser(t, h)
	tablet.wantCode(path, http.StatusOK) // a preview does not use it up
	tablet.wantCode("/", http.StatusSeeOther)
	var both sync.WaitGroup
	codes := make([]int, 8)
	for i := range codes {
		both.Go(func() { codes[i] = newBrowser(t, h).do(path, url.Values{}).Code })
	}
	both.Wait()
	in := 0
	for _, code := range codes {
		if code == http.StatusSeeOther {
			in++
		}
	}
	if in != 1 {
		t.Errorf("%d of %d get in by one link", in, len(codes))
	}
	tablet.wantCode(path, http.StatusNotFound)
	one, _ := d.Access.Accounts.Find("tablet")
	token, err := Links(d.Access.Accounts).Make(&one, time.Hour) // as the command does
	if err != nil {
		t.Fatal(err)
	}
	if w := tablet.do("/link/"+token, url.Values{}); w.Code != http.StatusSeeOther {
		t.Errorf("%d", w.Code)
	}
	tablet.wantCode("/", http.StatusOK)
	tablet.wantCode("/people", http.StatusForbidden)
	old, _ := Links(d.Access.Accounts).Make(&one, -time.Second)
	tablet.wantCode("/link/"+old, http.StatusNotFound)
}

// A page of another site can make nobody do anything, nor log somebody in.
func TestCrossOrigin(t *testing.T) {
	t.Parallel()
	_, h := newTestDesk(t, func(a *Access) { a.URL = &url.URL{Scheme: "https", Host: "desk.example.org"} })
	b := newBrowser(t, h).in("anna")
	for _, c := range []struct {
		header http.Header
		ok     bool
	}{
		{http.Header{"Sec-Fetch-Site": {"cross-site"}}, false},
		{http.Header{"Sec-Fetch-Site": {"same-site"}}, false},
		{http.Header{"Origin": {"https://evil.example"}}, false},
		{http.Header{"Origin": {"null"}}, false},
		{http.Header{"Origin": {"http://127.0.0.1:8444"}}, false},
		{http.Header{"Origin": {"http://127.0.0.1:8443"}}, true},
		{http.Header{"Origin": {"https://desk.example.org"}, "Sec-Fetch-Site": {"cross-site"}}, true}, // through the proxy
		{http.Header{"Sec-Fetch-Site": {"same-origin"}}, true},
	} {
		for _, path := range []string{"/people/vera/link", "/login", "/language"} {
			r := httptest.NewRequest("POST", path, strings.NewReader("name=anna&password="+url.QueryEscape(goodPassword)))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			for name, values := range c.header {
				r.Header[name] = values
			}
			if w := b.send(r); (w.Code == http.StatusForbidden) == c.ok {
				t.Errorf("%s %v: %d", path, c.header, w.Code)
			}
		}
	}
}

func TestOpenRedirect(t *testing.T) {
	t.Parallel()
	for next, want := range map[string]string{
		"/boards/b07?x=1": "/boards/b07?x=1", "/": "/", "": "/", "boards": "/",
		"//evil.example": "/", "/\\evil.example": "/", "https://evil.example/": "/", "/\t/evil.example": "/", "javascript:alert(1)": "/",
		"///evil.example": "/", "/%2F/evil.example": "/", "\\\\evil.example": "/", "/x\r\nSet-Cookie: a=b": "/", "http:/x": "/", "/..//evil.example": "/..//evil.example",
	} {
		if got := local(next); got != want {
			t.Errorf("%q: %q, want %q", next, got, want)
		}
	}
	_, h := newTestDesk(t, nil)
	b := newBrowser(t, h)
	w := b.do("/login", url.Values{"name": {"anna"}, "password": {goodPassword}, "next": {"//evil.example/"}})
	if w.Header().Get("Location") != "/" {
		t.Errorf("%q", w.Header().Get("Location"))
	}
	if w = b.do("/language", url.Values{"lang": {"de"}, "next": {"https://evil.example/"}}); w.Header().Get("Location") != "/" {
		t.Errorf("%q", w.Header().Get("Location"))
	}
}

// Guessing ends soon; nobody else is locked out.
func TestLoginLimit(t *testing.T) {
	t.Parallel()
	d, h := newTestDesk(t, nil)
	now := time.Now()
	d.gate.limit.now = func() time.Time { return now }
	evil, anna := newBrowser(t, h), newBrowser(t, h)
	evil.address, anna.address = "10.0.0.66:1", "10.0.0.7:1"
	codes := map[int]int{}
	for range 12 {
		codes[evil.login("anna", "wrong password").Code]++
	}
	if codes[http.StatusForbidden] != 5 || codes[http.StatusTooManyRequests] != 7 {
		t.Errorf("one account: %v", codes)
	}
	if w := evil.login("anna", goodPassword); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "31" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	anna.in("anna")
	for i := range 40 {
		codes[evil.login("user"+string(rune('a'+i%26))+string(rune('a'+i/26)), "wrong password").Code]++
	}
	if codes[http.StatusForbidden] != 20 {
		t.Errorf("many accounts: %v", codes)
	}
	anna.in("anna")
	now = now.Add(31 * time.Second)
	if w := evil.login("anna", goodPassword); w.Code != http.StatusSeeOther {
		t.Errorf("after a while: %d", w.Code)
	}
	six, next := newBrowser(t, h), newBrowser(t, h)
	six.address, next.address = "[2001:db8::1]:1", "[2001:db8::2]:1"
	for range 5 {
		six.login("vera", "wrong password")
	}
	if w := next.login("vera", goodPassword); w.Code != http.StatusTooManyRequests {
		t.Errorf("another address of one's own network: %d", w.Code)
	}
}

// The header of a proxy is believed from where the configuration says, and from nowhere else.
func TestProxyHeader(t *testing.T) {
	t.Parallel()
	_, h := newTestDesk(t, func(a *Access) {
		a.ProxyHeader, a.Proxies, a.URL = "X-Remote-User", []netip.Prefix{netip.MustParsePrefix("10.0.0.5/32")}, &url.URL{Scheme: "https", Host: "desk.example.org"}
	})
	for _, c := range []struct {
		from  string
		local net.Addr
		named []string
		want  int
	}{
		{"10.0.0.5:1", nil, []string{"anna"}, http.StatusOK},
		{"[::ffff:10.0.0.5]:1", nil, []string{"anna"}, http.StatusOK},
		{"10.0.0.5:1", nil, []string{"vera"}, http.StatusForbidden},
		{"10.0.0.5:1", nil, []string{"nobody"}, http.StatusSeeOther},
		{"10.0.0.5:1", nil, []string{""}, http.StatusSeeOther},
		{"10.0.0.5:1", nil, []string{"anna", "vera"}, http.StatusSeeOther},
		{"10.0.0.6:1", nil, []string{"anna"}, http.StatusSeeOther},
		{"127.0.0.1:1", nil, []string{"anna"}, http.StatusSeeOther},
		{"@", &net.UnixAddr{Name: "/run/desk", Net: "unix"}, []string{"anna"}, http.StatusOK},
		{"@", nil, []string{"anna"}, http.StatusSeeOther},
	} {
		b := newBrowser(t, h)
		b.address, b.local = c.from, c.local
		b.header["X-Remote-User"] = c.named
		if w := b.do("/people", nil); w.Code != c.want {
			t.Errorf("%+v: %d", c, w.Code)
		}
	}
	_, none := newTestDesk(t, nil)
	b := newBrowser(t, none)
	b.header["X-Remote-User"] = []string{"anna"}
	b.wantCode("/people", http.StatusSeeOther)
}

// A page of another site whose name leads here is not served.
func TestRebinding(t *testing.T) {
	t.Parallel()
	_, h := newTestDesk(t, func(a *Access) { a.URL = &url.URL{Scheme: "https", Host: "desk.example.org"} })
	for host, want := range map[string]int{"evil.example:8443": 421, "desk.example.org": 200, "localhost:8443": 200, "127.0.0.1:8443": 200, "[::1]:8443": 200} {
		r := httptest.NewRequest("GET", "/login", nil)
		r.Host = host
		if w := newBrowser(t, h).send(r); w.Code != want {
			t.Errorf("%s: %d", host, w.Code)
		}
	}
}

// No path leads to a file, to a token, or around the gate.
func TestPathTraversal(t *testing.T) {
	t.Parallel()
	d, h := newTestDesk(t, nil)
	secret := filepath.Base(d.Access.Accounts.file())
	for _, path := range []string{"/../" + secret, "/..%2f" + secret, "/static/../" + secret, "/%2e%2e/%2e%2e/etc/passwd", "/link/..%2f..%2f" + secret,
		"/link/../people", "//people", "/./people", "/people/", "/login/../people", "/templates/layout.html", "/web.go", "/static/README", "/README"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path, _ = url.PathUnescape(path)
		r.URL.RawPath, r.RequestURI = path, path
		w := newBrowser(t, h).send(r)
		if text := w.Body.String(); w.Code == http.StatusOK || strings.Contains(text, "anna") || strings.Contains(text, "root:") {
			t.Errorf("%s: %d %s", path, w.Code, text)
		}
	}
	for _, token := range []string{"../accounts", "..", ".", "", "/etc/passwd", "\x00"} {
		if _, ok := d.gate.sessions.Find(token); ok {
			t.Errorf("%q is a session", token)
		}
		if d.gate.sessions.End(token) {
			t.Errorf("%q was a file", token)
		}
	}
}

func TestDeskListener(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"127.0.0.1:8443": "", "localhost:8443": "", "[::1]:8443": "", "unix:/run/desk": "",
		":8443": "without TLS", "0.0.0.0:8443": "without TLS", "10.1.2.3:8443": "without TLS", "desk.example.org:8443": "without TLS",
		"8443": "address:port", "127.0.0.1:0": "address:port", "127.0.0.1:http": "address:port", "unix:desk": "whole path",
	} {
		err := (&DeskListener{Address: address}).Check()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := (&DeskListener{Address: ":8443", CertFile: "c", KeyFile: "k"}).Check(); err != nil {
		t.Error(err)
	}
	if _, err := (&DeskListener{Address: ":8443", CertFile: "/none", KeyFile: "/none"}).Listen(); err == nil {
		t.Error("it listens without its certificate")
	}
	path := filepath.Join(t.TempDir(), "desk")
	for range 2 { // what is left of a killed one is no hindrance
		l, err := (&DeskListener{Address: "unix:" + path}).Listen()
		if err != nil {
			t.Fatal(err)
		}
		l.(*net.UnixListener).SetUnlinkOnClose(false)
		l.Close()
	}
}

// TestServing: a desk over TLS has the renewed certificate without a restart; at a socket it
// believes what the proxy says of who somebody is.
func TestServing(t *testing.T) {
	t.Parallel()
	serve := func(l *DeskListener, change func(*Access)) {
		t.Helper()
		a := Access{Accounts: newAccounts(t)}
		change(&a)
		s, err := (&Desk{Access: a, Boards: NewBoards()}).Server()
		if err != nil {
			t.Fatal(err)
		}
		on, err := l.Listen()
		if err != nil {
			t.Fatal(err)
		}
		go s.Serve(on)
		t.Cleanup(func() { s.Close() })
	}
	folder, ours := t.TempDir(), brokertest.NewAuthority(t)
	cert, key := filepath.Join(folder, "cert"), filepath.Join(folder, "key")
	renew := func(written time.Time) {
		t.Helper()
		pair := ours.Server(time.Hour)
		if err := errors.Join(os.WriteFile(key, pair.Key, 0o600), os.WriteFile(cert, pair.Cert, 0o600), os.Chtimes(cert, written, written)); err != nil {
			t.Fatal(err)
		}
	}
	renew(time.Now().Add(-time.Hour))
	address := brokertest.FreeAddress(t)
	serve(&DeskListener{Address: address, CertFile: cert, KeyFile: key}, func(*Access) {})
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(ours.PEM())
	serial := func() string {
		t.Helper()
		c := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true, DisableKeepAlives: true}}
		a, err := c.Get("https://" + address + "/login")
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if a.StatusCode != http.StatusOK || a.Proto != "HTTP/2.0" {
			t.Errorf("%d %s", a.StatusCode, a.Proto)
		}
		return a.TLS.PeerCertificates[0].SerialNumber.String()
	}
	first := serial()
	renew(time.Now())
	if serial() == first {
		t.Error("the renewed certificate is not used")
	}

	socket := filepath.Join(folder, "desk")
	serve(&DeskListener{Address: "unix:" + socket}, func(a *Access) {
		a.ProxyHeader, a.URL = "X-Remote-User", &url.URL{Scheme: "https", Host: "desk.example.org"}
	})
	proxy := http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return net.Dial("unix", socket) }}}
	for user, want := range map[string]int{"anna": http.StatusOK, "vera": http.StatusForbidden, "nobody": http.StatusUnauthorized} {
		r, err := http.NewRequest("GET", "http://desk.example.org/people", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Remote-User", user)
		a, err := proxy.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if a.StatusCode != want {
			t.Errorf("%s: %d", user, a.StatusCode)
		}
	}
}
