package transport

import "github.com/boardd/boardd/touchmove"

// Kind says how the value of a field of a request is written in JSON.
type Kind uint8

// The kinds of field.
const (
	TextField   Kind = iota // a string that is not empty
	NumberField             // a whole number from 0 on
	FlagField               // true or false
	TagsField               // an object of strings, by the names of PGN tags
)

// Field is a field that a request may have.
type Field struct {
	Name   string
	Kind   Kind
	Of     []string // what the value must be one of; empty: anything of its kind
	Text   string   // what it says
	Needed bool     // the verb means nothing without it
}

// Verb is a verb of the contract, with the fields that ParseCommand lets it have.
type Verb struct {
	Name   string
	Fields []Field // its own, the needed ones first
}

var sides = []string{"w", "b"}

// about is what there is to say of a field, whichever verb has it.
var about = [...]Field{
	{Name: "transaction", Text: "to know the answer by, which repeats it"},
	{Name: "if_rev", Kind: NumberField, Text: "refuse unless the game is at this revision"},
	{Name: "by", Text: "who asks"},
	{Name: "game_id", Text: "refuse unless this is the game; with new_game, the new one's"},
	{Name: "tags", Kind: TagsField, Text: "PGN tags"},
	{Name: "start_fen", Text: "position to start from, as a FEN"},
	{Name: "variant", Of: []string{"standard", "chess960"}, Text: "kind of chess"},
	{Name: "rules", Of: touchmove.RuleSets(), Text: "rule set; the last game's unless rules, time or supervision is given"},
	{Name: "time", Of: []string{"standard", "rapid", "blitz", "quickplay"}, Text: "class of time control"},
	{Name: "supervision", Of: []string{"normal", "full"}, Text: "of rapid and blitz"},
	{Name: "result", Of: results, Text: "result; * takes it back"},
	{Name: "termination", Of: terminations, Text: "how the game ended"},
	{Name: "side", Of: sides, Text: "which player"},
	{Name: "seconds", Kind: NumberField, Text: "how long it holds; 10 if not given"},
	{Name: "accept", Kind: FlagField, Text: "true lets the last irregularity stand, false undoes it"},
	{Name: "ply", Kind: NumberField, Text: "half-move: the last that stays (takeback), or the one to replace (correct)"},
	{Name: "fen", Text: "position, as a FEN"},
	{Name: "why", Text: "reason, for the journal"},
	{Name: "uci", Text: "move to put in its place, in UCI"},
}

// Verbs are all verbs of the contract: the table that ParseCommand checks against.
func Verbs() []Verb {
	out := make([]Verb, 0, len(verbs))
	for i := range verbs {
		v := &verbs[i]
		fields := fieldsNamed(v.fields)
		for j := range v.needs {
			fields[j].Needed = true
		}
		out = append(out, Verb{v.name, fields})
	}
	return out
}

// CommonFields are the fields that every verb has besides its own.
func CommonFields() []Field { return fieldsNamed(common) }

func fieldsNamed(names []string) []Field {
	out := make([]Field, 0, len(names))
	for _, name := range names {
		out = append(out, aboutField(name))
	}
	return out
}

func aboutField(name string) Field {
	for _, f := range about {
		if f.Name == name {
			return f
		}
	}
	return Field{Name: name}
}
