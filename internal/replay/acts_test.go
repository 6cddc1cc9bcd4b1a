package replay

import (
	"testing"

	"github.com/boardd/boardd/internal/story"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/track"
)

// TestActText: what was done, in words. None has a square that the act has not.
func TestActText(t *testing.T) {
	e4, f7 := placement.MakeSquare(4, 3), placement.MakeSquare(5, 6)
	for _, c := range []struct {
		act  track.Act
		want string
	}{
		{track.Act{Kind: track.Press, Why: track.Nothing, Square: placement.NoSquare}, "press"},
		{track.Act{Kind: track.Lift, Why: track.Nothing, Square: f7, Home: f7, Piece: placement.WhiteRook}, "lift R f7"},
		{track.Act{Kind: track.Put, Why: track.Nothing, Square: e4, Home: f7, Piece: placement.WhiteRook}, "put R e4 from f7"},
		{track.Act{Kind: track.Follow, Why: track.AnyPut, Square: f7}, "follow f7 put"},
		{track.Act{Kind: track.Follow, Why: track.PutBackThere, Square: f7}, "follow f7 put"},
		{track.Act{Kind: track.Follow, Why: track.AnyLift, Square: f7}, "follow f7 lift"},
		{track.Act{Kind: track.Follow, Why: track.PressedNoGame, Square: placement.NoSquare}, "follow press"},
		{track.Act{Kind: track.Follow, Why: track.Nothing, Square: placement.NoSquare}, "follow what was not heard"},
		{track.Act{Kind: track.PressEarly, Why: track.PressedOverlap}, "press early"},
		{track.Act{Kind: track.PressEarly, Why: track.PressedBefore}, "ply not told by then"},
		{track.Act{Kind: track.Resume, Why: track.StandsAgain}, "resume"},
		{track.Act{Kind: track.Resume, Why: track.Analysed}, "review"},
		{track.Act{Kind: track.Straighten, Why: track.Straightened, Square: f7, Piece: placement.WhiteRook}, "straighten R f7"},
		{track.Act{Kind: track.Straighten, Why: track.CarriedOn, Square: f7, Piece: placement.WhiteRook}, "take away R f7"},
		{track.Act{Kind: track.Ghost, Why: track.Phantom, Square: e4, Piece: placement.WhiteRook}, "ghost R e4"},
		{track.Act{Kind: track.Ghost, Why: track.NotRead, Square: e4, Piece: placement.WhiteRook}, "another piece is read as R e4"},
		{track.Act{Kind: track.ReadAgain, Why: track.ReadsAgain, Square: e4}, "read again e4 as empty"},
		{track.Act{Kind: track.Stuck, Why: track.Sticks, Square: e4}, "stuck e4"},
	} {
		if got := actText(&story.Act{Told: track.Told{Act: c.act}}); got != c.want {
			t.Errorf("%v at %v: %q, want %q", c.act.Kind, c.act.Why, got, c.want)
		}
	}
}

// TestRateText: the parts of a cost. The whole one stands beside it already.
func TestRateText(t *testing.T) {
	for _, c := range []struct {
		act  track.Act
		want string
	}{
		{track.Act{Why: track.Nothing, Cost: 230, Choice: 230}, ""},
		{track.Act{Why: track.Pressed, Cost: 5}, "Pressed: " + track.Pressed.Of()},
		{track.Act{Why: track.NotTold, Cost: 808, Choice: 208}, "NotTold 6.00 + choice 2.08: " + track.NotTold.Of()},
		{track.Act{Kind: track.Irregular, Why: track.StandsIrregular, Cost: 750, Choice: 250}, "StandsIrregular 5.00 + ReplyEarly or ReplyFirst 2.50: " + track.StandsIrregular.Of()},
	} {
		if got := rateText(&story.Act{Told: track.Told{Act: c.act}}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
