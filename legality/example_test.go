package legality_test

import (
	"fmt"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Explain names every article that a move breaks.
func ExamplePosition_Explain() {
	p, err := legality.ParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", false)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, uci := range []string{"g1f3", "g1g3", "e1g1"} {
		m, err := p.ParseUCI(uci)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: legal is %t\n", uci, p.IsLegal(m))
		for _, f := range p.Explain(m) {
			fmt.Printf("  %s %s: %s\n", f.Article, f.Code, f.Text())
		}
	}
	// Output:
	// g1f3: legal is true
	// g1g3: legal is false
	//   3.6 knight_move: a knight does not move from g1 to g3
	// e1g1: legal is false
	//   3.8.2.2.2 castling_blocked: the bishop on f1 is in the way of castling
}

// A board only shows what stands on it. ExplainPlacement says which act leads
// there, and what is wrong with it.
func ExamplePosition_ExplainPlacement() {
	p := legality.Initial()
	after := placement.Initial
	after[placement.E7], after[placement.E5] = placement.Empty, placement.BlackPawn
	act, faults := p.ExplainPlacement(&after)
	fmt.Println(act.Kind, act.Move)
	for _, f := range faults {
		fmt.Println(f.Article, f.Text())
	}
	// Output:
	// opponent_man e7e5
	// 1.2 the pawn on e7 is the opponent's
}

// The players shuffle their knights until a position has occurred three times.
func ExampleGame() {
	g := legality.NewGame(legality.Initial())
	for _, san := range []string{"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"} {
		m, err := g.Position().ParseSAN(san)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Play(m)
	}
	fmt.Println("occurrences:", g.Occurrences())
	fmt.Println("threefold can be claimed:", g.Claimable()&legality.Threefold != 0)
	// Output:
	// occurrences: 3
	// threefold can be claimed: true
}

// A position is dead when neither player can mate by any sequence of legal moves
// (5.2.2).
func ExamplePosition_CanMate() {
	p, err := legality.ParseFEN("8/8/4k3/8/8/3NK3/8/8 w - - 0 60", false)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, side := range []legality.Color{legality.White, legality.Black} {
		answer, _ := p.CanMate(side, legality.DefaultLimit, nil)
		fmt.Println(side, "can mate:", answer)
	}
	// Output:
	// w can mate: no
	// b can mate: no
}
