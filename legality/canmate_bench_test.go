package legality

import "testing"

// BenchmarkQuickCanMate asks for each ply of the oracle's games whether either
// player can mate.
func BenchmarkQuickCanMate(b *testing.B) {
	all := gamePlies(b)
	b.ReportAllocs()
	for b.Loop() {
		for i := range all {
			all[i].position.QuickCanMate(all[i].c)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/question")
}

// BenchmarkQuickCanMateEnds asks the same of dead ends of real games.
func BenchmarkQuickCanMateEnds(b *testing.B) {
	all := questions(b)[2*adversarial:]
	b.ReportAllocs()
	for b.Loop() {
		for i := range all {
			all[i].position.QuickCanMate(all[i].c)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/question")
}

// BenchmarkCanMate asks the full test at one in fifty plies of the games.
func BenchmarkCanMate(b *testing.B) {
	all := gamePlies(b)
	asked := 0
	b.ReportAllocs()
	for b.Loop() {
		for i := 0; i < len(all); i += 51 {
			all[i].position.CanMate(all[i].c, DefaultLimit, nil)
			asked++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(asked), "ns/question")
}
