// Package schematest validates messages against the published schemas. It is
// for tests: whatever message any of them makes goes through here.
package schematest

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/transport/schema"
)

// compiler holds every schema; a compiled one is kept in it.
var compiler = sync.OnceValues(func() (*jsonschema.Compiler, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	files, err := schema.Files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := schema.Files.ReadFile(f.Name())
		if err != nil {
			return nil, err
		}
		if !bytes.HasPrefix(text, []byte("{")) {
			continue
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("read schema %s: %w", f.Name(), err)
		}
		if err := c.AddResource("file:///"+f.Name(), doc); err != nil {
			return nil, err
		}
	}
	return c, nil
})

var mu sync.Mutex // a compiler is used by one goroutine at a time

func compiled(name string) (*jsonschema.Schema, error) {
	c, err := compiler()
	if err != nil {
		return nil, err
	}
	mu.Lock()
	defer mu.Unlock()
	return c.Compile("file:///" + name)
}

// Validate says what is wrong with a payload on a topic: the topic is not one
// of boardd's, or the payload is not what its schema wants. The text of a PGN
// goes through pgnlint.
func Validate(topic string, payload []byte) error {
	c, ok := schema.For(topic)
	if !ok {
		return fmt.Errorf("topic %q is not one of boardd's", topic)
	}
	if len(payload) == 0 && c.Topic == "arbiter/alert/{code}" {
		return nil
	}
	if c.Schema == "" {
		return errors.Join(pgnlint.Check(string(payload))...)
	}
	s, err := compiled(c.Schema)
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(payload))
	if err != nil {
		return fmt.Errorf("payload on %s: %w", topic, err)
	}
	if err := s.Validate(doc); err != nil {
		return fmt.Errorf("payload %s on %s: %w", payload, topic, err)
	}
	return nil
}
