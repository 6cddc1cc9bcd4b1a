package cli

import (
	"strings"

	"github.com/boardd/boardd/internal/release"
)

// ConfigPage makes the page NAME(5) of a configuration from its example. The comments of the
// example describe each key; its keys, commented out, are the defaults. about is what comes
// before the keys, in troff.
func ConfigPage(program, name, about, example string) string {
	var b strings.Builder
	b.WriteString(".TH " + strings.ToUpper(name) + " 5 \"\" \"boardd " + Troff(release.Version) + "\" \"File Formats\"\n" +
		".nh\n.ad l\n.SH NAME\n" + name + " \\- configuration of " + Troff(program) + "\n.SH DESCRIPTION\n" +
		"Each key stands here with its default. An unknown key is an error.\n" + about +
		".B " + Troff(program+" run --example-config") + "\nprints this as a file to begin with.\n")
	_, keys, _ := strings.Cut(example, "\n\n") // after what the file says of itself
	for block := range strings.SplitSeq(keys, "\n\n") {
		configBlock(&b, strings.Split(strings.TrimSpace(block), "\n"))
	}
	b.WriteString(".SH SEE ALSO\n.BR " + Troff(program) + " (1)\n.br\nhttps://toml.io\n")
	return b.String()
}

// configBlock writes one paragraph of the example: a table that begins, then
// words, then the keys that they are about.
func configBlock(b *strings.Builder, lines []string) {
	var text, keys []string
	for _, line := range lines {
		switch bare := strings.TrimPrefix(line, "# "); {
		case strings.HasPrefix(line, "["):
			b.WriteString(".SH " + line + "\n")
		case isKey(bare):
			keys = append(keys, bare)
		default:
			text = append(text, Troff(strings.TrimPrefix(bare, "#")))
		}
	}
	for i, key := range keys {
		macro := ".TP\n"
		if i > 0 {
			macro = ".TQ\n"
		}
		b.WriteString(macro + ".B " + strings.ReplaceAll(Troff(key), `"`, `\(dq`) + "\n")
	}
	if len(keys) == 0 {
		b.WriteString(".PP\n")
	}
	b.WriteString(strings.Join(text, "\n") + "\n")
}

// isKey reports whether a line of the example is TOML, not prose.
func isKey(line string) bool {
	name, _, ok := strings.Cut(line, " = ")
	return strings.HasPrefix(line, "[") || ok && !strings.ContainsAny(name, " .,;:")
}
