//go:build browser

// Package browser looks at the pages of a hall in a real browser: Debian's chromium, driven by
// chromedp, at a boardd-hall with a mosquitto and boards that have a boardd each.
//
//	make browser-test
//	make browser-test TRY=TestWall SHOTS=/tmp/shots
//
//	browser_test.go  the browser
//	hall_test.go     the hall
//	public_test.go   what spectators see
//	desk_test.go    evenings at the desk
//	keys_test.go    the same with the keys alone
//	mouse_test.go   a mouse that drags and drops
//	sound_test.go   what the desk sounds like
//	walk_test.go     what no public route may have
//	looks_test.go    screenshots, and axe-core
//	livechess_test.go  a web site that plays at a board at home
//
// Without BOARDD in the environment nothing is tried.
package browser

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	browserproto "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/boardd/boardd/internal/harness"
)

// program is the boardd that is used; the other programs are beside it.
var program = os.Getenv("BOARDD")

func TestMain(m *testing.M) {
	if program == "" {
		fmt.Println("no browser is started: BOARDD names no program; see make browser-test")
		return
	}
	os.Exit(m.Run())
}

// browser is a chromium. It ends with the test.
type browser struct {
	t   *testing.T
	ctx context.Context
}

func newBrowser(t *testing.T, more ...chromedp.ExecAllocatorOption) *browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal("chromium is not installed: apt-get install --no-install-recommends chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("lang", "en"))
	options = append(options, more...)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	alloc, free := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(alloc)
	t.Cleanup(func() { end(); free() })
	b := &browser{t, ctx}
	b.begin()
	b.run(chromedp.EmulateViewport(1280, 800))
	return b
}

// tab is a page in a browser.
type tab struct {
	*browser
	errors harness.Lines // what the page says of itself in the console, and what it throws
}

// open opens a page in a tab of its own.
func (b *browser) open(address string) *tab {
	b.t.Helper()
	ctx, end := chromedp.NewContext(b.ctx)
	b.t.Cleanup(end)
	page := &tab{browser: &browser{b.t, ctx}}
	page.begin()
	if err := chromedp.Listen(ctx, page.note); err != nil {
		b.t.Fatal(err)
	}
	page.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, log.Enable, cdp.Empty{})
		return err
	}), chromedp.EmulateViewport(1280, 800), chromedp.Navigate(address))
	return page
}

// note keeps errors. Those of the network are what the tests make.
func (p *tab) note(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		fmt.Fprintln(&p.errors, e.ExceptionDetails.Text)
		if x := e.ExceptionDetails.Exception; x != nil {
			fmt.Fprintln(&p.errors, x.Description)
		}
	case *log.EventEntryAdded:
		if e.Entry.Source == "security" || e.Entry.Source == "violation" {
			fmt.Fprintln(&p.errors, e.Entry.Text)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "assert" {
			for _, a := range e.Args {
				fmt.Fprintf(&p.errors, "%s\n", a.Value)
			}
		}
	}
}

// wantQuiet wants the page to have reported no error of its own.
func (p *tab) wantQuiet() {
	p.t.Helper()
	if text := p.errors.String(); text != "" {
		p.t.Errorf("the page reports errors:\n%s", text)
	}
}

// begin starts the browser or opens the tab. It must not have a time limit: both end with it.
func (b *browser) begin() {
	b.t.Helper()
	if err := chromedp.Do(b.ctx); err != nil {
		b.t.Fatal(err)
	}
}

func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, end := context.WithTimeout(b.ctx, time.Minute)
	defer end()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// eval evaluates a script. Text that it returns has no blanks around.
func (b *browser) eval(script string) string {
	b.t.Helper()
	text, err := b.try(script)
	if err != nil {
		b.t.Fatalf("%s: %v", script, err)
	}
	return text
}

func (b *browser) try(script string) (string, error) {
	ctx, end := context.WithTimeout(b.ctx, time.Minute)
	defer end()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[any](script, chromedp.EvalAwaitPromise))
	if err != nil || out == nil {
		return "", err
	}
	return strings.TrimSpace(fmt.Sprint(out)), nil
}

// text is that of an element, "" if there is none.
func (b *browser) text(css string) string {
	b.t.Helper()
	return b.eval(fmt.Sprintf("document.querySelector(%q)?.textContent", css))
}

// until waits until a script returns true. Between two pages it may fail.
func (b *browser) until(what string, limit time.Duration, script string) {
	b.t.Helper()
	var last error
	defer func() {
		if last != nil && b.t.Failed() {
			b.t.Logf("%s: %v", script, last)
		}
	}()
	harness.Until(b.t, what, limit, func() bool {
		text, err := b.try(script)
		last = err
		return text == "true"
	})
}

// window makes the window "minimized", which hides the page, or "normal" again.
func (p *tab) window(state browserproto.WindowState) {
	p.t.Helper()
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		w, err := cdp.Call(ctx, t, browserproto.GetWindowForTarget, browserproto.GetWindowForTargetParams{})
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, t, browserproto.SetWindowBounds, browserproto.SetWindowBoundsParams{WindowID: w.WindowID, Bounds: &browserproto.Bounds{WindowState: state}})
		return err
	}))
	p.until("the window is "+string(state), 30*time.Second, fmt.Sprintf("document.hidden === %v", state == "minimized"))
}

// TestErrorsAreSeen: what a page reports of itself, and what its policy forbids it, is kept.
func TestErrorsAreSeen(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Security-Policy", "style-src 'none'")
		io.WriteString(w, `<style>body { color: red }</style><script>console.error("reported"); thrown()</script>`)
	})
	server := httptest.NewServer(page)
	defer server.Close()
	p := newBrowser(t).open(server.URL)
	for _, want := range []string{"reported", "thrown is not defined", "Content Security Policy"} {
		harness.Until(t, want, 10*time.Second, func() bool { return strings.Contains(p.errors.String(), want) })
	}
}
