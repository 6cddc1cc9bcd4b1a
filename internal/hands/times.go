package hands

// Measure names a time or a length that varies.
type Measure uint8

// The measures; the table below explains each.
const (
	Think Measure = iota
	Reach
	Carry
	CarryFurther
	Regrip
	PressAfter
	PressAhead
	EarlyLift

	CarryHeight
	SlideHeight
	LowHeight
	Scatter
	HalfWay

	StopRest
	OvershootRest
	HoverRest
	HoldRest
	PutBackAfter
	LookAt

	SwapGap
	VictimLead
	CarryOffTakes
	LowFor

	RookAfter
	AfterPress
	FetchTakes
	ChangeAfter
	RightedAfter
	NoticedPlies
	RememberAfter

	PutBackTakes
	ObjectAfter
	ArbiterTakes
	LeverBack

	SetUpTakes
	ResultAfter
	AfterGame

	measureCount
)

// Moves that need less thought: those of the opening, and recaptures. Judged:
// players make both from memory.
const (
	openingPlies   = 10
	openingHaste   = 2
	recaptureHaste = 4
)

// MeasureRow is a line of the table of times and lengths.
type MeasureRow struct {
	Name   string
	Unit   string // ms, 0.1 mm, plies
	Per    [handsCount]spread
	Source Source
	Why    string
}

// same returns a row that does not depend on the hands.
func same(s spread) (all [handsCount]spread) {
	for i := range all {
		all[i] = s
	}
	return all
}

// measures is the table of measures. Its columns are clean, club, blitz,
// scramble, casual hands and beginners.
var measures = [measureCount]MeasureRow{
	Think: {"thinks", "ms", [...]spread{
		{1500, 2500, 8000, 30000, 120000}, {300, 1500, 7000, 30000, 150000}, {150, 700, 2700, 6500, 20000},
		{0, 40, 250, 900, 2500}, {400, 1800, 7000, 25000, 90000}, {800, 2500, 8000, 25000, 90000}}, Measured,
		"a game of 3+2: 57 plies in 263 s, half of them under 4 s with the hands' work, the longest 8 s; longer games think longer, by judgement"},
	Reach: {"from the decision to the piece", "ms", [...]spread{
		{350, 450, 650, 1000, 2000}, {250, 350, 550, 900, 2000}, {150, 220, 350, 600, 1200},
		{60, 100, 180, 300, 600}, {250, 350, 600, 1000, 2500}, {350, 500, 900, 1800, 4000}}, Judged,
		"a hand moves 0.5 to 2 m a second"},
	Carry: {"from lift to release, one square", "ms", [...]spread{
		{350, 450, 650, 1000, 1800}, {230, 320, 500, 850, 1800}, {180, 230, 340, 550, 1000},
		{70, 110, 180, 300, 500}, {250, 350, 600, 1100, 2500}, {350, 500, 900, 1800, 4000}}, Measured,
		"blitz: lift before drop in 124 of 124 quiet moves at a scan of 225 ms, so rarely under 200 ms"},
	CarryFurther: {"more for each further square", "ms", [...]spread{
		{20, 30, 50, 80, 120}, {15, 25, 40, 70, 120}, {10, 15, 25, 45, 80},
		{5, 8, 15, 30, 50}, {20, 30, 50, 80, 150}, {30, 40, 70, 120, 200}}, Judged,
		"55 mm at 0.5 to 4 m a second"},
	Regrip: {"from one piece to the next", "ms", [...]spread{
		{250, 320, 450, 700, 1200}, {180, 250, 400, 700, 1500}, {120, 170, 260, 450, 900},
		{50, 80, 140, 250, 500}, {200, 300, 500, 900, 2000}, {300, 450, 900, 1800, 4000}}, Judged,
		"a reach without the way from home"},
	PressAfter: {"from release to press", "ms", [...]spread{
		{250, 350, 550, 900, 2000}, {120, 250, 500, 1100, 3500}, {60, 150, 300, 650, 1500},
		{30, 80, 150, 300, 700}, {200, 400, 900, 2500, 8000}, {300, 600, 1400, 4000, 12000}}, Measured,
		"blitz: 137 of 155 presses within one message of the clock, which comes every second; 2 in the third"},
	PressAhead: {"a premature press comes before the release by", "ms", same(spread{10, 40, 120, 300, 600}), Judged,
		"the other hand presses while the piece is on its last way"},
	EarlyLift: {"a piece is lifted before the other lets go by", "ms", same(spread{0, 20, 80, 200, 350}), Judged,
		"less than a carry takes"},

	CarryHeight: {"height of a carry", "0.1 mm", [...]spread{
		{300, 400, 600, 1000, 1500}, {200, 300, 550, 1000, 1600}, {150, 250, 450, 800, 1300},
		{100, 180, 350, 600, 1000}, {200, 300, 550, 1000, 1600}, {200, 300, 600, 1200, 2000}}, Judged,
		"pieces are 50 to 95 mm high; one is lifted over what stands in the way, and little else"},
	SlideHeight: {"height of a slide", "0.1 mm", same(spread{0, 0, 10, 40, 70}), Judged,
		"felt on wood"},
	LowHeight: {"height of what is carried low", "0.1 mm", same(spread{20, 40, 80, 130, 200}), Judged,
		"about where sensors cease to read"},
	Scatter: {"off the centre, to each side", "0.1 mm", [...]spread{
		{0, 5, 20, 40, 60}, {0, 8, 30, 65, 110}, {0, 10, 38, 80, 140},
		{0, 15, 50, 105, 170}, {0, 8, 32, 70, 120}, {0, 12, 45, 95, 160}}, Judged,
		"a square is 55 mm, a king's foot 38 mm: beyond 8.5 mm it overhangs"},
	HalfWay: {"a piece between two squares is off the centre by", "0.1 mm", same(spread{170, 200, 250, 290, 320}), Judged,
		"the line is at 275; more than 320 would be the next square"},

	StopRest: {"rest on the way", "ms", [...]spread{
		{100, 150, 300, 700, 2000}, {100, 160, 350, 900, 3000}, {80, 130, 280, 600, 1500},
		{50, 80, 150, 300, 600}, {100, 180, 400, 1200, 4000}, {150, 300, 800, 2500, 8000}}, Measured,
		"9 rests in blitz: about 0.3 s in the mean, an estimate, since a message of the clock came in 3 of them"},
	OvershootRest: {"beyond the square", "ms", same(spread{30, 60, 150, 350, 800}), Judged,
		"Rd8 for Re8 was reported once, so it lasted a scan or less"},
	HoverRest: {"hovers for", "ms", same(spread{150, 300, 900, 2500, 6000}), Judged,
		"a look at what it attacks from there"},
	HoldRest: {"holds for", "ms", [...]spread{
		{600, 1000, 2000, 5000, 15000}, {600, 1000, 2000, 6000, 20000}, {400, 600, 1200, 2500, 5000},
		{150, 250, 500, 1000, 2000}, {700, 1200, 3000, 10000, 40000}, {800, 1500, 4000, 12000, 40000}}, Judged,
		"over 3 s often enough to be taken for a resignation"},
	PutBackAfter: {"a piece that was touched is put back after", "ms", [...]spread{
		{300, 400, 700, 1500, 4000}, {200, 350, 800, 2500, 8000}, {120, 200, 450, 1200, 3000},
		{60, 100, 200, 400, 800}, {250, 500, 1200, 4000, 15000}, {300, 600, 1800, 6000, 20000}}, Judged,
		"a thought"},
	LookAt: {"a move that is tried is looked at for", "ms", [...]spread{
		{500, 800, 1500, 4000, 8000}, {300, 600, 1500, 5000, 12000}, {200, 350, 800, 2000, 4000},
		{100, 200, 400, 800, 1500}, {500, 1000, 2500, 8000, 25000}, {500, 1000, 3000, 9000, 25000}}, Judged,
		"a thought"},

	SwapGap: {"square empty in an exchange", "ms", [...]spread{
		{0, 20, 70, 200, 500}, {-80, -20, 40, 180, 600}, {-80, -20, 25, 110, 350},
		{-60, -20, 20, 80, 200}, {-60, 0, 90, 350, 1200}, {0, 60, 250, 900, 2500}}, Measured,
		"25 of 35 captures in blitz showed no empty square at a scan of 225 ms, 3 showed one with the capturer up; below 0 the capturer touches down first"},
	VictimLead: {"the capturer is lifted after the captured piece by", "ms", [...]spread{
		{200, 300, 500, 900, 1500}, {120, 220, 450, 900, 2500}, {80, 150, 280, 550, 1200},
		{40, 80, 140, 250, 500}, {150, 300, 600, 1500, 5000}, {250, 450, 1000, 2500, 8000}}, Judged,
		"a regrip with one finger less"},
	CarryOffTakes: {"a captured piece is beside the board after", "ms", [...]spread{
		{350, 450, 650, 1000, 1800}, {250, 350, 600, 1200, 3000}, {200, 280, 450, 900, 2500},
		{120, 200, 350, 800, 3000}, {300, 400, 800, 2000, 8000}, {350, 500, 1000, 3000, 12000}}, Judged,
		"many keep it in the hand for a while"},
	LowFor: {"is low over the board for", "ms", same(spread{60, 120, 250, 700, 2000}), Measured,
		"4 of 5 lasted one report, one over a second"},

	RookAfter: {"rook is gripped after the king's release by", "ms", [...]spread{
		{200, 280, 420, 800, 1500}, {150, 220, 400, 900, 2000}, {100, 160, 300, 800, 1500},
		{50, 80, 150, 300, 600}, {180, 260, 500, 1200, 3000}, {250, 400, 900, 2500, 6000}}, Measured,
		"6 castlings: up to about a second"},
	AfterPress: {"what was left is done after the press by", "ms", same(spread{50, 120, 350, 900, 2500}), Judged,
		"before the opponent has moved"},
	FetchTakes: {"fetching a piece takes", "ms", same(spread{3000, 5000, 12000, 40000, 120000}), Judged,
		"from the next table, or from the arbiter"},
	ChangeAfter: {"the other piece comes after", "ms", same(spread{400, 700, 1500, 3500, 8000}), Judged,
		"a thought"},
	RightedAfter: {"put up again after", "ms", [...]spread{
		{300, 500, 1000, 2000, 4000}, {250, 450, 1000, 2500, 6000}, {200, 350, 800, 2000, 5000},
		{150, 300, 800, 2500, 8000}, {300, 500, 1200, 3500, 10000}, {300, 600, 1800, 6000, 20000}}, Judged,
		"who knocks it over puts it up, on his own time if he is fair (7.4)"},
	NoticedPlies: {"found after", "plies", same(spread{1, 1, 3, 9, 20}), Judged,
		"whenever it is in somebody's way; Euro Seniors 2015: after the time control"},
	RememberAfter: {"a forgotten press is remembered after", "ms", same(spread{1200, 2000, 5000, 15000, 60000}), Judged,
		"when he wonders that nothing happens"},

	PutBackTakes: {"one piece is put back in", "ms", [...]spread{
		{500, 700, 1000, 1800, 3000}, {400, 600, 1000, 2000, 4000}, {300, 450, 700, 1300, 2500},
		{250, 350, 600, 1100, 2000}, {400, 600, 1100, 2500, 6000}, {500, 800, 1600, 4000, 9000}}, Judged,
		"a carry without haste"},
	ObjectAfter: {"the opponent objects after", "ms", [...]spread{
		{1000, 1500, 3000, 8000, 20000}, {800, 1500, 3500, 10000, 30000}, {500, 900, 1800, 4000, 8000},
		{300, 600, 1200, 2500, 5000}, {1000, 1800, 4000, 12000, 30000}, {1000, 2000, 5000, 15000, 40000}}, Judged,
		"sees, doubts, says"},
	ArbiterTakes: {"with the clocks stopped", "ms", same(spread{8000, 15000, 40000, 120000, 400000}), Judged,
		"the arbiter comes, hears, sets the clock"},
	LeverBack: {"the lever comes back after", "ms", same(spread{40, 80, 150, 300, 600}), Judged,
		"a rocker that was not pressed through"},

	SetUpTakes: {"one piece is put up in", "ms", same(spread{250, 400, 700, 1500, 5000}), Judged,
		"half a minute for a whole board"},
	ResultAfter: {"from the last move to the end", "ms", [...]spread{
		{1500, 2500, 5000, 12000, 30000}, {800, 1800, 5000, 15000, 60000}, {400, 900, 2500, 7000, 20000},
		{300, 700, 2000, 6000, 15000}, {800, 2000, 6000, 20000, 60000}, {1000, 2500, 8000, 25000, 60000}}, Judged,
		"resigning, offering a draw, looking for the mate"},
	AfterGame: {"then, before anything else is touched", "ms", same(spread{700, 1500, 5000, 20000, 90000}), Judged,
		"hands are shaken, results written"},
}
