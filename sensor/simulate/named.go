package simulate

// NamedProfile is a profile under the name that a command line or a table
// gives it: lower case, without spaces.
type NamedProfile struct {
	Name string
	Profile
}

// Profiles is all profiles, from the plainest on. The caller owns it.
func Profiles() []NamedProfile {
	return []NamedProfile{
		{"clean", Clean()}, {"human", Human()}, {"blitz", Blitz()},
		{"noisy", Noisy()}, {"faulty", Faulty()}, {"unruly", Unruly()}, {"club", Club()},
	}
}

// ProfileNamed is the profile of a name, and whether there is one.
func ProfileNamed(name string) (Profile, bool) {
	for _, p := range Profiles() {
		if p.Name == name {
			return p.Profile, true
		}
	}
	return Profile{}, false
}

// NamedBoard is a board under the name that a command line or a table gives it:
// lower case, without spaces.
type NamedBoard struct {
	Name string
	Board
}

// Boards is all boards, those that name the men first. The caller owns it.
func Boards() []NamedBoard {
	return []NamedBoard{
		{"text", Text()}, {"dgt", DGT()}, {"dgt-swept", DGTSwept()}, {"dgt-turned", DGTTurned()},
		{"dgt-bluetooth", DGTBluetooth()}, {"dgt-bus", DGTBus()},
		{"chesslink", ChessLink()}, {"certabo", Certabo()}, {"certabo-weak", CertaboWeak()},
		{"centaur", Centaur()}, {"tabutronic", Tabutronic()},
		{"reed", Reed()}, {"reed-settled", ReedSettled()}, {"reed-weak", ReedWeak()},
	}
}

// BoardNamed is the board of a name, and whether there is one.
func BoardNamed(name string) (Board, bool) {
	for _, b := range Boards() {
		if b.Name == name {
			return b.Board, true
		}
	}
	return Board{}, false
}
