package view

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// maxBoards is how many boards of a site are kept; messages of others are ignored.
const maxBoards = 1024

// Site is the state of the boards of one site: a fold over their messages, and
// over the state of the link to the broker. The zero value is ready to use: it
// follows the site of its first message. It is not safe for use by several
// goroutines at once.
type Site struct {
	name    string
	boards  []*Board // in the order of their names
	link    Link
	ignored int // messages of no board of this site
}

// Link is the state of the link to the broker.
type Link struct {
	Up  bool
	Err error // up: what the broker refuses; down: the reason, nil before the first attempt has ended
}

// News is an event for a Site: a message, or a change of the link if Link is set.
// Settled comes now and then while the link is up.
type News struct {
	Message transport.Message // Retain: the broker had kept it
	Link    *Link
	Settled bool
}

// absence is whether a board has been heard since the link was down.
type absence uint8

const (
	present  absence = iota // it has, and all its retained messages have come
	away                    // it has not
	absent                  // it has not, though the link has been up for a while
	returned                // it has
	stayed                  // it has, a while ago
)

// Apply takes a message as Board.Apply does, and reports whether it changed
// anything.
func (s *Site) Apply(m *transport.Message) bool {
	b := s.boardOf(m.Topic)
	if b == nil {
		s.ignored++
		return false
	}
	b.hear()
	return b.Apply(m.Topic, m.Payload)
}

// hear notes that a message of the board has come.
func (b *Board) hear() {
	if b.absence == away || b.absence == absent {
		b.absence = returned
	}
}

// boardOf returns the board of a topic; nil if the topic is of another site or of
// no board.
func (s *Site) boardOf(topic string) *Board {
	t, _, ok := transport.ParseTopic(topic)
	if !ok || s.name != "" && s.name != t.Site() {
		return nil
	}
	at, found := slices.BinarySearchFunc(s.boards, t.Board(), func(b *Board, name string) int {
		return compareNames(b.name, name)
	})
	if found {
		return s.boards[at]
	}
	if len(s.boards) == maxBoards {
		return nil
	}
	b := &Board{site: t.Site(), name: t.Board()}
	s.name, s.boards = t.Site(), slices.Insert(s.boards, at, b)
	return b
}

// Connect takes a change of the link. An alert may end unnoticed while the link is
// down: the broker keeps no message about the end.
func (s *Site) Connect(l Link) {
	s.link = l
	if l.Up {
		return
	}
	for _, b := range s.boards {
		b.absence, b.doubted = away, b.doubted[:0]
		for i := range b.alerts {
			b.doubted = append(b.doubted, b.alerts[i].Code)
		}
	}
}

// Settle returns messages that were missed while the link was down: of boards that
// are heard again, the ends of alerts which stood before and were not repeated.
// The caller must still apply them. Call Settle now and then while the link is up,
// so seldom that all retained messages of a board come between two calls.
func (s *Site) Settle() []transport.Message {
	var missed []transport.Message
	for _, b := range s.boards {
		switch b.absence {
		case away:
			b.absence = absent
		case returned:
			b.absence = stayed
		case stayed:
			b.absence = present
			missed = append(missed, b.missedEnds()...)
		}
	}
	return missed
}

func (b *Board) missedEnds() []transport.Message {
	var missed []transport.Message
	t, err := transport.NewTopics(b.site, b.name)
	for _, code := range b.doubted {
		if err == nil {
			missed = append(missed, transport.Message{Topic: t.Topic(alertTopic + code), QoS: 1, Retain: true})
		}
	}
	b.doubted = nil
	return missed
}

// compareNames orders names by the numbers in them: b2 before b10. Names that
// differ only in leading zeros are in the order of their bytes.
func compareNames(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		i, j := digits(x), digits(y)
		if i == 0 || j == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		if c := compareNumbers(x[:i], y[:j]); c != 0 {
			return c
		}
		x, y = x[i:], y[j:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

// digits returns how many digits s begins with.
func digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// Screen is a person's choice of what to see of a site. The zero value shows all
// boards, those that need a person first.
type Screen struct {
	order  order
	needy  bool   // only boards that need a person
	filter string // only boards with a word that contains this
	typing bool   // the filter
	page   bool   // the board that is chosen has the whole screen
	chosen string // its name; "" for whichever is first
}

// order is a sort order of boards.
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

// list returns the boards to show, in order.
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

// leastTime returns the smaller of the players' times, in milliseconds; a huge one
// if no clock is known or no game goes on.
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

// words returns the words to which a filter applies, in each language.
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

// cursor returns the index of the chosen board.
func (v *Screen) cursor(list []*Board) int {
	return max(0, slices.IndexFunc(list, func(b *Board) bool { return b.name == v.chosen }))
}

// pageStep is by how many boards the page keys move the cursor.
const pageStep = 10

// steps maps keys to moves of the cursor. The first board is chosen without its
// name, so that the cursor stays on the first line.
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

// acts maps the other keys to what they do.
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

// Press does what a key asks for, and reports whether it asks for the end. The
// text of a key is the characters that it writes.
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
	if v.page && v.chosen == "" && len(list) > 0 { // the screen stays on this board
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
