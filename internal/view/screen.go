package view

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/boardd/boardd/touchmove/words"
)

// Screen is what a person has chosen to see of a site. The zero value shows
// all boards, those that need a person first.
type Screen struct {
	order  order
	needy  bool   // only boards that need a person
	filter string // only boards of which something contains this
	typing bool   // the filter
	page   bool   // the board that is chosen has the whole screen
	chosen string // its name; "" for whichever is first
}

// order is what boards are sorted by.
type order uint8

const (
	byNeed order = iota
	byName
	byTime
	orders
)

var orderNames = [orders]string{byNeed: "by need", byName: "by name", byTime: "by time left"}

// most characters of a filter
const maxFilter = 40

// list is the boards to be shown, in order.
func (v *Screen) list(s *Site) []*Board {
	var all []entry
	for _, b := range s.boards {
		e := entry{board: b}
		e.need, e.since = b.need()
		if v.shows(&e) {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return v.order.compare(&a, &b) })
	boards := make([]*Board, len(all))
	for i := range all {
		boards[i] = all[i].board
	}
	return boards
}

// entry is a board and why a person should look at it.
type entry struct {
	board *Board
	need  need
	since string
}

// compare compares entries that are in the order of their names.
func (o order) compare(a, b *entry) int {
	switch o {
	case byNeed:
		return cmp.Or(cmp.Compare(a.need, b.need), strings.Compare(a.since, b.since))
	case byTime:
		return cmp.Compare(a.board.leastTime(), b.board.leastTime())
	}
	return 0
}

// leastTime is what is left to the player who has less, in milliseconds; far
// too much if no clock is known or no game goes on.
func (b *Board) leastTime() int64 {
	if !b.timed || !b.goesOn() {
		return 1 << 62
	}
	return min(b.clock.WhiteMs, b.clock.BlackMs)
}

func (v *Screen) shows(e *entry) bool {
	if v.needy && e.need > noted {
		return false
	}
	if v.filter == "" {
		return true
	}
	what := strings.ToLower(v.filter)
	return slices.ContainsFunc(e.board.words(), func(text string) bool { return strings.Contains(strings.ToLower(text), what) })
}

// words are what a filter looks at, in each language.
func (b *Board) words() []string {
	all := []string{b.name}
	for _, s := range []Style{{}, {Lang: words.German}} {
		all = append(all, b.player(white, s), b.player(black, s), s.term(b.state), s.phase(b.game.Phase), s.term(b.game.Trust.State))
	}
	for i := range b.alerts {
		all = append(all, b.alerts[i].Code)
	}
	return all
}

// cursor is the index of the board that is chosen.
func (v *Screen) cursor(list []*Board) int {
	return max(0, slices.IndexFunc(list, func(b *Board) bool { return b.name == v.chosen }))
}

// pageStep is how many boards the keys for a page go on.
const pageStep = 10

// steps are the keys that move the cursor. The first board is chosen by no
// name, so that it stays the first.
var steps = map[string]func(at, last int) int{
	"up":     func(at, _ int) int { return at - 1 },
	"k":      func(at, _ int) int { return at - 1 },
	"down":   func(at, _ int) int { return at + 1 },
	"j":      func(at, _ int) int { return at + 1 },
	"pgup":   func(at, _ int) int { return at - pageStep },
	"pgdown": func(at, _ int) int { return at + pageStep },
	"home":   func(int, int) int { return 0 },
	"g":      func(int, int) int { return 0 },
	"end":    func(_, last int) int { return last },
	"G":      func(_, last int) int { return last },
}

// acts are what the other keys do.
var acts = map[string]func(*Screen){
	"s":     func(v *Screen) { v.order = (v.order + 1) % orders },
	"a":     func(v *Screen) { v.needy = !v.needy },
	"/":     func(v *Screen) { v.typing, v.page = true, false },
	"enter": func(v *Screen) { v.page = true },
	"right": func(v *Screen) { v.page = true },
	"l":     func(v *Screen) { v.page = true },
	"left":  func(v *Screen) { v.page = false },
	"h":     func(v *Screen) { v.page = false },
	"esc":   func(v *Screen) { v.back() },
}

// Press does what a key asks for, and reports whether it asks for the end. A
// key that writes something has that as its text.
func (v *Screen) Press(key, text string, s *Site) (quit bool) {
	if v.typing {
		v.write(key, text)
		return false
	}
	if key == "q" {
		return true
	}
	if act := acts[key]; act != nil {
		act(v)
	}
	list := v.list(s)
	if step := steps[key]; step != nil && len(list) > 0 {
		at := min(max(step(v.cursor(list), len(list)-1), 0), len(list)-1)
		v.chosen = list[at].name
		if at == 0 {
			v.chosen = ""
		}
	}
	if v.page && v.chosen == "" && len(list) > 0 { // that does not go to another board by itself
		v.chosen = list[0].name
	}
	return false
}

// back goes from the page of a board to the table, and from a choice of boards
// to all of them.
func (v *Screen) back() {
	if v.page {
		v.page = false
		return
	}
	v.filter, v.needy = "", false
}

// write takes a key while the filter is typed.
func (v *Screen) write(key, text string) {
	switch key {
	case "enter":
		v.typing = false
	case "esc":
		v.typing, v.filter = false, ""
	case "backspace":
		_, n := utf8.DecodeLastRuneInString(v.filter)
		v.filter = v.filter[:len(v.filter)-n]
	default:
		if utf8.RuneCountInString(v.filter+text) <= maxFilter {
			v.filter += text
		}
	}
}
