//go:build browser && picture

package browser

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/livetest"
)

// TestPermissionPicture keeps a picture of what chromium asks its visitor, for docs/home.md: make
// home-picture. It needs Xvfb and import, since a browser without a window asks nobody.
func TestPermissionPicture(t *testing.T) {
	file := os.Getenv("PICTURE")
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "900x500x24", "-nolisten", "tcp")
	screen.ExtraFiles = []*os.File{write}
	if err := screen.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Process.Kill(); screen.Wait() })
	write.Close()
	var number int
	if _, err := fmt.Fscan(read, &number); err != nil {
		t.Fatal(err)
	}
	display := fmt.Sprintf("DISPLAY=:%d", number)
	shot := func() []byte {
		shoot := exec.Command("import", "-window", "root", "-crop", "330x190+115+84", "+repage", "-strip", "png:-")
		shoot.Env = append(os.Environ(), display)
		data, err := shoot.Output()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	site := newWebSite(t)
	site.at = livetest.New(t, site.origin).Address
	b := newBrowser(t, append(site.flags, chromedp.Flag("headless", false), chromedp.Flag("enable-automation", false), chromedp.Env(display),
		chromedp.WindowSize(900, 500), chromedp.Flag("window-position", "0,0"))...)
	page := b.open("about:blank")
	blank, last := shot(), []byte(nil)
	page.run(chromedp.Navigate(site.origin + "/"))
	page.until("the page waits for an answer", time.Minute, `socket.readyState === WebSocket.CONNECTING`)
	harness.Until(t, "the question", time.Minute, func() bool {
		before := last
		last = shot()
		return bytes.Equal(last, before) && !bytes.Equal(last, blank)
	})
	if err := os.WriteFile(file, last, 0o644); err != nil {
		t.Fatal(err)
	}
}
