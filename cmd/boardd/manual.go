package main

import (
	_ "embed"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/release"
)

// manualPage is boardd(1) without the commands, which describe themselves.
//
//go:embed manual.1
var manualPage string

func manualCommand() *cobra.Command {
	return cli.ManualCommand(cli.Page{Name: "boardd", Text: cli.ProgramPage(manualPage)},
		cli.Page{Name: "boardd.toml", Text: func(*cobra.Command) string { return configPage(config.Example) }})
}

// configPage makes boardd.toml(5) from the example. The comments of the example
// describe each key; its keys, commented out, are the defaults.
func configPage(example string) string {
	var b strings.Builder
	b.WriteString(".TH BOARDD.TOML 5 \"\" \"boardd " + cli.Troff(release.Version) + "\" \"File Formats\"\n" +
		".nh\n.ad l\n.SH NAME\nboardd.toml \\- configuration of boardd\n.SH DESCRIPTION\n" +
		"Each key stands here with its default. An unknown key is an error. With\n.BR \\-\\-instance ,\nas under systemd,\n" +
		".I /etc/boardd/boardd.toml\nis for all boards of a machine, and\n.I NAME.toml\nbeside it, which comes before it, for one of them.\n" +
		".B boardd run \\-\\-example\\-config\nprints this as a file to begin with.\n")
	_, keys, _ := strings.Cut(example, "\n\n") // after what the file says of itself
	for block := range strings.SplitSeq(keys, "\n\n") {
		configBlock(&b, strings.Split(strings.TrimSpace(block), "\n"))
	}
	b.WriteString(".SH SEE ALSO\n.BR boardd (1)\n.br\nhttps://toml.io\n")
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
			text = append(text, cli.Troff(strings.TrimPrefix(bare, "#")))
		}
	}
	for i, key := range keys {
		macro := ".TP\n"
		if i > 0 {
			macro = ".TQ\n"
		}
		b.WriteString(macro + ".B " + strings.ReplaceAll(cli.Troff(key), `"`, `\(dq`) + "\n")
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
