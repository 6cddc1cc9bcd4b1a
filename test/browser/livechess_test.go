//go:build browser

package browser

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/alex65536/go-chess/chess"
	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/boardd/boardd/internal/livetest"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor/sensortest"
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

// webSite is a web site with https at an address that the browser takes for one of the internet.
// Its page plays at the board whose address is in at.
type webSite struct {
	origin string
	flags  []chromedp.ExecAllocatorOption // of a browser that is to find it there
	at     string
}

func newWebSite(t *testing.T) *webSite {
	t.Helper()
	w := &webSite{}
	server := httptest.NewTLSServer(http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(out, playPage, w.at)
	}))
	t.Cleanup(server.Close)
	address := server.Listener.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	w.origin = "https://play.example:" + port
	w.flags = []chromedp.ExecAllocatorOption{chromedp.IgnoreCertErrors, chromedp.Flag("host-resolver-rules", "MAP play.example 127.0.0.1"),
		chromedp.Flag("ip-address-space-overrides", address+"=public")}
	return w
}

// permits sets what the browser permits a web site, as its visitor would.
func (b *browser) permits(origin, permission string, setting cdpbrowser.PermissionSetting) {
	b.t.Helper()
	b.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
			Permission: &cdpbrowser.PermissionDescriptor{Name: permission}, Setting: setting, Origin: origin})
		return err
	}))
}

// loopback is chromium's name for the permission that a web site needs.
const loopback = "loopback-network"

// TestPlayAtHome: a page of a web site with https plays a whole game at a simulated board, once the
// browser permits it to reach this machine, with slides, castling, promotions and illegal moves put
// right: the moves that arrive are the game's. A page of a web site that is not configured gets
// nothing, whatever the browser permits.
func TestPlayAtHome(t *testing.T) {
	site, other := newWebSite(t), newWebSite(t)
	table := livetest.New(t, site.origin)
	site.at, other.at = table.Address, table.Address
	hands := simulate.Human()
	hands.Sweep, hands.SweepRest = simulate.Rate{Of: 1, In: 4}, simulate.Span{Least: 30, Most: 250}
	hands.Irregular = simulate.Irregular{Correct: simulate.Rate{Of: 1, In: 15}, Rest: simulate.Span{Least: 800, Most: 3000}}
	hands.Ending = simulate.Ending{}
	records, truth := simulate.Play(legality.Initial(), simulate.RandomGame(4, 160), simulate.DGT(), hands, false, 4)
	table.Play(records[:1], func() {})
	stranger := newBrowser(t, other.flags...)
	stranger.permits(other.origin, loopback, cdpbrowser.PermissionSettingGranted)
	stranger.open(other.origin+"/").until("a foreign page gets nothing", time.Minute, `state === "closed"`)
	b := newBrowser(t, site.flags...)
	b.permits(site.origin, loopback, cdpbrowser.PermissionSettingGranted)
	player := b.open(site.origin + "/")
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

// TestPermission: a page of a web site finds the board only if the browser permits it to reach this
// machine, by the permission of this name and no other. While the visitor has not answered, and
// there is nobody here who could, it does not.
func TestPermission(t *testing.T) {
	site := newWebSite(t)
	table := livetest.New(t, site.origin)
	site.at = table.Address
	table.Play(sensortest.Records(t, sensortest.Initial), func() {})
	b := newBrowser(t, site.flags...)
	for _, c := range []struct {
		permission string
		setting    cdpbrowser.PermissionSetting
		asked      string // what the page hears when it asks about the permission
		want       string
	}{
		{loopback, cdpbrowser.PermissionSettingDenied, "denied", "closed"},
		{"local-network", cdpbrowser.PermissionSettingGranted, "denied", "closed"},
		{loopback, cdpbrowser.PermissionSettingGranted, "granted", "ready"},
		{loopback, cdpbrowser.PermissionSettingPrompt, "prompt", "closed"},
	} {
		b.permits(site.origin, c.permission, c.setting)
		page := b.open(site.origin + "/")
		page.until(fmt.Sprintf("%s when %s is %s", c.want, c.permission, c.setting), time.Minute, fmt.Sprintf("state === %q", c.want))
		if got := page.eval(fmt.Sprintf(`navigator.permissions.query({name: %q}).then(p => p.state)`, loopback)); got != c.asked {
			t.Errorf("%s is %s: the page hears %q, want %q", c.permission, c.setting, got, c.asked)
		}
	}
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
		page.says(css, want) // the list and the feed come by different connections
	}
	page.wantQuiet()
}
