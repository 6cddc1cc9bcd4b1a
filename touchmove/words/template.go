package words

import "strings"

// expand fills a template: {name} is a field; [text] is left out if a field in
// it is empty; [text|else] is else then. It is not whole if a field outside of
// brackets is empty or unknown.
func expand(template string, fields map[string]string) (text string, whole bool) {
	var b strings.Builder
	whole = true
	for template != "" {
		plain, rest, found := strings.Cut(template, "[")
		filled, ok := fill(plain, fields)
		b.WriteString(filled)
		whole = whole && ok
		if !found {
			break
		}
		optional, after, closed := strings.Cut(rest, "]")
		filled, ok = option(optional, fields)
		b.WriteString(filled)
		whole, template = whole && ok && closed, after
	}
	return b.String(), whole
}

// option is what stands for the text between brackets.
func option(text string, fields map[string]string) (string, bool) {
	text, otherwise, either := strings.Cut(text, "|")
	if filled, ok := fill(text, fields); ok {
		return filled, true
	}
	if !either {
		return "", true
	}
	return fill(otherwise, fields)
}

// fill puts fields into a text without brackets.
func fill(text string, fields map[string]string) (string, bool) {
	var b strings.Builder
	whole := true
	for {
		plain, rest, found := strings.Cut(text, "{")
		b.WriteString(plain)
		if !found {
			return b.String(), whole
		}
		name, after, closed := strings.Cut(rest, "}")
		value := fields[name]
		b.WriteString(value)
		whole, text = whole && closed && value != "", after
	}
}
