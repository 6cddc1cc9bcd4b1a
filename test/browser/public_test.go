//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/boardd/boardd/internal/harness"
)

// watchMoves has a page note when each table shows which move.
const watchMoves = `window.shown = [];
for (const card of document.querySelectorAll("[data-t]")) {
	const move = card.querySelector(".mv");
	new MutationObserver(() => shown.push({ table: card.dataset.t, text: move.textContent, at: Date.now() })).observe(move, { childList: true, characterData: true, subtree: true });
}
window.mark = "not loaded again"; ""`

// TestWallIsLive: a move on a board is on the wall a second later, and never before its delay.
func TestWallIsLive(t *testing.T) {
	for _, delay := range []time.Duration{0, 3 * time.Second} {
		t.Run(delay.String(), func(t *testing.T) { wallIsLive(t, delay) })
	}
}

func wallIsLive(t *testing.T, delay time.Duration) {
	h := newHall(t, setup{boards: 3, delay: delay, speed: 6})
	p := newBrowser(t).open(h.at("/open/"))
	p.until("all tables", 30*time.Second, `document.querySelectorAll("[data-t]").length === 3`)
	p.eval(watchMoves)
	h.plays(60)
	var shown []struct {
		Table, Text string
		At          int64
	}
	harness.Until(t, "moves on the page", 10*time.Second+delay, func() bool {
		err := json.Unmarshal([]byte(p.eval("JSON.stringify(shown)")), &shown)
		return err == nil && len(shown) >= 40
	})
	var late []time.Duration
	for _, one := range shown {
		_, san, _ := strings.Cut(one.Text, " ")
		for _, m := range h.events.all() {
			if at := time.UnixMilli(one.At).Sub(m.at); m.board == "b0"+one.Table && m.san == san && at > -time.Second && at < delay+20*time.Second {
				late = append(late, at-delay)
				break
			}
		}
	}
	slices.Sort(late)
	if len(late) < 20 {
		t.Fatalf("%d of %d moves on the page were published: %v", len(late), len(shown), shown)
	}
	t.Logf("%d moves; later than the delay: p50 %v, p90 %v, most %v", len(late), late[len(late)/2], late[len(late)*9/10], late[len(late)-1])
	if delay > 0 && late[0] < -50*time.Millisecond { // the event and the snapshot come by different connections
		t.Errorf("a move was shown %v before its delay was over", -late[0])
	}
	if most := late[len(late)*9/10]; most > 10*time.Second { // a second, on a machine with time for it
		t.Errorf("moves are %v late", most)
	}
	if delay > 0 && !strings.Contains(p.text("footer"), "3 s ago") {
		t.Errorf("the page does not say its delay: %q", p.text("footer"))
	}
	p.wantQuiet()
}

// TestWallHeals: while there is no broker, or no hall, the page says so; then it heals without
// being loaded again.
func TestWallHeals(t *testing.T) {
	h := newHall(t, setup{boards: 3, speed: 4})
	b := newBrowser(t)
	wall, game := b.open(h.at("/open/round-1/")), b.open(h.at("/open/round-1/table-2"))
	pages := []*tab{wall, game}
	for _, p := range pages {
		p.eval(`window.mark = "not loaded again"; ""`)
		p.until("the page is live", 20*time.Second, `document.documentElement.dataset.live === "true" && document.querySelector("#state").hidden`)
	}
	h.plays(6)
	says := func(what string) {
		for _, p := range pages {
			p.until(what, 20*time.Second, fmt.Sprintf(`!document.querySelector("#state").hidden && document.querySelector("#state").textContent.includes(%q)`, what))
		}
	}
	heals := func() {
		h.plays(6)
		for _, p := range pages {
			p.until("the page is live again", 30*time.Second, `document.querySelector("#state").hidden`)
			if p.eval("window.mark") != "not loaded again" {
				t.Error("the page was loaded again")
			}
		}
		harness.Until(t, "the pages show what is", 20*time.Second, func() bool { return h.shows(wall, game) })
	}
	heals()

	h.broker.Kill()
	says("no connection to its boards")
	time.Sleep(10 * time.Second) // so long is the fault
	h.broker.Restart()
	heals()

	h.kill()
	says("no connection to the hall")
	h.start()
	heals()
	for _, p := range pages {
		p.wantQuiet()
	}
}

// shows reports whether the pages show what state.json has.
func (h *hall) shows(wall, game *tab) bool {
	_, text := h.get(h.at("/open/state.json"))
	var state struct {
		Rounds []struct {
			Games []struct {
				Table, Plies int
				Last, FEN    string
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &state); err != nil {
		h.t.Fatal(err)
	}
	for _, g := range state.Rounds[0].Games {
		card := fmt.Sprintf(`[data-t="%d"]`, g.Table)
		if _, san, _ := strings.Cut(wall.text(card+" .mv"), " "); san != g.Last || wall.placement(card) != strings.Fields(g.FEN)[0] {
			return false
		}
		if g.Table == 2 && (game.placement("#game") != strings.Fields(g.FEN)[0] || game.eval(`document.querySelectorAll("#moves [data-ply]").length`) != fmt.Sprint(g.Plies)) {
			return false
		}
	}
	return true
}

// placement reads a board that a page has drawn.
func (b *browser) placement(under string) string {
	return b.eval(fmt.Sprintf(`(() => {
		const squares = Array(64).fill("");
		for (const use of document.querySelectorAll(%q + " .pieces use")) {
			const [side, kind] = use.getAttribute("href").slice(1);
			squares[8 * use.getAttribute("y") + Number(use.getAttribute("x"))] = side === "w" ? kind : kind.toLowerCase();
		}
		const rows = [];
		for (let y = 0; y < 8; y++) rows.push(squares.slice(8 * y, 8 * y + 8).map(s => s || " ").join("").replace(/ +/g, gap => gap.length));
		return rows.join("/");
	})()`, under))
}

// TestGame: the keyboard steps through a game, a link leads to a ply, and the PGN is there.
func TestGame(t *testing.T) {
	h := newHall(t, setup{boards: 1, speed: 8})
	h.plays(8)
	p := newBrowser(t).open(h.at("/open/round-1/table-1"))
	p.until("six moves", 30*time.Second, `document.querySelectorAll("#moves [data-ply]").length >= 6 && !document.querySelector(".steps").hidden`)
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	p.run(chromedp.KeyEvent(kb.Home))
	if got := p.placement("#game"); got != start {
		t.Errorf("Home shows %s", got)
	}
	p.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowLeft))
	second := p.placement("#game")
	if read := p.text(`[data-pieces="w"]`); !strings.HasPrefix(read, "Ke1, Qd1") {
		t.Errorf("a screen reader is given %q", read)
	}
	if now := p.eval(`document.querySelector("#moves [aria-current]").dataset.ply + location.hash`); now != "2#2" {
		t.Errorf("the second move is shown at %s", now)
	}
	h.plays(2)
	if got := p.placement("#game"); got != second {
		t.Errorf("a reader who looks at a move is shown another: %s", got)
	}
	for _, path := range []string{"/open/round-1/table-1#2", "/open/round-1/table-1?ply=2"} {
		other := p.open(h.at(path))
		other.until(path+" shows the second move", 20*time.Second, fmt.Sprintf(`!document.querySelector(".steps").hidden && document.querySelector("#moves [aria-current]")?.dataset.ply === "2"`))
		if got := other.placement("#game"); got != second {
			t.Errorf("%s shows %s, want %s", path, got, second)
		}
	}
	p.run(chromedp.KeyEvent("f"))
	turned := []byte(second)
	slices.Reverse(turned)
	if got := p.placement("#game"); got != string(turned) {
		t.Errorf("turned it shows %s, want %s", got, turned)
	}
	p.run(chromedp.KeyEvent(kb.End))
	p.until("the last move", 10*time.Second, `document.querySelector("#moves li:last-child [aria-current]") !== null && location.hash === ""`)
	pgn := p.eval(`fetch(document.querySelector(".tools a").href).then(a => a.text())`)
	if !strings.Contains(pgn, `[GameId "open-r1-t1"]`) {
		t.Errorf("the PGN is %q", pgn)
	}
	p.wantQuiet()
}

// TestNamesAreData: a name is shown as it is, whatever it is.
func TestNamesAreData(t *testing.T) {
	const bad = `"><script>document.title=1</script><img src=x onerror=document.title=2>`
	h := newHall(t, setup{boards: 2, speed: 8, names: func(csv string) string {
		lines := strings.Split(csv, "\n")
		fields := strings.Split(lines[1], ";")
		fields[2] = `"` + strings.ReplaceAll(bad, `"`, `""`) + `"`
		lines[1] = strings.Join(fields, ";")
		return strings.Join(lines, "\n")
	}})
	h.plays(4)
	b := newBrowser(t)
	for path, where := range map[string]string{"/open/": `[data-t="1"] [data-side="w"] .n`, "/open/round-1/table-1": `[data-side="w"] .n`, "/open/table-1/overlay": `[data-side="w"] .n`, "/open/round-1/table-1/embed": `[data-side="w"] .n`} {
		p := b.open(h.at(path))
		p.until(path+" is live", 20*time.Second, `document.documentElement.dataset.live === "true"`)
		if got := p.text(where); got != bad {
			t.Errorf("%s shows the name as %q", path, got)
		}
		if got := p.eval(`document.querySelectorAll("main script, main img").length + document.title`); strings.HasPrefix(got, "0") == false || strings.TrimLeft(got, "0") == "1" || strings.TrimLeft(got, "0") == "2" {
			t.Errorf("%s: a name has become part of the page: %q", path, got)
		}
		p.wantQuiet()
	}
}

// TestHiddenRound: of a round that is shown at its end there are names alone.
func TestHiddenRound(t *testing.T) {
	h := newHall(t, setup{boards: 2, speed: 8, config: "at_end = [1]\n"})
	h.plays(8)
	p := newBrowser(t).open(h.at("/open/"))
	p.until("the page is live", 20*time.Second, `document.documentElement.dataset.live === "true"`)
	h.plays(4)
	if got := p.eval(`[...document.querySelectorAll(".mv, .clk, .res")].map(n => n.textContent).join("")`); got != "" {
		t.Errorf("a hidden round shows %q", got)
	}
	if !strings.Contains(p.text(".note"), "when it has ended") {
		t.Error("the page does not say that the round is hidden")
	}
	h.do("open", "--round", "0")
	p.until("moves after the end", 20*time.Second, `document.querySelector(".mv")?.textContent !== ""`)
	p.until("no note after the end", 20*time.Second, `document.querySelector(".note").hidden`)
}

// TestHiddenTab: a page that nobody sees does not listen, and comes back with what is.
func TestHiddenTab(t *testing.T) {
	h := newHall(t, setup{boards: 2, speed: 8})
	b := newBrowser(t)
	p := b.open(h.at("/open/"))
	p.until("the page is live", 20*time.Second, `document.documentElement.dataset.live === "true"`)
	hide := func(hidden bool) {
		p.eval(fmt.Sprintf(`Object.defineProperty(document, "hidden", { value: %v, configurable: true }); document.dispatchEvent(new Event("visibilitychange")); ""`, hidden))
	}
	p.eval(watchMoves)
	hide(true)
	time.Sleep(time.Second) // what was under way arrives
	p.eval("shown.length = 0; ''")
	h.plays(6)
	if got := p.eval("shown.length"); got != "0" {
		t.Errorf("a hidden page has shown %s moves", got)
	}
	hide(false)
	p.until("moves when it is seen again", 10*time.Second, "shown.length > 0")
	if p.eval("window.mark") != "not loaded again" {
		t.Error("the page was loaded again")
	}
	p.wantQuiet()
}

// TestOverlay: the overlay of a video is transparent, of the size that is asked for, and has the
// parts that are asked for.
func TestOverlay(t *testing.T) {
	h := newHall(t, setup{boards: 1, speed: 8})
	h.plays(2)
	p := newBrowser(t).open(h.at("/open/table-1/overlay?size=320&parts=board,names"))
	p.until("the overlay is live", 20*time.Second, `document.documentElement.dataset.live === "true"`)
	for script, want := range map[string]string{
		`getComputedStyle(document.body).backgroundColor`:                 "rgba(0, 0, 0, 0)",
		`getComputedStyle(document.documentElement).backgroundColor`:      "rgba(0, 0, 0, 0)",
		`document.querySelector(".board").getBoundingClientRect().width`:  "320",
		`document.querySelectorAll(".clk, .last, header, footer").length`: "0",
		`document.querySelectorAll(".n").length`:                          "2",
	} {
		if got := p.eval(script); got != want {
			t.Errorf("%s is %s, want %s", script, got, want)
		}
	}
	before := p.placement("#game")
	h.plays(2)
	harness.Until(t, "the overlay moves", 10*time.Second, func() bool { return p.placement("#game") != before })
	p.wantQuiet()
}

// TestWithoutScript: the pages show the position without a script.
func TestWithoutScript(t *testing.T) {
	h := newHall(t, setup{boards: 1, speed: 8})
	h.plays(8)
	for path, wants := range map[string][]string{
		"/open/":                      {`<use href="#wK"`, `data-t="1"`},
		"/open/round-1/table-1":       {`<use href="#wK"`, `href="?ply=2"`},
		"/open/round-1/table-1?ply=0": {`<use href="#wR" x="0" y="7"`},
		"/open/table-1/overlay":       {`<use href="#wK"`},
		"/open/round-1/table-1/embed": {`<use href="#wK"`},
		"/open/round-1/embed":         {`data-t="1"`},
	} {
		status, body := h.get(h.at(path))
		if status != 200 {
			t.Errorf("%s: status %d", path, status)
		}
		for _, want := range wants {
			if !strings.Contains(body, want) {
				t.Errorf("%s has no %s", path, want)
			}
		}
	}
}
