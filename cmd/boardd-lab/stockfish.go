package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// engine is a chess engine that speaks the Universal Chess Interface.
type engine struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// choice is a move that the engine thinks worth looking at.
type choice struct {
	uci   string
	score int // hundredths of a pawn for the player to move
}

// choices is how many moves the engine names.
const choices = 6

// mateScore is what a mate counts, in hundredths of a pawn.
const mateScore = 10000

func startEngine(path string) (*engine, error) {
	e := &engine{cmd: exec.Command(path)}
	in, err := e.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := e.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start engine (Debian: apt-get install stockfish): %w", err)
	}
	e.in, e.out = in, bufio.NewScanner(out)
	_, err = fmt.Fprintf(e.in, "uci\nsetoption name Threads value 1\nsetoption name Hash value 4\nsetoption name MultiPV value %d\n", choices)
	return e, err
}

func (e *engine) close() {
	e.in.Close()
	e.cmd.Wait()
}

// begin makes the engine forget the game before.
func (e *engine) begin(chess960 bool) {
	fmt.Fprintf(e.in, "setoption name UCI_Chess960 value %t\nucinewgame\n", chess960)
}

// look asks for the best moves in a position, given as the engine reads it.
func (e *engine) look(position string, nodes int) ([]choice, error) {
	if _, err := fmt.Fprintf(e.in, "position %s\ngo nodes %d\n", position, nodes); err != nil {
		return nil, fmt.Errorf("ask engine: %w", err)
	}
	var found [choices]choice
	for e.out.Scan() {
		line := e.out.Text()
		if strings.HasPrefix(line, "bestmove ") {
			return strip(found[:]), nil
		}
		if n, c := parseInfo(line); n >= 1 && n <= choices {
			found[n-1] = c
		}
	}
	return nil, fmt.Errorf("ask engine: it ended at %q", position)
}

// strip leaves out what the engine did not name.
func strip(found []choice) []choice {
	for i := range found {
		if found[i].uci == "" {
			return found[:i]
		}
	}
	return found
}

// parseInfo reads a line on one of the moves; its number is 0 for other lines.
func parseInfo(line string) (int, choice) {
	words, n, c := strings.Fields(line), 0, choice{}
	for i := 0; i+1 < len(words); i++ {
		value, _ := strconv.Atoi(words[i+1])
		switch words[i] {
		case "multipv":
			n = value
		case "cp":
			c.score = value
		case "mate":
			c.score = mateScore
			if value <= 0 {
				c.score = -mateScore
			}
		case "pv":
			c.uci = words[i+1]
			return n, c
		}
	}
	return 0, c
}
