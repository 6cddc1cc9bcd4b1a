package transport

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/boardd/boardd/touchmove"
)

// readFields reads the fields of a request and the names that it gave, whether
// or not its verb has them. On an error it returns what it could read.
func readFields(payload []byte) (fields, []string, error) {
	var f fields
	names, err := memberNames(payload)
	if err != nil {
		return f, nil, err
	}
	if err := json.Unmarshal(payload, &f); err != nil {
		return f, names, refuse(Malformed, "request: %s", typeError(err))
	}
	return f, names, nil
}

// typeError names the field that has the wrong type.
func typeError(err error) string {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return "field " + e.Field + " is a " + e.Value
	}
	return err.Error()
}

// memberNames lists the names of an object, sees to it that none stands twice
// at any depth, and that nothing follows. A package that reads JSON into a
// struct lets all three pass, and takes names in any case.
func memberNames(payload []byte) ([]string, error) {
	if !utf8.Valid(payload) {
		return nil, refuse(Malformed, "request is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(payload))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, refuse(Malformed, "request is not a JSON object")
	}
	names, err := objectNames(d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, refuse(Malformed, "something follows the object of the request")
	}
	return names, nil
}

// maxDepth is how deep a request may be nested: tags are at depth 1.
const maxDepth = 4

// objectNames reads the rest of an object and lists its names.
func objectNames(d *json.Decoder, depth int) ([]string, error) {
	var names []string
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, unreadable(err)
		}
		name, _ := t.(string)
		if slices.Contains(names, name) {
			return nil, refuse(Malformed, "field %q stands twice", name)
		}
		names = append(names, name)
		if err := value(d, name, depth); err != nil {
			return nil, err
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, unreadable(err)
	}
	return names, nil
}

// unreadable refuses what is no JSON.
func unreadable(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return refuse(Malformed, "request ends too early")
	}
	return refuse(Malformed, "request: %s", err)
}

// value reads past one value. No field takes null, a list or nothing.
func value(d *json.Decoder, name string, depth int) error {
	t, err := d.Token()
	switch {
	case err != nil:
		return unreadable(err)
	case t == nil || t == json.Delim('['):
		return refuse(Malformed, "field %q is null or a list", name)
	case t == "":
		return refuse(BadValue, "field %q is empty", name)
	case t != json.Delim('{'):
		return nil
	case depth == maxDepth:
		return refuse(Malformed, "request is nested too deep")
	}
	_, err = objectNames(d, depth+1)
	return err
}

// allow sees to it that a request has only fields that its verb has.
func (v *verb) allow(names []string) error {
	for _, name := range names {
		if !slices.Contains(common, name) && !slices.Contains(v.fields, name) {
			return refuse(UnknownField, "verb %s has no field %q", v.name, name)
		}
	}
	return nil
}

func problemOf(err error) *Problem {
	if r, ok := errors.AsType[*touchmove.Refusal](err); ok {
		return &Problem{r.Code, r.Message}
	}
	return &Problem{"internal", err.Error()}
}
