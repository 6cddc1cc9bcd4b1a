package view

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/transport"
)

// A whole short game, reported: a slide that is put right, a suspected breach, an
// alert, mate.
func TestTranscript(t *testing.T) {
	var reported []string
	var s Transcript
	f := newFeed(t, initialFEN, func(topic string, payload []byte) { reported = append(reported, s.Lines(topic, payload)...) })
	f.status("ready")
	f.sensed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	f.snapshot()
	f.game.Phase, f.game.Trust.State = "playing", "settling"
	f.pend(f.move("f3", "provisional", 5399_000))
	f.at = "2026-05-04T14:00:02.250Z"
	f.pend(f.move("f4", "provisional", 5398_000))
	f.found(transport.Finding{Code: "release_breach", Level: "suspected", Article: "4.7", Side: "w", Ply: 1, UCI: "f2f4", SAN: "f4"})
	f.game.Pending, f.game.Trust.State = nil, "ok"
	f.play("f4 e5")
	f.at = "2026-05-04T14:01:00.000Z"
	f.play("g4")
	flag := transport.Finding{Event: 40, Code: "flag_fall", Level: "arbiter", Article: "6.8", Side: "w"}
	f.found(flag)
	f.alert(flag)
	f.say("chess/1/hall/b07/arbiter/alert/flag_fall", nil)
	f.game.Trust = transport.Trust{State: "displaced", Reason: text("pieces stand where no move put them")}
	f.snapshot()
	f.game.Trust = transport.Trust{State: "ok"}
	f.play("Qh4#")
	f.game.Phase, f.game.Result, f.game.Termination = "ended", "0-1", text("normal")
	f.snapshot()
	f.status("off")
	want := []string{
		"14:00:00  board ready",
		"14:00:00  game Ferrier, Isla – Þórsdóttir, Anna, fide-2023 standard",
		"14:00:00  phase waiting",
		"14:00:00  1. f3 provisional, 1:29:59 left",
		"14:00:00  phase playing",
		"14:00:02  1. f3 retracted",
		"14:00:02  1. f4 provisional, 1:29:58 left",
		"14:00:02  suspected release_breach 1. f4: White put a piece on a square where it could have stayed, and then on another one. " +
			"A piece released on a square as a legal move, or as part of one, stays there (FIDE 2023: 4.7). It depends on whether the piece had been released, " +
			"which the board cannot see. Black loses the right to object by touching a piece (4.8).",
		"14:00:02  1. f4 completed, 1:29:40 left",
		"14:00:02  1… e5 completed, 1:29:40 left",
		"14:01:00  2. g4 completed, 1:29:20 left",
		"14:01:00  arbiter flag_fall White: The clock shows that the flag of White has fallen. " +
			"It counts when the arbiter observes it or a player claims it (FIDE 2023: 6.8). It is for the arbiter to decide.",
		"14:01:00  alert flag_fall",
		"14:01:00  alert over: flag_fall",
		"14:01:00  trust displaced: pieces stand where no move put them",
		"14:01:00  2… Qh4# completed, 1:29:20 left",
		"14:01:00  trust ok",
		"14:01:00  phase ended",
		"14:01:00  result 0-1 normal",
		"14:01:00  board off",
	}
	if !slices.Equal(reported, want) {
		t.Errorf("reported \n%s\nwant\n%s", strings.Join(reported, "\n"), strings.Join(want, "\n"))
	}
}

// A reader who joins late sees how far the game has come, and not each of its moves.
func TestTranscriptJoinedLate(t *testing.T) {
	var reported []string
	s := Transcript{Style: Style{ASCII: true}}
	f := newFeed(t, initialFEN, func(topic string, payload []byte) { reported = append(reported, s.Lines(topic, payload)...) })
	f.play(ruyLopez)
	f.play("a4")
	f.alert(illegalKnight)
	f.game.GameID, f.game.Moves, f.game.FEN, f.game.StartFEN = "g2", nil, endgame, endgame
	f.snapshot()
	want := []string{
		"14:00:00  game Ferrier, Isla - ??rsd?ttir, Anna, fide-2023 standard, so far to 12... Re8",
		"14:00:00  phase playing",
		"14:00:00  13. a4 completed, 1:25:40 left",
		"14:00:00  alert certain illegal_completed 2. Nb3: " + illegalKnightSentence,
		"14:00:00  game Ferrier, Isla - ??rsd?ttir, Anna, fide-2023 standard, from " + endgame,
		"14:00:00  phase playing",
	}
	if !slices.Equal(reported, want) {
		t.Errorf("reported \n%s\nwant\n%s", strings.Join(reported, "\n"), strings.Join(want, "\n"))
	}
}

// What is routine, repeated or not understood is not worth a line, and what
// steers a terminal does not reach it.
func TestTranscriptKeepsQuiet(t *testing.T) {
	var reported []string
	var s Transcript
	say := func(topic string, payload []byte) { reported = append(reported, s.Lines(topic, payload)...) }
	f := newFeed(t, initialFEN, say)
	f.snapshot()
	reported = nil
	f.clock(1, 2, "w")
	f.sensed("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "e2")
	f.game.Trust.State = "settling"
	f.snapshot()
	f.found(transport.Finding{Code: "obliged", Level: "info", Ply: 1})
	say("chess/1/hall/b08/status", []byte(`{"schema":"boardd.status/1.0","state":"off"}`))
	say("", nil)
	if len(reported) > 0 {
		t.Errorf("reported %q, want nothing", reported)
	}
	f.found(transport.Finding{Code: "desync", Level: "arbiter", Text: "\x1b[2J\n" + strings.Repeat("x", 2*maxLine)})
	if len(reported) != 1 || strings.ContainsAny(reported[0], "\x1b\n") || len(reported[0]) > maxLine+len("…") {
		t.Errorf("reported %q", reported)
	}
}
