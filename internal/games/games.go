// Package games reads games to be played by simulated hands: PGN, or a line of moves in
// UCI's notation each.
package games

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/pgn"
	"github.com/boardd/boardd/sensor/simulate"
)

// OpenGames reads all games of a file, or of standard input for "-".
func OpenGames(in io.Reader, name string) ([]*pgn.Game, error) {
	src := io.NopCloser(in)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		src = f
	}
	defer src.Close()
	games, err := ReadGames(src)
	if err == nil && len(games) == 0 {
		err = errors.New("it holds no game")
	}
	if err != nil {
		return nil, fmt.Errorf("read games %q: %w", name, err)
	}
	return games, nil
}

// ReadGames reads games in PGN, or one game on each line in UCI. The first line that is neither
// empty nor a remark decides which.
func ReadGames(src io.Reader) ([]*pgn.Game, error) {
	rd := bufio.NewReaderSize(src, 1<<16)
	inUCI, err := looksLikeUCI(rd)
	if err != nil {
		return nil, err
	}
	if inUCI {
		return readUCIGames(rd)
	}
	var games []*pgn.Game
	for r := pgn.NewReader(rd); ; {
		g, err := r.Next()
		if err == io.EOF {
			return games, nil
		}
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
}

// looksLikeUCI looks at what comes first without reading it.
func looksLikeUCI(rd *bufio.Reader) (bool, error) {
	head, err := rd.Peek(rd.Size())
	if err != nil && err != io.EOF {
		return false, err
	}
	remarked := false
	for line := range strings.SplitSeq(strings.TrimPrefix(string(head), "\ufeff"), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			remarked = remarked || line != ""
			continue
		}
		word, _, _ := strings.Cut(line, " ")
		p := legality.Initial()
		_, err := p.ParseUCI(word)
		return err == nil || word == "position", nil
	}
	return remarked, nil // PGN has no such remarks
}

// readUCIGames reads lines of moves, "e2e4 e7e5", from the initial position or from another one
// in the form of UCI (simulate.ParseScore). Lines that begin with # are remarks.
func readUCIGames(src io.Reader) ([]*pgn.Game, error) {
	var games []*pgn.Game
	lines := bufio.NewScanner(src)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		s, err := simulate.ParseScore(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		games = append(games, &pgn.Game{Line: n, Start: s.Start, Moves: s.Moves, Result: "*"})
	}
	return games, lines.Err()
}
