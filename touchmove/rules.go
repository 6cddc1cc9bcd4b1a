package touchmove

import "fmt"

// TimeClass is the class of time control of the game.
type TimeClass uint8

// The time classes.
const (
	Standard  TimeClass = iota
	Rapid               // Appendix A of the FIDE Laws
	Blitz               // Appendix B
	Quickplay           // the quickplay finish of FIDE 1997
)

var timeNames = [...]string{"standard", "rapid", "blitz", "quickplay"}

// String is the class as logs and messages write it.
func (c TimeClass) String() string { return timeNames[c&3] }

// ParseTimeClass reads a class as logs and messages write it.
func ParseTimeClass(name string) (TimeClass, bool) {
	for i, n := range timeNames {
		if n == name {
			return TimeClass(i), true
		}
	}
	return 0, false
}

// Rules is the rule set that a game is played by, as data. It is a value that
// nobody changes; two games may share it.
type Rules struct {
	Name string // "fide-2023"
	Time TimeClass
	Full bool // rapid and blitz under full supervision: the competition rules apply (A.4, B.2)

	edition *edition
}

// edition is one text of the Laws, as far as a board and a clock can bear on
// it. A field that the text leaves silent is zero.
type edition struct {
	name     string
	codes    [codeCount]string    // the article of each finding
	articles [articleCount]string // the articles that bind the player having the move
	gains    [4]int               // seconds for the opponent after a completed illegal move, by time class (7.5.5, A.3)
	loses    int                  // the completed illegal move that loses the game (7.5.5)
	stands   [4]bool              // an illegal move stands once the opponent has made his next move (A.5.2)
	lapse    [4]int               // moves after which a wrong initial position stands (A.5.1.2); 0 never
}

// article names a duty of the player having the move.
type article uint8

const (
	articleOwn           article = iota // own man touched
	articleEnemy                        // enemy man touched
	articleBothColours                  // both
	articleCastle                       // king and rook touched
	articleRookFirst                    // rook touched, then king
	articleCastleIllegal                // king and rook touched, that castling is illegal
	articleNoneCan                      // none of the touched men can be moved or captured
	articleChoice                       // promotion piece has touched the square
	articleReleased                     // man let go
	articleKingReleased                 // king let go two squares away
	articleReplacement                  // a move that replaces an illegal one
	articleFiftyMoves                   // a draw claimed after 50 moves
	articleLapse                        // a wrong initial position that may stand
	articleFlagClaim                    // flag fall without full supervision
	articleCannotMate                   // flag fall against a player who cannot mate
	articleCount
)

func (r *Rules) article(a article) string { return r.edition.articles[a] }

// Default is fide-2023 for standard chess.
func Default() *Rules { return &Rules{Name: "fide-2023", edition: &fide2023} }

// RulesFor is the rule set of a name, for a class of time control and a degree
// of supervision.
func RulesFor(name string, class TimeClass, full bool) (*Rules, error) {
	for _, e := range editions {
		if e.name == name {
			return &Rules{Name: name, Time: class, Full: full, edition: e}, nil
		}
	}
	return nil, fmt.Errorf("rule set %q is not known", name)
}

// Stands reports whether an illegal move stands once the opponent has made his
// next move, so that it can be corrected only until then.
func (r *Rules) Stands() bool { return r.edition.stands[r.Time] && !r.Full }

// lapse is the number of moves after which a wrong initial position stands; 0
// if it never does.
func (r *Rules) lapse() int {
	if r.Full {
		return 0
	}
	return r.edition.lapse[r.Time]
}

// Gains is the time, in seconds, that the opponent gets after a completed
// illegal move.
func (r *Rules) Gains() int { return r.edition.gains[r.Time] }

var editions = [...]*edition{&fide2023}

// RuleSets lists the names of the rule sets.
func RuleSets() []string {
	names := make([]string, len(editions))
	for i, e := range editions {
		names[i] = e.name
	}
	return names
}
