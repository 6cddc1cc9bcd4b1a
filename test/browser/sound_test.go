//go:build browser

package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/boardd/boardd/internal/harness"
)

// ears listen to what a page gives to its loudspeaker: they keep the loudest sample, and count
// those that are no silence.
const ears = `window.heard = { loudest: 0, samples: 0 };
const connect = AudioNode.prototype.connect, real = AudioContext;
window.AudioContext = class extends real {
	constructor(...how) {
		super(...how);
		window.sound = this;
		this.ear = this.createScriptProcessor(1024, 1, 1);
		this.ear.onaudioprocess = event => {
			for (const sample of event.inputBuffer.getChannelData(0)) {
				heard.loudest = Math.max(heard.loudest, Math.abs(sample));
				if (Math.abs(sample) > 0.001) heard.samples++;
			}
		};
		connect.call(this.ear, this.destination);
	}
};
AudioNode.prototype.connect = function (to, ...how) {
	if (to === this.context.destination && this.context.ear) connect.call(this, this.context.ear);
	return connect.call(this, to, ...how);
};`

// listened opens a page with ears.
func (b *browser) listened(address string) *tab {
	b.t.Helper()
	p := b.open("about:blank")
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: ears})
		return err
	}), chromedp.Navigate(address))
	p.live()
	return p
}

// TestSound: the desk is heard as soon as its browser lets it, and says so while it is not. The
// browser has its own rule for that: somebody has to touch the page first.
func TestSound(t *testing.T) {
	d := newDesk(t)
	anna := d.enter("anna").browser.listened(d.base + "/") // in a tab that nobody has touched
	d.player.Play([]string{"e2e4", "e7e5"})
	anna.says("tr", "1…e5")
	anna.rendered()
	anna.until("the page says that it is silent", soon, `document.querySelector("#bell")?.textContent.includes("Sound is off")`)
	d.illegal("b1", "b3")
	anna.until("the bell", soon, `document.documentElement.dataset.rang === "1"`)
	if state := anna.eval("sound.state + heard.samples"); state != "suspended0" {
		t.Errorf("before anybody has touched the page: %s", state)
	}

	anna.says(".need tr.alert", "a knight does not move")
	anna.keys("j") // any key will do
	anna.until("sound", soon, `sound.state === "running" && document.querySelector("#bell")?.textContent === "Try the bell"`)
	if samples := anna.eval("heard.samples"); samples != "0" {
		t.Errorf("a bell from before is heard when it is no news any more: %s samples", samples)
	}
	bells := 1
	heard := func(what string, rings func()) {
		t.Helper()
		for range 5 { // the ears of a machine that stands still miss a bell
			had := anna.eval("heard.samples")
			rings()
			if harness.Comes(10*time.Second, func() bool { return anna.eval("heard.samples > 200 + "+had+" && heard.loudest > 0.1") == "true" }) {
				t.Logf("%s: %s", what, anna.eval("JSON.stringify(heard)"))
				return
			}
		}
		t.Errorf("%s: no bell is heard", what)
	}
	alert := func() {
		bells++
		d.publish("chess/1/hall/b07/arbiter/alert/other", fmt.Sprintf(`{"seq":%d,"finding":{"event":%[1]d,"t_ms":%[1]d,"code":"other","level":"certain","text":"another"}}`, 900000+bells))
		anna.until("the next bell", soon, fmt.Sprintf(`document.documentElement.dataset.rang === "%d" && document.title.startsWith("⚠")`, bells))
	}
	heard("in front", alert)
	anna.window("minimized") // the page of all boards listens all the same
	heard("behind other windows", alert)
	anna.window("normal")

	// who goes on to another page by key or mouse need not touch that one
	anna.press(".need tr.alert a", kb.Enter)
	anna.until("the page of the board", soon, `location.pathname === "/boards/b07" && document.querySelector("#bell")?.textContent === "Try the bell"`)
	anna.live()
	heard("tried", func() { anna.click("#bell") })
	anna.wantQuiet()
}

// rendered: the two tones are what they are meant to be.
func (p *tab) rendered() {
	p.t.Helper()
	text := p.eval(`(async () => {
		const { bell } = await import(document.querySelector('script[src*="desk.js"]').src), rate = 44100;
		const context = new OfflineAudioContext(1, rate / 2, rate);
		bell(context, 0);
		const samples = (await context.startRendering()).getChannelData(0);
		const part = (from, to) => {
			let loudest = 0, crossings = 0;
			for (let i = Math.round(from * rate); i < to * rate; i++) {
				loudest = Math.max(loudest, Math.abs(samples[i]));
				if (samples[i - 1] < 0 && samples[i] >= 0) crossings++;
			}
			return { loudest, pitch: crossings / (to - from) };
		};
		return JSON.stringify([part(0.01, 0.19), part(0.23, 0.41), part(0.43, 0.5)]);
	})()`)
	var parts []struct{ Loudest, Pitch float64 }
	if err := json.Unmarshal([]byte(text), &parts); err != nil {
		p.t.Fatal(err)
	}
	for i, want := range []float64{880, 660} {
		if tone := parts[i]; tone.Loudest < 0.1 || tone.Pitch < want-10 || tone.Pitch > want+10 {
			p.t.Errorf("tone %d: %+v, want %v Hz", i, tone, want)
		}
	}
	if parts[2].Loudest > 0.001 {
		p.t.Errorf("after the tones: %+v", parts[2])
	}
}
