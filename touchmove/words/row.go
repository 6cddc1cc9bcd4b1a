package words

import (
	"slices"

	"github.com/boardd/boardd/touchmove"
)

// row is what is said of one code, and the levels that its findings can have.
type row struct {
	code   touchmove.Code
	levels []touchmove.Level
	claim  claim
	in     [2]text // by language
}

// text is the sentence of a code in one language, as templates. The fields that
// may stand in them are those of fieldsOf.
type text struct {
	seen    string // what was seen
	says    ways   // what the text in force says of it
	depends string // what the level depends on; "" if there is only one
	unseen  string // level suspected: what decides, and no sensor sees
	arbiter string // level arbiter: what the arbiter has to decide; general words if ""
}

// ways are templates by the way in which the text settles the leading topic of
// a code. The first stands for every way that has none of its own.
type ways [6]string

func (w *ways) of(way int) string {
	if way < len(w) && w[way] != "" {
		return w[way]
	}
	return w[0]
}

// claim says whether the opponent of a player who may have broken the rules for
// touching can object only for a while.
type claim uint8

const (
	noClaim    claim = iota
	touchClaim       // against what was touched: Articles 4.3 and 4.4 of fide-1997 and what is like them
	anyClaim         // against what was released, too, where the text lets that lapse
)

// The levels that a finding can have.
var (
	onlyInfo         = []touchmove.Level{touchmove.Info}
	onlySuspected    = []touchmove.Level{touchmove.Suspected}
	onlyArbiter      = []touchmove.Level{touchmove.Arbiter}
	certainOrArbiter = []touchmove.Level{touchmove.Certain, touchmove.Arbiter}
	certainOrSuspect = []touchmove.Level{touchmove.Certain, touchmove.Suspected}
	infoOrArbiter    = []touchmove.Level{touchmove.Info, touchmove.Arbiter}
	certainOrInfo    = []touchmove.Level{touchmove.Certain, touchmove.Info}
)

// rows is the one table, in the order of touchmove.Codes.
var rows = slices.Concat(plyRows, boundRows, touchRows, clockRows, illegalRows, unfinishedRows, boardRows, endRows)

// rowOf is the row of a code; nil if there is none.
func rowOf(c touchmove.Code) *row {
	i := slices.IndexFunc(rows, func(r row) bool { return r.code == c })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// Levels are the levels that a finding of a code can have. A finding on which
// the text in force is silent is for the arbiter whatever they say, unless it
// is info.
func Levels(c touchmove.Code) []touchmove.Level {
	if r := rowOf(c); r != nil {
		return slices.Clone(r.levels)
	}
	return nil
}

// Depends says what the level of a code depends on.
func Depends(lang Language, c touchmove.Code) string {
	r := rowOf(c)
	if r == nil {
		return ""
	}
	if said := r.in[lang&1].depends; said != "" {
		return said
	}
	return common[lang&1].always[r.levels[0]]
}
