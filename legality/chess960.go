package legality

import "github.com/boardd/boardd/legality/placement"

// knightPairs are the ways to put two knights on five free squares, in the
// order of Scharnagl's numbering.
var knightPairs = [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}

// Start960 is the initial position of Chess960 (Guidelines II) with the given
// number in Scharnagl's numbering, 0 to 959; 518 is that of ordinary chess.
// Other numbers are taken modulo 960.
func Start960(n int) Position {
	n = (n%960 + 960) % 960
	var rank [8]Kind
	rank[n%4*2+1] = Bishop // on a light square
	n /= 4
	rank[n%4*2] = Bishop // on a dark square
	n /= 4
	putOnFree(&rank, n%6, Queen)
	knights := knightPairs[n/6]
	putOnFree(&rank, knights[1], Knight) // the later one first, so that the earlier count holds
	putOnFree(&rank, knights[0], Knight)
	putOnFree(&rank, 0, Rook)
	putOnFree(&rank, 0, King)
	putOnFree(&rank, 0, Rook)
	return startFrom(&rank)
}

// putOnFree puts a kind on the n-th free file, from 0.
func putOnFree(rank *[8]Kind, n int, k Kind) {
	for file := range rank {
		if rank[file] != NoKind {
			continue
		}
		if n == 0 {
			rank[file] = k
			return
		}
		n--
	}
}

func startFrom(rank *[8]Kind) Position {
	p := Position{fullmove: 1, chess960: true}
	board := placement.Initial
	for file, k := range rank {
		board[file] = placement.MakePiece(White, k)
		board[file+56] = placement.MakePiece(Black, k)
	}
	p.setBoard(&board)
	p.rights = p.kinds[Rook]
	p.key = p.computeKey()
	return p
}
