package words

import "github.com/boardd/boardd/touchmove"

// phrases are what sentences of several codes have in common, in one language.
type phrases struct {
	sides     [4]players // by touchmove.Party
	and, or   string
	more      string // after a list that is cut short
	any       string // "text silent" of an unknown rule set
	silent    string
	cautious  string // before what was seen, if a finding that may be certain is not
	arbiter   string
	always    [4]string // by level: a code that has no other
	vendor    string
	claim     string
	offence   string
	gains     string
	restored  [3]string // by the way in which the text deals with a completed illegal move
	only      string    // the one move that may replace an illegal one
	bound     string
	kings     string // moves open if the king must move
	standing  string // until when an illegal move can be corrected
	wins      string
	lost      string
	drawn     string
	minute    string
	minutes   string
	seconds   string
	ordinals  []string // from the first
	ordinal   string   // of a number beyond them
	full      string   // games under full supervision, after the class of time control
	promotion map[byte]string
}

// players are the words for a player.
type players struct{ who, Who, by, opponent, Opponent, toOpponent string }

var common = [...]phrases{
	English: {
		sides: [...]players{
			touchmove.Both:     {"either player", "Either player", "by a player", "the opponent", "The opponent", "the opponent"},
			touchmove.ByWhite:  {"White", "White", "by White", "Black", "Black", "Black"},
			touchmove.ByBlack:  {"Black", "Black", "by Black", "White", "White", "White"},
			touchmove.Somebody: {"the player", "The player", "by a player", "the opponent", "The opponent", "the opponent"},
		},
		and: " and ", or: " or ", more: "{n} more", any: "the rule set in force",
		silent:   "The text of {rules} is silent on this.",
		cautious: "As far as the board shows: ",
		arbiter:  "It is for the arbiter to decide.",
		always:   [...]string{touchmove.Info: "always info", touchmove.Certain: "always certain", touchmove.Suspected: "always suspected", touchmove.Arbiter: "always arbiter"},
		vendor:   "vendor convention",
		claim:    "{Opponent} can object to it only until touching a piece ({article}).",
		offence:  "It counts as the {offence} completed illegal move {by}.",
		gains:    "The text gives {toOpponent} {time} ({article}).",
		only:     "The move may be replaced only by {moves}.",
		restored: [...]string{"", "the position before it is restored", "until touching a piece, the opponent may let it stand, give it back, or demand a king move"},
		bound:    "The move may be replaced by {moves}.",
		kings:    "King moves open: {moves}.",
		standing: "That holds only until {opponent} has made the next move ({article}).",
		wins:     "{Opponent} may claim the win, {result}, before making the next move ({article}).",
		lost:     "By the text {side} loses the game, {result} ({article}).",
		drawn:    "By the text the game is drawn, {result}, since {opponent} cannot mate by any series of legal moves ({article}).",
		minute:   "one extra minute", minutes: "{n} extra minutes", seconds: "{n} extra seconds",
		ordinals: []string{"first", "second", "third", "fourth", "fifth"}, ordinal: "{n}th",
		full:      " (full)",
		promotion: map[byte]string{'q': "=Q", 'r': "=R", 'b': "=B", 'n': "=N"},
	},
	German: {
		sides: [...]players{
			touchmove.Both:     {"jeder Spieler", "Jeder Spieler", "von einem Spieler", "der Gegner", "Der Gegner", "dem Gegner"},
			touchmove.ByWhite:  {"Weiß", "Weiß", "von Weiß", "Schwarz", "Schwarz", "Schwarz"},
			touchmove.ByBlack:  {"Schwarz", "Schwarz", "von Schwarz", "Weiß", "Weiß", "Weiß"},
			touchmove.Somebody: {"der Spieler", "Der Spieler", "von einem Spieler", "der Gegner", "Der Gegner", "dem Gegner"},
		},
		and: " und ", or: " oder ", more: "{n} weitere", any: "den geltenden Regeln",
		silent:   "Der Text von {rules} schweigt dazu.",
		cautious: "Soweit das Brett es zeigt: ",
		arbiter:  "Die Entscheidung liegt beim Schiedsrichter.",
		always:   [...]string{touchmove.Info: "immer info", touchmove.Certain: "immer certain", touchmove.Suspected: "immer suspected", touchmove.Arbiter: "immer arbiter"},
		vendor:   "Herstellergepflogenheit",
		claim:    "{Opponent} kann das nur beanstanden, solange er selbst keine Figur berührt hat ({article}).",
		offence:  "Das zählt als der {offence} abgeschlossene regelwidrige Zug {by}.",
		gains:    "Der Text gibt {toOpponent} {time} ({article}).",
		only:     "Ersetzt werden darf der Zug nur durch {moves}.",
		restored: [...]string{"", "die Stellung davor wird wiederhergestellt", "bis er selbst einen Stein berührt, darf der Gegner den Zug gelten lassen, ihn zurückgeben oder das Ziehen des Königs verlangen"},
		bound:    "Ersetzt werden darf der Zug durch {moves}.",
		kings:    "Mögliche Königszüge: {moves}.",
		standing: "Das gilt nur, bis {opponent} den nächsten Zug ausgeführt hat ({article}).",
		wins:     "{Opponent} darf den Gewinn reklamieren, {result}, bevor der nächste Zug ausgeführt ist ({article}).",
		lost:     "Nach dem Text ist die Partie für {side} verloren, {result} ({article}).",
		drawn:    "Nach dem Text ist die Partie remis, {result}, weil {opponent} durch keine Folge regelgemäßer Züge mattsetzen kann ({article}).",
		minute:   "eine zusätzliche Minute", minutes: "{n} zusätzliche Minuten", seconds: "{n} zusätzliche Sekunden",
		ordinals: []string{"erste", "zweite", "dritte", "vierte", "fünfte"}, ordinal: "{n}.",
		full:      " (voll)",
		promotion: map[byte]string{'q': "D", 'r': "T", 'b': "L", 'n': "S"},
	},
}
