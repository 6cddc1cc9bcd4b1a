package simulate

// measuredCaptures and measuredGap are how 35 real captures went (measured): 7
// times the captured man was lifted first, 25 times a scan of 200 to 250 ms saw no
// empty moment, 3 times one did, after the lift of the capturer. An exchange with
// a gap of up to 50 ms is seen so: 24.5 and 3.5 of 28. A board that scans faster
// sees more of them.
var (
	measuredCaptures = CaptureWays{VictimFirst: 7, Exchange: 28}
	measuredGap      = Span{0, 50}
)

// Clean is two careful people: one man at a time, straight to its square, and
// nothing else touched. A 15+10 game.
func Clean() Profile {
	return Profile{
		Base: 15 * 60000, Increment: 10000, ClockEach: 1000,
		Think: Span{1500, 12000}, Travel: Span{350, 1300}, Second: Span{300, 900}, Press: Span{400, 1500},
		Captures:  measuredCaptures,
		Gap:       measuredGap,
		Castling:  CastlingWays{KingFirst: 1},
		RookAfter: Span{250, 1000},
		EnPassant: EnPassantWays{VictimLast: 1, VictimFirst: 1},
		Promotion: PromotionWays{PawnOff: 2, PieceFirst: 1, Exchanged: 1},
		Ending:    Ending{StopClock: Rate{1, 1}, Pause: Span{2000, 6000}},
	}
}

// Human is what was measured on three real blitz games, and nothing that was
// not seen there but for a rare early hand.
func Human() Profile {
	p := Clean()
	p.Base, p.Increment = 3*60000, 2000
	p.Think, p.Travel, p.Second, p.Press = Span{300, 9000}, Span{220, 1100}, Span{200, 700}, Span{150, 900}
	p.Slide, p.SlideRest = Rate{8, 66}, Span{50, 800}
	p.Transit, p.Brush, p.Hop = Rate{2, 150}, Span{40, 220}, Span{20, 120}
	p.Carried, p.CarryRest = Rate{5, 35}, Span{60, 700}
	p.Castling.KingFirst, p.Castling.BothHands = 6, 1
	p.Hover, p.HoverFor = Rate{1, 60}, Span{500, 4000}
	p.Return, p.AdjustAt = Rate{1, 100}, Span{300, 800}
	p.EarlyLift, p.LiftInPlay, p.Recapture = Rate{1, 150}, Rate{1, 400}, Rate{1, 30}
	return p
}

// Blitz is two people in time trouble: hands that overlap, presses that come
// late or never.
func Blitz() Profile {
	p := Human()
	p.Base, p.Increment = 60000, 1000
	p.Think, p.Travel, p.Second, p.Press = Span{150, 1500}, Span{120, 600}, Span{60, 350}, Span{60, 450}
	p.Slide, p.SlideRest = Rate{14, 100}, Span{40, 450}
	p.Castling.KingFirst, p.Castling.BothHands = 2, 1
	p.RookAfter = Span{100, 600}
	p.Hover, p.Return = Rate{1, 200}, Rate{1, 300}
	p.EarlyLift, p.LiftInPlay, p.Recapture = Rate{1, 12}, Rate{1, 30}, Rate{1, 4}
	p.Crossed, p.ReplyFirst, p.ForgetPress = Rate{1, 60}, Rate{1, 40}, Rate{1, 80}
	return p
}

// Noisy is Human with a board that errs now and then, and mends it: what is lost
// comes with the next full scan. No rate is measured: a real DGT board did none
// of it in 458 events.
func Noisy() Profile {
	p := Human()
	p.Faults = Faults{LostLift: Rate{1, 150}, LostDrop: Rate{1, 300}, Misread: Rate{1, 60},
		Duplicated: Rate{1, 60}, DeadTag: Rate{1, 400}}
	return p
}

// Faulty is Human with a board, a line or a set of men that ought to be changed:
// squares that died, men that are not read, presses that are not told, a port
// that is lost in the middle of moves. All of it was reported, no rate measured.
func Faulty() Profile {
	p := Human()
	p.Faults = Faults{DeadTag: Rate{1, 400}, DeadSquare: Rate{1, 3}, StuckSquare: Rate{1, 4},
		Weak: Rate{1, 60}, WeakFor: Span{100, 600}, Bounce: Rate{1, 60}, Reordered: Rate{1, 40}, LostPress: Rate{1, 80},
		Disconnect: Rate{1, 60}, Away: Span{800, 9000}, LostByte: Rate{1, 20000}, WrongByte: Rate{1, 20000}}
	return p
}

// Unruly is Human with irregularities, about one in ten plies.
func Unruly() Profile {
	p := Human()
	rare := Rate{1, 80}
	p.Irregular = Irregular{TouchOther: rare, TouchTheirs: rare, Correct: rare, PressIllegal: rare, Stand: Rate{1, 300}, ReleaseTwice: rare,
		RookFirst: Rate{1, 10}, RookAstray: Rate{1, 10}, OtherPiece: Rate{1, 6}, PawnLeft: Rate{1, 6},
		PressEmpty: Rate{1, 200}, Knock: rare, Displace: rare, LeaveAstray: Rate{1, 100},
		Rest: Span{450, 1600}, Stop: Span{3000, 9000}, Stray: Span{2000, 7000}, Plies: Span{1, 6}}
	p.Adjust = rare
	return p
}

// Club is Human with all that goes before a game and follows it, and what
// people allow one another who play for nothing: men set up and straightened, a
// ceremony, moves taken back, presses that come late, men pushed along the board
// or put between squares; the result shown by the kings, or a king laid down;
// analysis, the men put back, and the beginning of the next game.
func Club() Profile {
	p := Human()
	p.Sweep, p.SweepRest = Rate{1, 20}, Span{40, 150}
	p.CarriedOn = Rate{1, 5}
	p.Straddle, p.StraddleFor = Rate{1, 80}, Span{60, 400}
	p.Adjust, p.AdjustMore = Rate{1, 60}, Rate{1, 4}
	p.PressLate, p.PressLateBy = Rate{1, 60}, Span{2000, 8000}
	p.Interrupt, p.InterruptFor = Rate{1, 150}, Span{5000, 20000}
	p.TakeBack = Rate{1, 100}
	p.Beginning = Beginning{SetUp: Rate{1, 4}, Straighten: Rate{1, 2}, Ceremony: Rate{1, 8}, Pause: Span{800, 4000}}
	p.Ending = Ending{StopClock: Rate{1, 1}, Signal: Rate{2, 3}, SignalLate: Rate{1, 2}, SignalWalk: Rate{1, 6}, LayDown: Rate{1, 3},
		GoBack: 4, Analyse: 6, PutBack: Rate{1, 1}, NextGame: 12, Pause: Span{2500, 9000}}
	return p
}
