package hands

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
)

// Tags are reported as the decoder of the boards reports them: the same records of each frame, in
// the same order.
func TestTagsAsDecoder(t *testing.T) {
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 1))
		board := certabo.Board{Seed: seed + 1}
		b := &bench{row: boards[Certabo], chance: newChance(seed, 1), scene: &scene{}}
		var off []int
		for i, sq := range rng.Perm(64)[:len(kindsOfPieces)] {
			board.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.Square(sq), Piece: kindsOfPieces[i]})
			b.motes = append(b.motes, mote{piece: &piece{named: true}})
			b.seen[sq] = reading{i + 1, kindsOfPieces[i]}
		}
		decoder := certabo.Decoder{Pieces: board.Pieces()}
		tags := newTagReporter(desk{bench: b})
		for frame := range int64(300) {
			for acts := rng.IntN(4); frame > 20 && acts > 0; acts-- {
				off = anyAct(rng, &board, b, &tags.stood, off)
			}
			want := decoder.Step(nil, frame*219, board.Scan(nil))
			was := len(tags.out)
			tags.frame(frame*219, false)
			if decoder.Counts().Misread > 0 { // two tags are so alike that one is taken for the other
				break
			}
			if got := shortly(tags.out[was:]); frame > 20 && !slices.Equal(got, shortly(want)) {
				t.Fatalf("seed %d, frame %d: %v, and the decoder %v", seed, frame, got, shortly(want))
			}
		}
	}
}

// kindsOfPieces has a piece of each kind, so that each can be told from the others.
var kindsOfPieces = []placement.Piece{placement.WhiteKing, placement.WhiteQueen, placement.WhiteRook, placement.WhiteBishop, placement.WhiteKnight, placement.WhitePawn,
	placement.BlackKing, placement.BlackQueen, placement.BlackRook, placement.BlackBishop, placement.BlackKnight, placement.BlackPawn}

// anyAct takes any piece off the board, or puts one that is off it on any square but that where it
// stood: from what comes back there the decoder learns that it reads badly.
func anyAct(rng *rand.Rand, board *certabo.Board, b *bench, stood *[64]int, off []int) []int {
	sq := placement.Square(rng.IntN(64))
	if n := len(off); n > 0 && rng.IntN(3) > 0 && b.motes[off[n-1]-1].from != int(sq) && stood[sq] != off[n-1] {
		id := off[n-1]
		if was := b.seen[sq].id; was > 0 {
			off = append(off, was)
			b.motes[was-1].from = int(sq)
		}
		b.seen[sq] = reading{id, kindsOfPieces[id-1]}
		board.Step(nil, sensor.Record{Word: sensor.Drop, Square: sq, Piece: kindsOfPieces[id-1]})
		return slices.Delete(off, n-1, n)
	}
	if len(off) == len(kindsOfPieces) {
		return off
	}
	for b.seen[sq].id == 0 {
		sq = (sq + 1) % 64
	}
	off = append(off, b.seen[sq].id)
	b.motes[b.seen[sq].id-1].from = int(sq)
	b.seen[sq] = reading{}
	board.Step(nil, sensor.Record{Word: sensor.Lift, Square: sq})
	return off
}

// shortly is what records say of pieces.
func shortly(records []sensor.Record) (all []string) {
	for _, r := range records {
		all = append(all, fmt.Sprint(r.Word, " ", r.Square, " ", r.Piece))
	}
	return all
}
