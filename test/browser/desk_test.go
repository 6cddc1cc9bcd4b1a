//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/boardd/boardd/hall/web"
	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// desk is a hall with an arbiter's desk, and a board at table 7 that a test plays on.
type desk struct {
	*hall
	base   string
	player *harness.Player
}

const deskPassword = "correct horse"

// soon is how long a page may take on a machine that does much else.
const soon = time.Minute

func newDesk(t *testing.T) *desk {
	t.Helper()
	address := brokertest.FreeAddress(t)
	d := &desk{base: "http://" + address}
	d.hall = newHall(t, setup{boards: 2, speed: 2, closed: true,
		names: func(csv string) string {
			head, _, _ := strings.Cut(csv, "\n")
			return head + "\n" + csvLine(head, "7", "Ferrier, Isla", "Okonkwo, Chidi", "1") + "\n"
		},
		more: func(config string) string {
			return strings.Replace(config, "[mqtt]", "[desk]\nlisten = \""+address+"\"\n[mqtt]", 1)
		}})
	accounts := web.Accounts{Folder: filepath.Join(d.dir, "desk")}
	for name, role := range map[string]web.Role{"anna": web.Arbiter, "boris": web.Arbiter} {
		if err := accounts.Add(name, role, []byte(deskPassword)); err != nil {
			t.Fatal(err)
		}
	}
	board, player, _ := harness.DgtTable(t, t.TempDir(), d.url)
	d.player = player
	harness.AwaitUpdates(t, board)
	d.do("open", "--round", "1")
	return d
}

// csvLine writes a line with the columns of a head.
func csvLine(head, table, white, black, round string) string {
	separator := ","
	if strings.Contains(head, ";") {
		separator = ";"
	}
	values := map[string]string{"table": table, "white": white, "black": black, "round": round}
	var line []string
	for _, column := range strings.Split(strings.TrimSpace(head), separator) {
		line = append(line, `"`+strings.ReplaceAll(values[strings.Trim(column, `"`)], `"`, `""`)+`"`)
	}
	return strings.Join(line, separator)
}

// hands has the player do something that is no legal move.
func (d *desk) hands(records ...sensor.Record) {
	for _, r := range records {
		d.player.Do(r)
		time.Sleep(20 * time.Millisecond) // so quick are the hands
	}
}

// illegal has White play a knight to a square to which it does not go, and press the clock.
func (d *desk) illegal(from, to string) {
	a, _ := placement.ParseSquare(from)
	b, _ := placement.ParseSquare(to)
	d.hands(sensor.Record{Word: sensor.Lift, Square: a, Piece: placement.WhiteKnight}, sensor.Record{Word: sensor.Drop, Square: b, Piece: placement.WhiteKnight},
		sensor.Record{Word: sensor.Press, Side: placement.White},
		sensor.Record{Word: sensor.Clock, Times: [2]int64{d.player.Left, d.player.Left}, Running: sensor.RunningFor(placement.Black)})
}

// enter logs in, in a browser of its own, by keyboard, and returns the first page.
func (d *desk) enter(name string) *tab {
	d.t.Helper()
	p := newBrowser(d.t).open(d.base + "/")
	p.until("the page to log in", soon, `document.activeElement?.name === "name"`)
	p.keys(name + kb.Tab + deskPassword + kb.Enter)
	p.until("the desk", soon, `document.querySelector("#live")?.dataset.live === "home"`)
	p.live()
	return p
}

func (p *tab) keys(text string) { p.t.Helper(); p.run(chromedp.KeyEvent(text)) }

func (p *tab) live() {
	p.t.Helper()
	p.until("the page is live", soon, `document.documentElement.dataset.live === "true" && document.querySelector("#state").hidden`)
}

// press goes to an element and presses a key there.
func (p *tab) press(css, key string) {
	p.t.Helper()
	p.until(css, soon, fmt.Sprintf("Boolean(document.querySelector(%q))", css))
	p.eval(fmt.Sprintf(`document.querySelector(%q).focus(); ""`, css))
	p.keys(key)
}

// leads does what leads to another page, and waits until that page is live. The old page is live, too, and
// may show the change before the browser has left it: a key pressed there is lost.
func (p *tab) leads(does func()) {
	p.t.Helper()
	p.eval(`window.old = true; ""`)
	does()
	p.until("the next page", soon, `window.old === undefined`)
	p.live()
}

// says waits until a page has a text.
func (p *tab) says(css, text string) {
	p.t.Helper()
	defer func() {
		if p.t.Failed() {
			p.t.Logf("%s: %s", css, p.text(css))
		}
	}()
	p.until(css+": "+text, soon, fmt.Sprintf("[...document.querySelectorAll(%q)].some(e => e.textContent.replace(/\\s+/g, ' ').includes(%q))", css, text))
}

// asks presses a button of the page of a board, by keyboard, and waits for the answer. Where the
// game has changed meanwhile, it asks again, as a person does.
func (p *tab) asks(css string, question bool) {
	p.t.Helper()
	for range 5 {
		p.live()
		before := p.eval("location.search")
		p.press(css, kb.Enter)
		if question {
			p.sure()
		}
		p.until("the answer to "+css, soon, fmt.Sprintf(`location.pathname === "/boards/b07" && location.search !== %q && Boolean(document.querySelector(".answer"))`, before))
		if text := p.text(".answer"); strings.Contains(text, answered) {
			return
		} else if !strings.Contains(text, "the game has changed") {
			p.t.Fatalf("%s: %s", css, text)
		}
	}
	p.t.Fatalf("%s: the game changes all the time", css)
}

// sure says yes to the question, by keyboard.
func (p *tab) sure() {
	p.t.Helper()
	p.until("the question", soon, `document.activeElement?.name === "sure"`)
	p.keys(kb.Enter)
}

const answered = "the board has done it"

// TestDesk is an evening at the desk, by keyboard but for the position, which is set by mouse,
// too: an illegal move, a ruling, a result on the wrong board, two arbiters at once, a takeback.
func TestDesk(t *testing.T) {
	d := newDesk(t)
	anna := d.enter("anna")
	anna.says("tr", "Ferrier, Isla")
	d.player.Play([]string{"e2e4", "e7e5"})
	anna.says("tr", "1…e5")
	anna.eval(`window.mark = "not loaded again"; ""`)

	began := time.Now()
	d.illegal("b1", "b3")
	anna.until("the bell", soon, `document.documentElement.dataset.rang === "1"`)
	rang := time.Since(began)
	anna.says(".need tr.alert", "a knight does not move from b1 to b3")
	t.Logf("rang after %v, on the page after %v; title %q", rang, time.Since(began), anna.eval("document.title"))
	anna.until("the title", soon, `document.title.startsWith("⚠ (1)")`)
	if anna.eval("window.mark") != "not loaded again" {
		t.Error("the page was loaded again")
	}

	anna.keys("j") // the first board: the one that needs a person
	anna.keys(kb.Enter)
	anna.says(".finding", "Set the clock:")
	anna.says(".finding", "The move may be replaced by b1-a3 or b1-c3")
	anna.says(".held", "The world waits since")
	anna.says("figure", "Squares that differ: b1 b3")
	anna.asks(`[action$="/ruling"] button[value="false"]`, false)
	anna.says(".log", "anna: Ruling undo the irregular move")
	d.hands(sensor.Record{Word: sensor.Lift, Square: square("b3"), Piece: placement.WhiteKnight}, sensor.Record{Word: sensor.Drop, Square: square("b1"), Piece: placement.WhiteKnight})
	anna.until("the board shows the game", soon, `!document.querySelector(".differ") && !document.querySelector(".finding.acute")`)

	anna.asks(`[action$="/result"] button[value="0-1"]`, false) // on the wrong board
	anna.says(".result", "0-1")
	anna.asks(`[action$="/result"] button[value="*"]`, false)
	anna.until("no result", soon, `!document.querySelector(".result")`)

	boris := d.enter("boris")
	boris.run(chromedp.Navigate(d.base + "/boards/b07"))
	boris.live()
	boris.press("[name=seconds]", kb.End+"0") // at work: the requests stay as they are
	anna.asks(`[action$="/takeback"] button`, true)
	anna.until("a takeback", soon, `!document.querySelector(".score-list .b")`)
	boris.until("the page of the other says so", soon, `!document.querySelector("#stale").hidden`)
	boris.press("[name=seconds]", kb.Tab+kb.Enter) // j'adoube for White
	boris.says(".answer", "the game has changed since your page was made")
	boris.says(".answer", "anna: takeback")

	anna.run(chromedp.Navigate(d.base + "/boards/b07/position"))
	anna.until("the pieces", soon, `document.querySelectorAll("#palette button").length === 13`)
	anna.click(`[data-placement="8/8/8/8/8/8/8/8"]`)
	anna.click("#palette button:nth-child(1)")
	anna.clickSquare("e1")
	anna.click("#palette button:nth-child(6)")
	anna.clickSquare("e2")
	anna.click("#palette button:nth-child(6)")
	anna.press("#editor", strings.Repeat(kb.ArrowUp, 5)+"k") // from e2 to e7
	anna.dragPiece("e7", "d8")
	anna.dragPiece("e2", "f3")
	if fen := anna.eval(`document.querySelector("#placement").value`); fen != "3k4/8/8/8/8/5P2/8/4K3" {
		t.Fatalf("the position is %q", fen)
	}
	anna.press("[name=why]", "the pieces fell"+kb.Enter)
	anna.sure()
	anna.says(".answer", answered)
	anna.says(".parts", "1.e4")
	for _, p := range []*tab{anna, boris} {
		p.wantQuiet()
	}
}

func square(name string) placement.Square {
	q, _ := placement.ParseSquare(name)
	return q
}

// TestDeskRounds: a file of pairings is dropped by mouse, seen and accepted, with names that are markup; a
// board is dragged to another table.
func TestDeskRounds(t *testing.T) {
	d := newDesk(t)
	anna := d.enter("anna")
	anna.dropFile(d.file("hall.toml"), "main")
	anna.live() // it is not opened in place of the desk
	anna.run(chromedp.Navigate(d.base + "/rounds"))
	const hostile = `"><script>window.taken = 1</script>`
	d.write("r2.csv", "table;white;black;round\n7;\"Ng, Wei\";\"Diallo, Awa\";2\n8;"+`"""><script>window.taken = 1</script>"`+";B;2\n")
	anna.dropFile(d.file("r2.csv"), ".drop")
	anna.until("the file is chosen", soon, `document.querySelector("[type=file]").files[0]?.name === "r2.csv" && document.activeElement.matches(".drop button")`)
	anna.keys(kb.Enter)
	anna.says(".diff", "table 7: new: Ng, Wei - Diallo, Awa")
	anna.says(".diff", hostile)
	anna.until("the button", soon, `document.activeElement?.textContent === "Accept these pairings"`)
	anna.keys(kb.Enter)
	anna.says(".tables", hostile)
	anna.live()
	anna.leads(func() { anna.drag(`[data-board="b08"]`, `[data-table="7"]`) })
	anna.until("the tables have changed boards", soon, `document.querySelector('[data-table="7"] [data-board]')?.dataset.board === "b08" && document.querySelector('[data-table="8"] [data-board]').dataset.board === "b07"`)
	anna.press(`[action$="/open"] button`, kb.Enter)
	anna.leads(anna.sure)
	anna.says("b.now", "being played")
	anna.run(chromedp.Navigate(d.base + "/"))
	anna.live()
	anna.says("tr", hostile) // the name is at board b07
	anna.run(chromedp.Navigate(d.base + "/rounds/open/2/report"))
	anna.says(".report", "anna: import r2.csv")
	if taken := anna.eval("String(window.taken)"); taken != "undefined" {
		t.Error("a name was taken for a script")
	}
	anna.wantQuiet()
}

// TestDeskHeals: while there is no broker, or no hall, the page of a board says so; then it heals
// without being loaded again, and nobody has to log in again.
func TestDeskHeals(t *testing.T) {
	d := newDesk(t)
	anna := d.enter("anna")
	anna.run(chromedp.Navigate(d.base + "/boards/b07"))
	anna.live()
	anna.eval(`window.mark = "not loaded again"; ""`)
	heals := func(move, shown string) {
		t.Helper()
		anna.until("the page is live again", soon, `document.querySelector("#state").hidden`)
		d.player.Play([]string{move})
		anna.says(".score-list", shown)
		if anna.eval("window.mark") != "not loaded again" {
			t.Error("the page was loaded again")
		}
	}
	heals("e2e4", "1. e4")
	d.broker.Kill()
	anna.says("#state", "no connection to its boards")
	time.Sleep(10 * time.Second) // so long is the fault
	d.broker.Restart()
	heals("e7e5", "1… e5")
	d.kill()
	anna.says("#state", "no connection to the hall")
	d.start()
	harness.Until(t, "the desk", soon, func() bool {
		a, err := http.Get(d.base + "/login")
		return err == nil && a.Body.Close() == nil
	})
	heals("g1f3", "2. Nf3")
	d.kill()
	d.broker.Kill()
	d.start()
	anna.until("a hall that knows no board, which can be asked nothing", soon, `!document.querySelector("#acts")?.checkVisibility()`)
	d.broker.Restart()
	heals("b8c6", "2… Nc6")
	anna.until("the board can be asked again", soon, `document.querySelector("#acts").checkVisibility()`)
	anna.wantQuiet()
}

var deskLooks = []looks{
	{"home", "/", ""}, {"board", "/boards/b07", ""}, {"position", "/boards/b07/position", ""}, {"rounds", "/rounds", ""}, {"round", "/rounds/open/1", ""},
	{"report", "/rounds/open/1/report", ""}, {"laws", "/laws/fide-2023?article=7.5.1", ""}, {"people", "/people", ""}, {"login", "/login", ""},
}

// TestDeskLooks looks at every page of the desk in every width, light and dark, with axe-core.
func TestDeskLooks(t *testing.T) {
	d := newDesk(t)
	axe, anna := axeCore(t), d.enter("anna")
	d.player.Play([]string{"e2e4", "e7e5"})
	d.illegal("b1", "b3")
	anna.says("tr.alert", "a knight does not move")
	for _, look := range deskLooks {
		anna.browser.looksAt(axe, d.base+look.path, "desk-"+look.name, look.script)
	}
}
