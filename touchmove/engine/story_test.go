package engine_test

import (
	"fmt"
	"os"
	"testing"
)

// TestStory prints what is made of one log: BOARDD_LOG names it.
func TestStory(t *testing.T) {
	name := os.Getenv("BOARDD_LOG")
	if name == "" {
		t.Skip("BOARDD_LOG is not set")
	}
	log, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	tr, found := play(t, string(log))
	for _, line := range tr.Story() {
		fmt.Println(line)
	}
	for i := range found {
		f := &found[i]
		fmt.Println(f.Event, f.At, f.Code, f.Level, f.Article, f.Side, f.Ply, f.UCI, f.Squares, f.Text)
	}
	fmt.Println(sanOf(tr.LastGame()), tr.Game().Phase, tr.Game().Result)
}
