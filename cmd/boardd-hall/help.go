package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/schema"
)

// verbsHelp lists every verb with its fields, as the board checks them.
func verbsHelp() string {
	w := new(strings.Builder)
	fmt.Fprint(w, "The first field of a verb may be given without its name: boardd-hall send result 1-0.\n"+
		"PGN tags are given by their names: boardd-hall send tags White=\"Ferrier, Isla\".\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, v := range transport.Verbs() {
		fmt.Fprintf(t, "  %s\t%s\n", v.Name, summary(&v))
		writeFields(t, v.Fields)
	}
	t.Flush()
	fmt.Fprint(w, "\nEvery verb may have:\n\n")
	writeFields(t, transport.CommonFields())
	t.Flush()
	fmt.Fprint(w, "\nExit status: 0 done, 1 refused, 2 what was given makes no sense, 3 no answer.\n")
	return w.String()
}

// summary is what a verb does, in the words of the published contract.
func summary(v *transport.Verb) string {
	c, _ := schema.For("chess/1/site/board/req/" + v.Name)
	return c.Summary
}

// writeFields writes a line for each field; one that is needed without brackets.
func writeFields(w io.Writer, fields []transport.Field) {
	for i := range fields {
		f := &fields[i]
		form := f.Name + "=" + placeholder(f)
		if f.Kind == transport.TagsField {
			form = "Tag=…"
		}
		if !f.Needed {
			form = "[" + form + "]"
		}
		text := f.Text
		if len(f.Of) > 0 {
			text += ": " + strings.Join(f.Of, ", ")
		}
		fmt.Fprintf(w, "    %s\t%s\n", form, text)
	}
}

// placeholder stands for a value.
func placeholder(f *transport.Field) string {
	return [...]string{transport.TextField: "…", transport.NumberField: "N", transport.FlagField: "true|false", transport.TagsField: "…"}[f.Kind]
}
