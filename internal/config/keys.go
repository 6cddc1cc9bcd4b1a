package config

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/boardd/boardd/internal/suggest"
	"github.com/boardd/boardd/internal/terminal"
)

// keyShape is the form of a configuration below a key.
type keyShape struct {
	kind reflect.Kind         // String, Int, Bool; Struct and Map are tables, Slice is a list of tables
	Keys map[string]*keyShape // of a table with fixed keys; nil otherwise
}

// ShapeOf returns the shape of a configuration, from the tags of its fields.
func ShapeOf(t reflect.Type) *keyShape {
	s := &keyShape{kind: t.Kind()}
	if s.kind == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct {
		s.Keys = map[string]*keyShape{}
		for field := range t.Fields() {
			s.Keys[field.Tag.Get("toml")] = ShapeOf(field.Type)
		}
	}
	return s
}

// under returns the shape of a key in a table, ignoring case; nil if there is no such key.
func (s *keyShape) under(key string) *keyShape {
	switch {
	case s.kind == reflect.Map:
		return &keyShape{kind: reflect.String}
	case s.Keys != nil:
		return s.Keys[strings.ToLower(key)]
	}
	return nil
}

func (s *keyShape) IsTable() bool { return s.kind == reflect.Map || s.Keys != nil }

// renamed maps keys of an older boardd to the present ones.
var renamed = map[string]string{"port.men_file": "port.pieces_file"}

// keyError is an error in a value of a configuration. The key has the form of the file,
// "game.rules"; for the first board of a bus it begins with "boards.0".
type keyError struct {
	key string
	err error
}

func (e *keyError) Error() string { return e.err.Error() }
func (e *keyError) Unwrap() error { return e.err }

// keyReader reads the lines of the keys in a configuration, and finds unknown keys and
// values of a wrong kind.
type keyReader struct {
	parser unstable.Parser
	shape  *keyShape
	lines  map[string]int // of the first occurrence of each key and table
	tables map[string]int // how often each table of a slice occurs
	bad    []error
}

// readKeys reads a configuration. It ends where the text is not TOML.
func readKeys(data []byte) *keyReader {
	r := &keyReader{shape: ShapeOf(reflect.TypeFor[Config]()), lines: map[string]int{}, tables: map[string]int{}}
	r.parser.Reset(data)
	table, at := r.shape, ""
	for r.parser.NextExpression() {
		switch e := r.parser.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table, at = r.table(e)
		case unstable.KeyValue:
			if table != nil {
				r.value(table, at, e)
			}
		}
	}
	return r
}

// names returns the parts of a key, and its line.
func (r *keyReader) names(n *unstable.Node) (names []string, line int) {
	for it := n.Key(); it.Next(); {
		if key := it.Node(); line == 0 {
			line = r.parser.Shape(key.Raw).Start.Line
		}
		names = append(names, string(it.Node().Data))
	}
	return names, line
}

func (r *keyReader) complain(line int, format string, args ...any) {
	r.bad = append(r.bad, fmt.Errorf("line %d: "+format, append([]any{line}, args...)...))
}

func (r *keyReader) note(key string, line int) {
	if r.lines[key] == 0 {
		r.lines[key] = line
	}
}

// table reads the head of a table. It returns nil if there is no such table.
func (r *keyReader) table(n *unstable.Node) (table *keyShape, at string) {
	names, line := r.names(n)
	name := strings.Join(names, ".")
	if known, _ := r.walk(r.shape, names); known != nil {
		name = strings.ToLower(name)
	}
	table, missing := r.walk(r.shape, names)
	switch {
	case table == nil && r.shape.isKey(names):
		r.complain(line, "%s is no table; it is given as %s = …", name, name)
	case table == nil:
		r.complain(line, "unknown table %q%s", name, r.meantTable(missing))
	case n.Kind == unstable.ArrayTable && table.kind != reflect.Slice:
		r.complain(line, "the table [%s] stands in single brackets", name)
	}
	at = name
	if table != nil && table.kind == reflect.Slice {
		at = name + "." + strconv.Itoa(r.tables[name])
		r.tables[name]++
	}
	r.note(at, line)
	return table, at
}

// walk goes down from a table to another one. If there is none of that name, it returns the
// first unknown name.
func (r *keyReader) walk(table *keyShape, names []string) (to *keyShape, missing string) {
	for _, name := range names {
		if table = table.under(name); table == nil || !table.IsTable() {
			return nil, name
		}
	}
	return table, ""
}

// isKey reports whether names lead to a value.
func (s *keyShape) isKey(names []string) bool {
	for _, name := range names {
		if s = s.under(name); s == nil {
			return false
		}
	}
	return !s.IsTable()
}

// value reads a key with its value, in the table at a path.
func (r *keyReader) value(table *keyShape, at string, n *unstable.Node) {
	names, line := r.names(n)
	for i, name := range names {
		below := table.under(name)
		if now := renamed[join(at, name)]; now != "" {
			r.complain(line, "the key %s is now called %s", join(at, name), now)
			return
		}
		if below == nil {
			r.complain(line, "unknown key %q%s", shown(join(at, name)), r.meantKey(table, shown(at), name))
			return
		}
		if table.Keys != nil {
			name = strings.ToLower(name)
		}
		table, at = below, join(at, name)
		r.note(at, line)
		if i < len(names)-1 && !table.IsTable() {
			r.complain(line, "%s is no table, and has no key %q", shown(at), names[i+1])
			return
		}
	}
	v := n.Value()
	if v.Kind == unstable.InlineTable && table.IsTable() {
		for it := v.Children(); it.Next(); {
			r.value(table, at, it.Node())
		}
		return
	}
	if v.Kind == unstable.Array && table.kind == reflect.Slice {
		return // tables within a line are left to the decoder
	}
	if want := table.wants(v, at); want != "" {
		text := shown(at)
		if raw := r.parser.Raw(v.Raw); len(raw) > 0 && !strings.HasPrefix(at, "mqtt.") { // the value may be a password
			text += " = " + clipped(string(raw))
		}
		r.complain(line, "%s: must be %s", text, want)
	}
}

// shown returns a key for people. The line number already shows which board of a bus it
// belongs to.
func shown(at string) string {
	if board, ok := strings.CutPrefix(at, "boards."); ok {
		return join("boards", strings.TrimLeft(strings.TrimLeft(board, "0123456789"), "."))
	}
	return at
}

// wants returns which kind of value a key requires; "" if the value has it.
func (s *keyShape) wants(v *unstable.Node, at string) string {
	switch {
	case s.kind == reflect.Slice && s.Keys == nil:
		return `a list of texts, as in ["one", "two"]`
	case s.kind == reflect.Slice:
		return fmt.Sprintf("a table for each, under [[%s]]", at)
	case s.IsTable():
		return fmt.Sprintf("a table: its keys stand under [%s], each on a line of its own", at)
	case s.kind == reflect.String && v.Kind != unstable.String:
		return "a text in quotes"
	case s.kind == reflect.Bool && v.Kind != unstable.Bool:
		return "true or false"
	case s.kind == reflect.Int && v.Kind != unstable.Integer:
		return "a whole number"
	case s.kind == reflect.Int:
		if _, err := strconv.ParseInt(strings.ReplaceAll(string(v.Data), "_", ""), 0, 32); err != nil {
			return "a smaller number"
		}
	}
	return ""
}

func join(at, name string) string {
	if at == "" || name == "" {
		return at + name
	}
	return at + "." + name
}

// clipped returns a value as it stands in the file, if it is short enough for a message.
func clipped(text string) string {
	const most = 40
	text = terminal.Plain(text)
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// located prefixes errors in values with their lines. Values that are not in the file get
// no line.
func (r *keyReader) located(err error) error {
	var all []error
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			all = append(all, r.located(one))
		}
		return errors.Join(all...)
	}
	var bad *keyError
	if !errors.As(err, &bad) {
		return err
	}
	for key := bad.key; key != ""; key = key[:max(0, strings.LastIndexByte(key, '.'))] {
		if line := r.lines[key]; line > 0 {
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
	return err
}

// meantKey suggests the key of a table that somebody may have meant, or the table that has
// a key of this name. If it finds neither, it lists the keys.
func (r *keyReader) meantKey(table *keyShape, at, name string) string {
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(table.Keys)), func(k string) bool { return table.Keys[k].IsTable() })
	var under []string
	for _, other := range slices.Sorted(maps.Keys(r.shape.Keys)) {
		if t := r.shape.Keys[other]; t.Keys[name] != nil {
			under = append(under, t.Head(other))
		}
	}
	meant := nearKey(name, keys)
	for i := range meant {
		meant[i] = join(at, meant[i])
	}
	switch {
	case len(under) > 0:
		return "; it stands under " + strings.Join(under, " or ")
	case len(meant) > 0:
		return "; did you mean " + strings.Join(meant, " or ") + "?"
	case at == "":
		return "; outside of tables there " + listed(keys)
	}
	return "; there " + listed(keys)
}

// meantTable suggests the table that somebody may have meant.
func (r *keyReader) meantTable(name string) string {
	var tables, heads []string
	for _, key := range slices.Sorted(maps.Keys(r.shape.Keys)) {
		if t := r.shape.Keys[key]; t.IsTable() {
			tables, heads = append(tables, key), append(heads, t.Head(key))
		}
		if key == "game" {
			tables, heads = append(tables, "tags"), append(heads, "[game.tags]")
		}
	}
	if meant := nearKey(name, tables); len(meant) > 0 {
		return "; did you mean " + heads[slices.Index(tables, meant[0])] + "?"
	}
	return "; there " + listed(heads)
}

// Head returns the head of a table in the form of a file.
func (s *keyShape) Head(name string) string {
	if s.kind == reflect.Slice {
		return "[[" + name + "]]"
	}
	return "[" + name + "]"
}

func listed(names []string) string {
	if len(names) == 1 {
		return "is " + names[0]
	}
	return "are " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// nearKey does what suggest.Names does, and also suggests keys that are part of the name.
func nearKey(name string, keys []string) []string {
	if meant := suggest.Names(name, keys); len(meant) > 0 {
		return meant
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return len(k) < 3 || !strings.Contains(strings.ToLower(name), k) })
}

// didYouMean asks whether one of several values was meant; "" if there is none.
func didYouMean(value string, of []string) string {
	if meant := suggest.Names(value, of); len(meant) > 0 {
		return fmt.Sprintf("; did you mean %q?", meant[0])
	}
	return ""
}

// tomlFaults are errors in the syntax of a file, in the words of the library, with advice.
var tomlFaults = []struct{ says, do string }{
	{"at start of value", "after = must stand a value: a text in quotes, a number, true or false"},
	{"basic strings cannot have new lines", "the text has no closing quote on its line"},
	{"literal strings cannot have new lines", "the text has no closing quote on its line"},
	{"cannot have control characters", "there is a character in the text that cannot stand there"},
	{"invalid escape character", `in quotes a backslash is written \\`},
	{"expected '=' after key", "after the key must stand ="},
	{"expected newline", "here the line must end: each key has a line of its own"},
	{"start of key", "here must stand a key, or the name of a table in brackets"},
	{"to close table name", "the name of a table ends with ]"},
	{"to close array table name", "the name of such a table ends with ]]"},
	{"invalid UTF-8", "here stands what is no text in UTF-8"},
	{"is already defined", "the key stands twice"},
	{"already exists", "the table stands twice; its keys belong under one head"},
	{"too large", "the number is too large"},
	{"underscore", "the number is not written as one"},
}

// tomlFault returns the error of a file that is not TOML, with its line.
func tomlFault(data []byte, err *toml.DecodeError) error {
	line, column := err.Position()
	text := "this cannot be read"
	for _, f := range tomlFaults {
		if strings.Contains(err.Error(), f.says) {
			text = f.do
			break
		}
	}
	return fmt.Errorf("line %d, column %d: %s%s", line, column, keyOn(data, line), text)
}

// keyOn returns the key that a line sets; "" if it sets none. It does not return the value,
// which may be a password.
func keyOn(data []byte, line int) string {
	lines := strings.Split(string(data), "\n")
	if found := setsKey.FindStringSubmatch(lines[min(line, len(lines))-1]); found != nil {
		return found[1] + ": "
	}
	return ""
}

var setsKey = regexp.MustCompile(`^\s*([a-zA-Z_.]{1,40})\s*=`)
