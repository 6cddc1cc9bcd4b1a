package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

// completion prints what a shell needs to complete the words of boardd, from
// the flags that the commands really have.
func completion(_ context.Context, std streams, fs *flag.FlagSet, args []string) error {
	if err := parse(fs, args, 0, 1); err != nil {
		return err
	}
	var print func(w io.Writer)
	switch fs.Arg(0) {
	case "bash":
		print = completeBash
	case "fish":
		print = completeFish
	case "zsh":
		print = completeZsh
	default:
		return badInput{fmt.Errorf("shell %q: one of bash, fish, zsh", fs.Arg(0))}
	}
	w := bufio.NewWriter(std.out)
	print(w)
	return w.Flush()
}

// portFiles are where serial ports are found, as patterns of all three shells.
const portFiles = "/dev/boardd/* /dev/serial/by-id/* /dev/ttyACM* /dev/ttyUSB*"

// isFile reports whether a flag takes the name of a file or a folder.
func (o *option) isFile() bool { return o.takes == "file" || o.takes == "directory" }

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return append(names, "help")
}

func completeBash(w io.Writer) {
	fmt.Fprintf(w, `_boardd() {
	local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=
	COMPREPLY=()
	if ((COMP_CWORD == 1)) || [[ $command == help ]]; then
		mapfile -t COMPREPLY < <(compgen -W %q -- "$cur")
		return
	fi
	case $command:${COMP_WORDS[COMP_CWORD - 1]} in
`, strings.Join(commandNames(), " "))
	for _, c := range commands() {
		for _, o := range c.options() {
			if o.takes != "" {
				fmt.Fprintf(w, "\t%s:%s) %s ;;\n", c.name, o.name, bashValues(&o))
			}
		}
	}
	fmt.Fprint(w, "\t*)\n\t\tcase $command in\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "\t\t%s) words=%q ;;\n", c.name, strings.Join(append(c.optionNames(), c.operand().of...), " "))
	}
	fmt.Fprint(w, "\t\tesac\n\t\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n\t\tcase $command in\n")
	for _, c := range commands() {
		if c.operand().file {
			fmt.Fprintf(w, "\t\t%s) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$cur\") ;;\n", c.name)
		}
	}
	fmt.Fprint(w, "\t\tesac\n\t\t;;\n\tesac\n}\ncomplete -o filenames -F _boardd boardd\n")
}

func bashValues(o *option) string {
	what := "-W " + `"` + strings.Join(o.of, " ") + `"`
	switch {
	case o.isFile():
		what = "-f"
	case o.takes == "port":
		what = `-W "$(compgen -G "/dev/boardd/*"; compgen -G "/dev/serial/by-id/*"; compgen -G "/dev/tty[AU][CS][MB]*")"`
	case o.of == nil:
		return ""
	}
	return "mapfile -t COMPREPLY < <(compgen " + what + ` -- "$cur")`
}

func (c *command) optionNames() []string {
	var names []string
	for _, o := range c.options() {
		names = append(names, o.name)
	}
	return names
}

// zshText takes from a text what would end or part an argument of _arguments.
var zshText = strings.NewReplacer("'", `'\''`, "[", `\[`, "]", `\]`, ":", `\:`)

func completeZsh(w io.Writer) {
	fmt.Fprint(w, "#compdef boardd\n_boardd() {\n\tlocal -a commands=(\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "\t\t'%s:%s'\n", c.name, zshText.Replace(c.short))
	}
	fmt.Fprint(w, "\t\t'help:tell the flags of a command'\n\t)\n"+
		"\tif (( CURRENT == 2 )) || [[ $words[2] == help ]]; then\n\t\t_describe command commands\n\t\treturn\n\tfi\n"+
		"\tlocal command=$words[2]\n\tshift words\n\t(( CURRENT-- ))\n\tcase $command in\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "\t%s) _arguments", c.name)
		for _, o := range c.options() {
			fmt.Fprintf(w, " \\\n\t\t'%s[%s]%s'", o.name, zshText.Replace(o.text), zshValues(&o))
		}
		switch a := c.operand(); {
		case a.file:
			fmt.Fprint(w, " \\\n\t\t'*:file:_files'")
		case a.of != nil:
			fmt.Fprintf(w, " \\\n\t\t'1:word:(%s)'", strings.Join(a.of, " "))
		}
		fmt.Fprint(w, " ;;\n")
	}
	fmt.Fprint(w, "\tesac\n}\n[[ $funcstack[1] == _boardd ]] && _boardd || compdef _boardd boardd\n")
}

func zshValues(o *option) string {
	switch {
	case o.takes == "":
		return ""
	case o.isFile():
		return ":" + o.takes + ":_files"
	case o.takes == "port":
		return ":port:_files -g \"" + strings.ReplaceAll(portFiles, " ", "|") + "\""
	case o.of != nil:
		return ":" + o.takes + ":(" + strings.Join(o.of, " ") + ")"
	}
	return ":" + o.takes + ": "
}

// fishText makes a text an argument of fish's.
var fishText = strings.NewReplacer(`\`, `\\`, "'", `\'`)

func completeFish(w io.Writer) {
	fmt.Fprint(w, "complete -c boardd -f\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "complete -c boardd -n __fish_use_subcommand -a %s -d '%s'\n", c.name, fishText.Replace(c.short))
	}
	fmt.Fprintf(w, "complete -c boardd -n __fish_use_subcommand -a help -d 'tell the flags of a command'\n"+
		"complete -c boardd -n '__fish_seen_subcommand_from help' -a '%s'\n", strings.Join(commandNames(), " "))
	for _, c := range commands() {
		when := "complete -c boardd -n '__fish_seen_subcommand_from " + c.name + "'"
		for _, o := range c.options() {
			flag := "-l " + strings.TrimPrefix(o.name, "--")
			if !strings.HasPrefix(o.name, "--") {
				flag = "-s " + o.name[1:]
			}
			fmt.Fprintf(w, "%s %s%s -d '%s'\n", when, flag, fishValues(&o), fishText.Replace(o.text))
		}
		switch a := c.operand(); {
		case a.file:
			fmt.Fprintf(w, "%s -F\n", when)
		case a.of != nil:
			fmt.Fprintf(w, "%s -a '%s'\n", when, strings.Join(a.of, " "))
		}
	}
}

func fishValues(o *option) string {
	switch {
	case o.takes == "":
		return ""
	case o.isFile():
		return " -r -F"
	case o.takes == "port":
		return " -x -a '(set -l found " + portFiles + "; string join \\n $found)'" // set alone may find nothing
	case o.of != nil:
		return " -x -a '" + strings.Join(o.of, " ") + "'"
	}
	return " -x"
}
