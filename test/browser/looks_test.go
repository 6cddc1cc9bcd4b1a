//go:build browser

package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// widths are those of a phone, a tablet, a laptop and a projector.
var widths = []int64{360, 768, 1440, 1920}

// looks is how a page looks: its name, and what is done before it is looked at.
type looks struct{ name, path, script string }

var publicLooks = []looks{
	{"index", "/", ""},
	{"wall", "/open/", ""},
	{"game", "/open/round-1/table-2", ""},
	{"game-back", "/open/round-1/table-2#5", ""},
	{"overlay", "/open/table-2/overlay?size=320", `document.body.style.background = "seagreen"; ""`},
	{"embed", "/open/round-1/table-2/embed", ""},
	{"lost", "/open/", `document.querySelector("#state").hidden = false; document.querySelector("#state").textContent = document.querySelector("#state").dataset.lost; ""`},
}

// TestPublicLooks looks at every public page in every width, light and dark, with axe-core. With
// SHOTS it keeps a picture of each.
func TestPublicLooks(t *testing.T) {
	h := newHall(t, setup{boards: 12, speed: 40, lab: []string{"--light"}})
	h.write("round2.csv", strings.ReplaceAll(h.pairings(), "\n1;", "\n2;"))
	h.do("import", "--accept", h.file("round2.csv"))
	h.plays(12 * 14)
	b, axe := newBrowser(t), axeCore(t)
	for _, look := range publicLooks {
		b.looksAt(axe, h.at(look.path), "public-"+look.name, look.script)
	}
}

// looksAt looks at a page.
func (b *browser) looksAt(axe, address, name, script string) {
	b.t.Helper()
	p := b.open(address)
	for _, dark := range []string{"light", "dark"} {
		for _, width := range widths {
			p.run(emulate("prefers-color-scheme", dark), chromedp.EmulateViewport(width, width*5/8+300))
			p.until("the page is there", 20*time.Second, `document.readyState === "complete" && "look" in document.documentElement.dataset`)
			if script != "" {
				p.eval(script)
			}
			if over := p.eval("document.documentElement.scrollWidth - innerWidth"); !strings.HasPrefix(over, "-") && over != "0" {
				b.t.Errorf("%s is %s wider than %d", name, over, width)
			}
			p.shoot(fmt.Sprintf("%s-%d-%s.png", name, width, dark))
		}
		p.accessible(axe, name+" "+dark)
	}
	p.run(chromedp.EmulateViewport(1280, 800))
	p.stops(name)
	p.wantQuiet()
}

func emulate(feature, value string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: feature, Value: value}}})
		return err
	})
}

// shoot keeps a picture of the page if SHOTS names a folder.
func (b *browser) shoot(name string) {
	b.t.Helper()
	folder := os.Getenv("SHOTS")
	if folder == "" {
		return
	}
	ctx, end := context.WithTimeout(b.ctx, time.Minute)
	defer end()
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// axeCore returns the script of axe-core, which npm installs.
func axeCore(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata/axe")); err != nil {
		t.Fatal(err)
	}
	install := exec.Command("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
	install.Dir = folder
	if text, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	text, err := os.ReadFile(filepath.Join(folder, "node_modules/axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// accessible has axe-core look at the page. Nothing that it finds may be serious.
func (b *browser) accessible(axe, name string) {
	b.t.Helper()
	b.eval(axe + `; ""`)
	text := b.eval(`axe.run().then(r => JSON.stringify(r.violations.map(v => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 3).map(n => n.html.slice(0, 200) + " " + (n.failureSummary ?? "")) }))))`)
	var found []struct {
		ID, Impact, Help string
		Nodes            []string
	}
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		b.t.Fatal(err)
	}
	for _, f := range found {
		report := b.t.Logf
		if f.Impact == "serious" || f.Impact == "critical" {
			report = b.t.Errorf
		}
		report("%s: %s: %s: %s\n%s", name, f.Impact, f.ID, f.Help, strings.Join(f.Nodes, "\n"))
	}
}
