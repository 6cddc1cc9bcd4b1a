package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/transport"
)

// request is what is asked of a board, checked as the board will check it.
type request struct {
	verb        transport.Verb
	transaction string
	payload     []byte

	values map[string]any    // of fields, by name
	tags   map[string]string // nil if there are none
}

var errNoVerb = errors.New("a verb is missing; boardd-hall help send lists them")

// newRequest reads a verb and its fields: name=value, PGN tags by their own
// names, and the first field of a verb also without its name.
func newRequest(args []string) (*request, error) {
	if len(args) == 0 {
		return nil, errNoVerb
	}
	r := &request{values: map[string]any{}}
	for _, v := range transport.Verbs() {
		if v.Name == args[0] {
			r.verb = v
		}
	}
	if r.verb.Name == "" {
		return nil, fmt.Errorf("unknown verb %q; boardd-hall help send lists them", args[0])
	}
	for _, arg := range args[1:] {
		if err := r.add(arg); err != nil {
			return nil, fmt.Errorf("%s: %w", r.verb.Name, err)
		}
	}
	r.fill()
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", r.verb.Name, err)
	}
	return r, nil
}

// add reads one argument.
func (r *request) add(arg string) error {
	name, text, named := strings.Cut(arg, "=")
	if !named {
		name, text = r.first(), arg
		if name == "" {
			return fmt.Errorf("%q is no field; fields are given as name=value", arg)
		}
	}
	f, ok := r.field(name)
	switch {
	case !ok && name != "" && unicode.IsUpper(rune(name[0])):
		return r.addTag(name, text)
	case !ok:
		return fmt.Errorf("no field %q; it has %s", name, r.fieldNames())
	case f.Kind == transport.TagsField:
		return errors.New(`tags are given by their names, as in White="Ferrier, Isla"`)
	}
	if _, twice := r.values[name]; twice {
		return fmt.Errorf("%s is given twice", name)
	}
	value, err := valueOf(f, text)
	r.values[name] = value
	return err
}

// first is the name of the first field, "" if it cannot be given without, or
// has been given.
func (r *request) first() string {
	if len(r.verb.Fields) == 0 || r.verb.Fields[0].Kind == transport.TagsField {
		return ""
	}
	if _, given := r.values[r.verb.Fields[0].Name]; given {
		return ""
	}
	return r.verb.Fields[0].Name
}

func (r *request) field(name string) (transport.Field, bool) {
	for _, f := range slices.Concat(r.verb.Fields, transport.CommonFields()) {
		if f.Name == name {
			return f, true
		}
	}
	return transport.Field{}, false
}

func (r *request) fieldNames() string {
	var all []string
	for _, f := range slices.Concat(r.verb.Fields, transport.CommonFields()) {
		if f.Kind == transport.TagsField {
			f.Name = "tags by their names (White=…)"
		}
		all = append(all, f.Name)
	}
	return strings.Join(all, ", ")
}

func (r *request) addTag(name, value string) error {
	if _, takes := r.field("tags"); !takes {
		return fmt.Errorf("no field %q, and no PGN tags; it has %s", name, r.fieldNames())
	}
	if _, twice := r.tags[name]; twice {
		return fmt.Errorf("tag %s is given twice", name)
	}
	if r.tags == nil {
		r.tags = map[string]string{}
	}
	r.tags[name] = value
	r.values["tags"] = r.tags
	return nil
}

// aliases are what a person in a hurry may write.
var aliases = map[string]string{"white": "w", "black": "b", "1/2": "1/2-1/2", "draw": "1/2-1/2", "yes": "true", "no": "false"}

// valueOf is the value of a field, for JSON.
func valueOf(f transport.Field, text string) (any, error) {
	if text == "" {
		return nil, fmt.Errorf("%s is empty", f.Name)
	}
	of := f.Of
	if f.Kind == transport.FlagField {
		of = []string{"true", "false"}
	}
	if alias, ok := aliases[strings.ToLower(text)]; ok && slices.Contains(of, alias) {
		text = alias
	}
	if i := slices.IndexFunc(of, func(s string) bool { return strings.EqualFold(s, text) }); i >= 0 {
		text = of[i]
	} else if of != nil {
		return nil, fmt.Errorf("%s=%q: must be one of %s", f.Name, text, strings.Join(of, ", "))
	}
	switch f.Kind {
	case transport.FlagField:
		return text == "true", nil
	case transport.NumberField:
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%s=%q: must be a whole number from 0 on", f.Name, text)
		}
		return n, nil
	}
	return text, nil
}

// fill gives what need not be given: who asks, and the name of the transaction.
func (r *request) fill() {
	if _, given := r.values["by"]; !given {
		if name := userName(); name != "" {
			r.values["by"] = name
		}
	}
	if _, given := r.values["transaction"]; !given {
		r.values["transaction"] = session.New()
	}
	r.transaction, _ = r.values["transaction"].(string)
}

func userName() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.Username
}

// check says what is missing, or what the board would refuse by its form.
func (r *request) check() error {
	for _, f := range r.verb.Fields {
		if _, given := r.values[f.Name]; f.Needed && !given {
			return fmt.Errorf("%s is missing: %s", f.Name, f.Text)
		}
	}
	payload, err := json.Marshal(r.values)
	if err != nil {
		return fmt.Errorf("write as JSON: %w", err)
	}
	r.payload = payload
	_, err = transport.ParseCommand(r.verb.Name, payload, false)
	return err
}
