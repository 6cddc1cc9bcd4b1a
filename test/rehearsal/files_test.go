package rehearsal

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/pgnlint"
)

// watcher reads every file of the tournament each time that it is written.
type watcher struct {
	tournament string
	inotify    int      // of inotify
	folders    []string // by their watch
	writes     int      // of which inotify has told
	read       int      // that could be read before the next
	distinct   map[string]bool
	toLint     chan text
	versions   []string // files that hold each version of games.pgn
	kept       string
	wrong      []string
	jsons      int
}

func newWatcher(t *testing.T, folder string) *watcher {
	t.Helper()
	w := &watcher{tournament: folder, distinct: map[string]bool{}, toLint: make(chan text, 1<<16), kept: t.TempDir()}
	round := filepath.Join(folder, "round-1")
	if err := os.MkdirAll(round, 0o755); err != nil {
		t.Fatal(err)
	}
	var err error
	if w.inotify, err = unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{folder, round} {
		number, err := unix.InotifyAddWatch(w.inotify, folder, unix.IN_MOVED_TO)
		if err != nil {
			t.Fatal(err)
		}
		w.folders = append(w.folders, fmt.Sprint(number), folder)
	}
	return w
}

// watch reads what is written until ctx ends.
func (w *watcher) watch(ctx context.Context) {
	defer close(w.toLint)
	f := os.NewFile(uintptr(w.inotify), "inotify")
	context.AfterFunc(ctx, func() { f.SetReadDeadline(time.Now()) })
	buffer := make([]byte, 64<<10)
	for {
		n, err := f.Read(buffer)
		if err != nil {
			return
		}
		for b := buffer[:n]; len(b) >= unix.SizeofInotifyEvent; {
			number, size := int(int32(le(b[0:]))), int(le(b[12:]))
			name := string(bytes.TrimRight(b[unix.SizeofInotifyEvent:unix.SizeofInotifyEvent+size], "\x00"))
			b = b[unix.SizeofInotifyEvent+size:]
			if i := slices.Index(w.folders, fmt.Sprint(number)); i >= 0 {
				w.written(filepath.Join(w.folders[i+1], name))
			}
		}
	}
}

func le(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// written reads a file that has been written.
func (w *watcher) written(path string) {
	w.writes++
	data, err := os.ReadFile(path)
	if err != nil || w.distinct[path+string(data)] {
		return // a later one has its place
	}
	w.distinct[path+string(data)] = true
	w.read++
	w.toLint <- text{path, data}
}

// text is what a file had.
type text struct {
	path string
	data []byte
}

// lint looks at the texts that have been read, until there are no more.
func (w *watcher) lint() {
	for one := range w.toLint {
		w.look(one.path, one.data)
	}
}

// look lints a text.
func (w *watcher) look(path string, data []byte) {
	switch filepath.Ext(path) {
	case ".pgn":
		if _, errs := pgnlint.Read(string(data)); errs != nil && len(w.wrong) < 10 {
			w.wrong = append(w.wrong, fmt.Sprintf("%s: %v", path, errs))
		}
	case ".json":
		w.jsons++
		if err := readLive(filepath.Base(path), data); err != nil && len(w.wrong) < 10 {
			w.wrong = append(w.wrong, fmt.Sprintf("%s: %v", path, err))
		}
	}
	if filepath.Base(path) == "games.pgn" {
		w.versions = append(w.versions, w.keep(data))
	}
}

func (w *watcher) keep(data []byte) string {
	name := filepath.Join(w.kept, fmt.Sprintf("%05d.pgn", len(w.versions)))
	if err := os.WriteFile(name, data, 0o600); err != nil {
		w.wrong = append(w.wrong, err.Error())
	}
	return name
}

// check is what must hold at the end.
func (w *world) check() {
	w.t.Helper()
	for _, what := range append(w.wrong, w.faults...) {
		w.t.Errorf("%s: %s", w.name, what)
	}
	early, least, unheard := w.early()
	for _, what := range early {
		w.t.Errorf("%s: too early: %s", w.name, what)
	}
	w.t.Logf("%s: %d writes, %d different texts read and linted, %d of them JSON; %d versions of games.pgn over HTTP; %d plies and results seen, none less than %v after its delay; %d were not heard at the broker",
		w.name, w.writes, w.read, w.jsons, w.texts, len(w.seen), least, unheard)
	w.complete()
	w.parsers()
	if err := agree(w.tree()); err != nil {
		w.t.Errorf("%s: the JSON and the PGN differ: %v", w.name, err)
	}
}

// complete wants all that the boards have said to be in the last file.
func (w *world) complete() {
	text, err := os.ReadFile(filepath.Join(w.folder(), "round-1/games.pgn"))
	games, errs := pgnlint.Read(string(text))
	if err != nil || errs != nil || len(games) != w.plan.boards {
		w.t.Errorf("%s: %d games, %v, %v", w.name, len(games), err, errs)
	}
	for i := range games {
		if games[i].Result == "*" || len(games[i].Moves) == 0 || games[i].Tag("GameId") != fmt.Sprintf("open-r1-t%d", i+1) {
			w.t.Errorf("%s: game %d: %s, %d plies, GameId %s", w.name, i+1, games[i].Result, len(games[i].Moves), games[i].Tag("GameId"))
		}
		if is := strings.Join(games[i].Moves, " ") + " " + games[i].Result; is != w.final[i+1] {
			w.t.Errorf("%s: game %d is %s, and its board said %s", w.name, i+1, is, w.final[i+1])
		}
	}
}

// tool returns the path of a program of others, without which nothing is skipped in CI.
func tool(t *testing.T, name, install string) string {
	t.Helper()
	for _, name := range []string{name, "/usr/games/" + name} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("BOARDD_CI") != "" {
		t.Fatalf("%s is not installed: %s", name, install)
	}
	t.Logf("LEFT OUT: %s is not installed: %s", name, install)
	return ""
}

// parsers wants the parsers of others to read every version of the round, and to say nothing.
func (w *world) parsers() {
	w.t.Helper()
	list := strings.Join(w.versions, "\n") + "\n"
	if path := tool(w.t, "pgn-extract", "apt-get install pgn-extract"); path != "" {
		w.silent(path, list)
	}
	path := tool(w.t, "node", "apt-get install nodejs npm")
	if path == "" || tool(w.t, "npm", "apt-get install nodejs npm") == "" {
		return
	}
	out, readings, wrong := w.chessops(path, list), w.readings(), 0
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		field := strings.Split(line, "\t")
		if len(field) != 4 {
			w.t.Fatalf("%s: chessops prints %q", w.name, line)
		}
		if want := readings[field[0]+" "+field[1]]; want != field[2]+" "+field[3] {
			if wrong++; wrong <= 5 {
				w.t.Errorf("%s: %s: chessops reads %s %s, want %s", w.name, field[1], field[2], field[3], want)
			}
		}
	}
	w.t.Logf("%s: pgn-extract and chessops have read %d versions, %d games", w.name, len(w.versions), strings.Count(out, "\n"))
}

// readings are the moves and results of all games in all versions, by file and GameId.
func (w *world) readings() map[string]string {
	all := map[string]string{}
	for _, name := range w.versions {
		data, err := os.ReadFile(name)
		if err != nil {
			w.t.Fatal(err)
		}
		games, _ := pgnlint.Read(string(data))
		for i := range games {
			all[name+" "+games[i].Tag("GameId")] = strings.Join(games[i].Moves, " ") + " " + games[i].Result
		}
	}
	return all
}

// counter is how pgn-extract counts games as it goes.
var counter = regexp.MustCompile(`Games: [0-9]+\r?`)

// silent has pgn-extract read files, and wants it to take every game and to say nothing.
func (w *world) silent(path, list string) {
	w.write("versions", list)
	said, err := exec.Command(path, "-s", "-f"+w.file("versions"), "-o"+w.file("extracted")).CombinedOutput()
	said = counter.ReplaceAll(said, nil)
	taken, bad := os.ReadFile(w.file("extracted"))
	games := bytes.Count(taken, []byte("[Event "))
	if want := len(w.versions) * w.plan.boards; err != nil || bad != nil || len(said) > 0 || games != want {
		w.t.Errorf("%s: pgn-extract has taken %d of %d games: %v, %v: %.1000s", w.name, games, want, err, bad, said)
	}
}

// chessops has the library of Lichess read files.
func (w *world) chessops(node, list string) string {
	w.t.Helper()
	folder := w.file("chessops")
	if err := os.CopyFS(folder, os.DirFS("testdata/chessops")); err != nil {
		w.t.Fatal(err)
	}
	install := exec.Command("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
	install.Dir = folder
	if text, err := install.CombinedOutput(); err != nil {
		w.t.Fatalf("%v: %s", err, text)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(node, "read.mjs")
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = folder, strings.NewReader(list), &out, &errs
	if err := cmd.Run(); err != nil || errs.Len() > 0 {
		w.t.Errorf("%s: chessops: %v: %.1000s", w.name, err, errs.String())
	}
	return out.String()
}
