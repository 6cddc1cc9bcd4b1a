//go:build browser

package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// focused says where the focus is, and whether somebody who looks at the page sees it: it has a
// ring, nothing cuts the ring off, and nothing lies over it.
const focused = `(css => {
	const e = document.activeElement ?? document.body, of = getComputedStyle(e), r = e.getBoundingClientRect();
	if (e === document.body) return JSON.stringify({ body: true });
	const out = parseFloat(of.outlineOffset) + parseFloat(of.outlineWidth), faults = [];
	const ring = of.outlineStyle !== "none" && parseFloat(of.outlineWidth) >= 2;
	if (!ring) faults.push("no ring: " + of.outline);
	if (r.width < 4 || r.height < 4) faults.push("too small");
	if (r.bottom < 1 || r.top > innerHeight - 1 || r.right < 1 || r.left > innerWidth - 1) faults.push("not in view");
	for (let a = e.parentElement; a && a !== document.documentElement; a = a.parentElement) {
		const s = getComputedStyle(a), box = a.getBoundingClientRect();
		if (s.overflowX === "visible" && s.overflowY === "visible") continue;
		if (r.left - out < box.left - 1 || r.right + out > box.right + 1 || r.top - out < box.top - 1 || r.bottom + out > box.bottom + 1) faults.push("its ring is cut off by " + a.nodeName + "." + a.className);
	}
	const at = document.elementFromPoint(Math.min(innerWidth - 1, Math.max(0, r.left + Math.min(r.width / 2, 40))), Math.min(innerHeight - 1, Math.max(0, r.top + Math.min(r.height / 2, 20))));
	if (at && !e.contains(at) && !at.contains(e)) faults.push("covered by " + at.outerHTML.slice(0, 80));
	e.dataset.reached = "yes";
	return JSON.stringify({ here: css !== "" && e.matches(css), what: e.outerHTML.slice(0, 120), faults: faults.join(", ") });
})`

// stop is where the focus is.
type stop struct {
	Body, Here   bool
	What, Faults string
}

func (p *tab) stop(css string) (s stop) {
	p.t.Helper()
	if err := json.Unmarshal([]byte(p.eval(fmt.Sprintf("%s(%q)", focused, css))), &s); err != nil {
		p.t.Fatal(err)
	}
	return s
}

// tabTo presses Tab until the focus is where a selector says. On its way it looks whether the focus
// can be seen.
func (p *tab) tabTo(css string) {
	p.t.Helper()
	for range 300 {
		p.keys(kb.Tab)
		s := p.stop(css)
		if s.Faults != "" {
			p.t.Errorf("%s: %s: %s", p.eval("location.pathname"), s.What, s.Faults)
		}
		if s.Here {
			return
		}
	}
	p.t.Fatalf("%s: Tab does not reach %s", p.eval("location.pathname"), css)
}

// stops goes with Tab through the whole page. Everything that can be used by mouse must be reached,
// and be seen when it is, but for moves that are made meanwhile.
func (p *tab) stops(name string) {
	p.t.Helper()
	p.eval(`window.getSelection().removeAllRanges(); document.activeElement.blur();
		document.querySelectorAll("[data-ply]").forEach(link => { link.dataset.there = "yes"; }); ""`)
	reached := 0
	for bodies := 0; bodies < 2 && reached < 400; reached++ {
		p.keys(kb.Tab)
		if s := p.stop(""); s.Body {
			bodies++
		} else if s.Faults != "" {
			p.t.Errorf("%s: %s: %s", name, s.What, s.Faults)
		}
		if reached > 0 && p.eval(`String(document.activeElement === window.began)`) == "true" {
			break
		} else if reached == 0 {
			p.eval(`window.began = document.activeElement; ""`)
		}
	}
	left := p.eval(`JSON.stringify([...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")]
		.filter(e => e.dataset.reached !== "yes" && !(e.dataset.ply && !e.dataset.there) && e.tabIndex >= 0 && !e.disabled && e.checkVisibility() && !(e.type === "radio" && !e.checked))
		.map(e => e.outerHTML.slice(0, 120)))`)
	if left != "[]" {
		p.t.Errorf("%s: Tab does not reach %s", name, left)
	}
}

// keyAsk asks something of a board by keyboard alone, and waits for the answer. fills goes to the
// button that it then presses. Where the game has changed meanwhile, it asks again.
func (p *tab) keyAsk(what string, question bool, fills func()) {
	p.t.Helper()
	for range 5 {
		p.live()
		before := p.eval("location.search")
		fills()
		p.keys(kb.Enter)
		if question {
			p.sure()
		}
		p.until("the answer to "+what, soon, fmt.Sprintf(`location.pathname === "/boards/b07" && location.search !== %q && document.activeElement?.matches(".answer")`, before))
		if text := p.text(".answer"); strings.Contains(text, answered) {
			return
		} else if !strings.Contains(text, "the game has changed") {
			p.t.Fatalf("%s: %s", what, text)
		}
	}
	p.t.Fatalf("%s: the game changes all the time", what)
}

// keyPress presses a button of the page of a board, and waits for the answer.
func (p *tab) keyPress(css string) {
	p.t.Helper()
	p.keyAsk(css, false, func() { p.tabTo(css) })
}

// chooses has the next file dialog of the page choose a file. No other key opens it than a person's.
func (p *tab) chooses(path string) {
	p.t.Helper()
	opened := make(chan cdp.BackendNodeID, 1)
	if err := chromedp.Listen(p.ctx, func(event any) {
		if e, ok := event.(*page.EventFileChooserOpened); ok {
			opened <- e.BackendNodeID
		}
	}); err != nil {
		p.t.Fatal(err)
	}
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
		return err
	}))
	p.keys(kb.Enter)
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		select {
		case id := <-opened:
			_, err := cdp.Call(ctx, t, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, BackendNodeID: id})
			return err
		case <-ctx.Done():
			return fmt.Errorf("the key opens no dialog: %w", ctx.Err())
		}
	}))
}

// TestKeyboard is an evening at the desk with the keys alone: no mouse, and no script that sets the
// focus. Wherever Tab stops, the focus can be seen.
func TestKeyboard(t *testing.T) {
	d := newDesk(t)
	anna := d.enter("anna")
	if err := os.WriteFile(d.file("r2.csv"), []byte("table;white;black;round\n7;\"Ng, Wei\";\"Diallo, Awa\";2\n8;A;B;2\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	// pairings: chosen, seen, accepted; a table moved; the round opened
	anna.tabTo(`a[href="/rounds"]`)
	anna.keys(kb.Enter)
	anna.until("the rounds", soon, `Boolean(document.querySelector("[type=file]"))`)
	anna.tabTo("[type=file]")
	anna.chooses(d.file("r2.csv"))
	anna.tabTo(".drop button")
	anna.keys(kb.Enter)
	anna.says(".diff", "table 7: new: Ng, Wei - Diallo, Awa")
	anna.until("the button", soon, `document.activeElement?.textContent === "Accept these pairings"`)
	anna.keys(kb.Enter)
	anna.says(".tables", "Ng, Wei")
	anna.live()
	anna.tabTo("[name=table]")
	anna.leads(func() { anna.keys("8" + kb.Tab + "b09" + kb.Enter) })
	anna.says(`[data-table="8"]`, "b09")
	anna.tabTo(`[data-table="8"] button[value="1-0"]`)
	anna.keys(kb.Enter)
	anna.until("a result for a table without a board", soon, `location.hash === "#table-8" && document.querySelector('[data-table="8"] td:nth-child(5)')?.textContent === "1-0"`)
	anna.live()
	anna.keys(kb.Tab) // goes on from the table
	if s := anna.stop(`[data-table="8"] a`); !s.Here {
		t.Errorf("after a result the focus begins at %s", s.What)
	}
	anna.tabTo(`[data-table="8"] button[value="*"]`)
	anna.leads(func() { anna.keys(kb.Enter) })
	anna.until("no result", soon, `document.querySelector('[data-table="8"] td:nth-child(5)')?.textContent === "*" || document.querySelector('[data-table="8"] td:nth-child(5)')?.textContent === ""`)
	anna.tabTo(`[action$="/open"] button`)
	anna.keys(kb.Enter)
	anna.leads(anna.sure)
	anna.says("b.now", "being played")
	anna.tabTo(".crumbs h1 a")
	anna.keys(kb.Enter)
	anna.says("tr", "Ng, Wei")

	// an illegal move, a ruling
	d.player.Play([]string{"e2e4", "e7e5"})
	anna.says("tr", "1…e5")
	d.illegal("b1", "b3")
	anna.says(".need tr.alert", "a knight does not move from b1 to b3")
	anna.keys("j")
	if s := anna.stop(".need tr.alert a"); !s.Here || s.Faults != "" {
		t.Errorf("j goes to %s: %s", s.What, s.Faults)
	}
	anna.keys(kb.Enter)
	anna.says(".finding", "Set the clock:")
	anna.keyPress(`[action$="/ruling"] button[value="false"]`)
	d.hands(sensor.Record{Word: sensor.Lift, Square: square("b3"), Piece: placement.WhiteKnight}, sensor.Record{Word: sensor.Drop, Square: square("b1"), Piece: placement.WhiteKnight})
	anna.until("the board shows the game", soon, `!document.querySelector(".differ") && !document.querySelector(".finding.acute")`)

	// a result, taken back; the clocks; a takeback to the first move
	anna.keyPress(`[action$="/result"] button[value="0-1"]`)
	anna.says(".result", "0-1")
	anna.keyPress(`[action$="/result"] button[value="*"]`)
	anna.until("no result", soon, `!document.querySelector(".result")`)
	anna.keyPress(`[action$="/pause"] button`)
	anna.keyPress(`[action$="/resume"] button`)
	anna.keyAsk("takeback", true, func() {
		anna.tabTo(`[action$="/takeback"] select`)
		anna.keys(kb.ArrowDown) // not to 1.e4, to the start
		if text := anna.eval(`document.activeElement.selectedOptions[0].textContent`); text != "the start" {
			t.Fatalf("the takeback is to %q", text)
		}
		anna.tabTo(`[action$="/takeback"] button`)
	})
	anna.until("a takeback", soon, `!document.querySelector(".score-list .w")`)

	// a position
	anna.keyAsk("set_position", true, func() {
		anna.tabTo(`a[href$="/position"]`)
		anna.keys(kb.Enter)
		anna.until("the pieces", soon, `document.querySelectorAll("#palette button").length === 13`)
		anna.tabTo(`[data-placement="8/8/8/8/8/8/8/8"]`)
		anna.keys(kb.Enter)
		anna.tabTo("#palette button")
		anna.keys(strings.Repeat(kb.ArrowRight, 5) + kb.Enter) // a white pawn
		anna.tabTo("#editor")
		anna.keys("k" + kb.ArrowRight + "K") // a8, where the board begins, and b8
		anna.keys(" " + strings.Repeat(kb.ArrowDown, 6) + kb.Enter + kb.ArrowDown + "K")
		if fen := anna.eval(`document.querySelector("#placement").value`); fen != "k7/8/8/8/8/8/1P6/1K6" {
			t.Fatalf("the position is %q", fen)
		}
		anna.tabTo("[name=why]")
		anna.keys("the pieces fell")
	})
	anna.wantQuiet()
}

// TestFocusStays: what comes by the stream does not take the focus away, open what is closed or
// close what is open.
func TestFocusStays(t *testing.T) {
	d := newDesk(t)
	anna := d.enter("anna")
	anna.says("tr", "Ferrier, Isla")
	d.player.Play([]string{"e2e4"})
	anna.says("tr", "1.e4")
	anna.tabTo(`a[href="/boards/b07"]`)
	stays := func(what, css string, change func(), came string) {
		t.Helper()
		change()
		anna.until(what+": the page has the change", soon, came)
		if s := anna.stop(css); !s.Here {
			t.Errorf("%s: the focus is at %+v", what, s)
		}
	}
	stays("a move", `a[href="/boards/b07"]`, func() { d.player.Play([]string{"e7e5"}) }, `[...document.querySelectorAll("td.move")].some(e => e.textContent === "1…e5")`)
	stays("a board that needs a person goes up", `.need a[href="/boards/b07"]`, func() { d.illegal("b1", "b3") }, `Boolean(document.querySelector(".need tr.alert"))`)
	anna.keys(kb.Enter)
	anna.says(".finding", "Set the clock:")
	anna.live()
	anna.tabTo(".finding summary")
	anna.keys(kb.Enter)
	const restored = `!document.querySelector(".differ")`
	stays("the pieces go back", ".finding summary, .findings, .finding", func() {
		d.hands(sensor.Record{Word: sensor.Lift, Square: square("b3"), Piece: placement.WhiteKnight}, sensor.Record{Word: sensor.Drop, Square: square("b1"), Piece: placement.WhiteKnight})
	}, restored)
	anna.tabTo(".score-list")
	stays("a move in the score", ".score-list", func() { d.player.Play([]string{"g1f3"}) }, `[...document.querySelectorAll(".score-list li")].some(e => e.textContent.includes("Nf3"))`)
	anna.tabTo(`[action$="/resign"] button[value="b"]`)
	stays("a move while a button has the focus", `[action$="/resign"] button[value="b"]`, func() { d.player.Play([]string{"b8c6"}) },
		`[...document.querySelectorAll('[action$="/takeback"] option')].some(e => e.textContent.includes("Nf3"))`)
	anna.wantQuiet()
}

// TestFocusStaysAtMove: a spectator who is at a move stays there while others come, and at the list
// when that move is taken back.
func TestFocusStaysAtMove(t *testing.T) {
	d := newDesk(t)
	d.player.Play([]string{"e2e4", "e7e5"})
	p := newBrowser(t).open(d.at("/open/round-1/table-7"))
	p.live()
	p.until("two moves", soon, `Boolean(document.querySelector('#moves [data-ply="2"]')) && !document.querySelector(".steps").hidden`)
	p.tabTo(`#moves [data-ply="2"]`)
	d.player.Play([]string{"g1f3"})
	p.until("the next move", soon, `Boolean(document.querySelector('#moves [data-ply="3"]'))`)
	if s := p.stop(`#moves [data-ply="2"]`); !s.Here {
		t.Errorf("after a move the focus is at %+v", s)
	}
	p.window("minimized") // the page does not listen now
	d.player.Play([]string{"b8c6"})
	p.window("normal")
	p.until("the move that was missed", soon, `Boolean(document.querySelector('#moves [data-ply="4"]'))`)
	if s := p.stop(`#moves [data-ply="2"]`); !s.Here {
		t.Errorf("after the window was away the focus is at %+v", s)
	}
	if text, err := exec.Command(program+"-hall", "send", "--broker", d.url, "--site", "hall", "--board", "b07", "--wait", "1m", "takeback", "1").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	p.until("the takeback", soon, `!document.querySelector('#moves [data-ply="2"]')`)
	if s := p.stop("#moves"); !s.Here {
		t.Errorf("after a takeback the focus is at %+v", s)
	}
	p.wantQuiet()
}
