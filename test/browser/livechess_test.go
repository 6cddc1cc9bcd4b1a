//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/alex65536/go-chess/chess"

	"github.com/boardd/boardd/internal/livetest"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor/simulate"
)

// playPage is a page of a web site that plays as lichess.org's does: it takes the first board, and
// plays what is new in san, by the length of the list alone.
const playPage = `<!DOCTYPE html><title>play</title><script>
const moves = [], waiting = {}; let last = 0, calls = 100, state = "";
const socket = new WebSocket("ws://%s/api/v1.0");
const call = (id, call, param) => socket.send(JSON.stringify({id, call, param}));
socket.onopen = () => call(1, "eboards");
socket.onclose = () => { state = "closed"; };
socket.onmessage = event => {
  const m = JSON.parse(event.data);
  if (m.response === "error") state = m.param.message;
  else if (m.response === "feed") {
    if (m.param.san) {
      moves.push(...m.param.san.slice(last));
      last = m.param.san.length;
    }
  } else if (m.id === 1) call(2, "subscribe", {feed: "eboardevent", id: 1, param: {serialnr: m.param[0].serialnr}});
  else if (m.id === 2) call(3, "call", {id: 1, method: "setup", param: {fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}});
  else if (m.id === 3) state = "ready";
  else if (waiting[m.id]) waiting[m.id](true);
};
const catchUp = () => new Promise(done => { calls++; waiting[calls] = done; call(calls, "eboards"); });
</script>`

// TestPlayAtHome: a page of another origin plays a whole game at a simulated board, with slides,
// castling, promotions and illegal moves put right: the moves that arrive are the game's. A page
// of a web site that is not configured gets nothing.
func TestPlayAtHome(t *testing.T) {
	address := ""
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, playPage, address)
	})
	site, other := httptest.NewServer(page), httptest.NewServer(page)
	defer site.Close()
	defer other.Close()
	table := livetest.New(t, site.URL)
	address = table.Address
	hands := simulate.Human()
	hands.Sweep, hands.SweepRest = simulate.Rate{Of: 1, In: 4}, simulate.Span{Least: 30, Most: 250}
	hands.Irregular = simulate.Irregular{Correct: simulate.Rate{Of: 1, In: 15}, Rest: simulate.Span{Least: 800, Most: 3000}}
	hands.Ending = simulate.Ending{}
	records, truth := simulate.Play(legality.Initial(), simulate.RandomGame(4, 160), simulate.DGT(), hands, false, 4)
	table.Play(records[:1], func() {})
	b := newBrowser(t)
	stranger := b.open(other.URL + "/")
	stranger.until("a foreign page gets nothing", time.Minute, `state === "closed"`)
	player := b.open(site.URL + "/")
	player.until("the page has set up its position", time.Minute, `state === "ready"`)
	table.Play(records[1:], func() { player.eval(`catchUp()`) })
	game := chess.NewGame()
	for _, san := range strings.Fields(player.eval(`moves.join(" ")`)) {
		if err := game.PushMoveSAN(san); err != nil {
			t.Fatalf("%s: %v", san, err)
		}
	}
	if got, want := game.UCIList(), strings.Join(truth.Moves, " "); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	t.Logf("%d plies; what was done besides: %v", game.Len(), truth.Deeds)
	player.wantQuiet()
}

// TestSelfTest: the page for a person says in words what this browser gets, and what it is.
func TestSelfTest(t *testing.T) {
	table := livetest.New(t)
	records, _ := simulate.Play(legality.Initial(), simulate.RandomGame(4, 2), simulate.DGT(), simulate.Clean(), false, 4)
	table.Play(records[:1], func() {})
	page := newBrowser(t).open("http://" + table.Address + "/")
	page.until("the feed", time.Minute, `document.getElementById("feed").className === "good"`)
	table.Play(records, func() {})
	for css, want := range map[string]string{"#list": "it has 1", "#socket": "boardd answers", "#boards": "alive", "#placement": "rnbqkbnr", "main": "It is not LiveChess"} {
		if got := page.text(css); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", css, got, want)
		}
	}
	page.wantQuiet()
}
