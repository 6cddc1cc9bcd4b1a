// Package words puts findings into sentences for people, in English and in German, from one
// table. A row for each code of touchmove has what was seen, what the rule set in force
// lays down on it, and which levels it can have. What the rules then ask for follows from
// the finding's remedy.
//
// A sentence never claims more than board and clock show: nothing about hands, speech or
// intention. A finding of level certain states a fact. A suspected one names what decides
// it and no sensor sees. One of level info alleges nothing. The rest is the arbiter's to
// decide, and the sentence says so. If the rule set does not cover the matter, the sentence
// says that.
//
// The terms are those of the texts themselves: of the FIDE Laws in English, and of their
// translations in German (berührt, losgelassen, ausgeführt, abgeschlossen, regelwidrig).
package words

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// Language is a language of the sentences.
type Language uint8

// The languages.
const (
	English Language = iota
	German
)

var languageNames = [...]string{"en", "de"}

// Languages lists the names of all languages.
func Languages() []string { return slices.Clone(languageNames[:]) }

// String returns "en" or "de".
func (l Language) String() string { return languageNames[l&1] }

// LevelName returns the word for a level of findings.
func LevelName(lang Language, l touchmove.Level) string { return Term(lang, l.String()) }

// ParseLanguage parses "en" or "de".
func ParseLanguage(name string) (Language, bool) { return enum.Parse[Language](languageNames[:], name) }

// OfLocale returns the language of a locale, "de_AT.UTF-8": German for de, English for any
// other.
func OfLocale(locale string) Language {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "_")
	if strings.EqualFold(name, "de") {
		return German
	}
	return English
}

// Sentence puts a finding into words: what was seen, what the rule set lays down on it with
// its articles, and what it asks for, as advice. A nil rule set is an unknown one; then the
// sentence has nothing that differs between texts. It is one line without a line break, and
// ends with a full stop.
func Sentence(lang Language, rules *laws.Rules, f *touchmove.Finding) string {
	text, _ := say(lang, rules, f)
	return text
}

// Plain returns the sentence of a code at one of its levels, with general words for the
// player, the move and the squares.
func Plain(lang Language, rules *laws.Rules, c touchmove.Code, level touchmove.Level) string {
	f := touchmove.Finding{Code: c, Level: level, Side: laws.Somebody, Article: rules.ArticleOf(c)}
	if f.Article == laws.TextSilent && level != laws.Info {
		f.Level = laws.Arbiter
	}
	return Sentence(lang, rules, &f)
}

// say returns a sentence, and whether all fields that it needs were there.
func say(lang Language, rules *laws.Rules, f *touchmove.Finding) (text string, whole bool) {
	r := rowOf(f.Code)
	if r == nil {
		return f.Code.String() + ".", false
	}
	s := speaker{phrases: &common[lang&1], lang: lang & 1, rules: rules, f: f}
	s.fields = s.fieldsOf()
	words := &r.in[s.lang]
	seen, whole := expand(words.seen, s.fields)
	says, ok := expand(words.says.of(s.provision().Way), s.fields)
	if f.Level == laws.Arbiter && slices.Contains(r.levels, laws.Certain) {
		seen = s.cautious + seen
	}
	sentences := s.withArticle(seen, says)
	sentences = append(sentences, s.level(words)...)
	sentences = append(sentences, s.asks(r.claim)...)
	if f.Level == laws.Arbiter {
		sentences = append(sentences, or(words.arbiter, s.arbiter))
	}
	return strings.Join(sentences, " "), whole && ok
}

// withArticle puts the articles after what the text lays down, or else after what was seen.
func (s *speaker) withArticle(seen, says string) []string {
	switch {
	case s.f.Article == laws.TextSilent:
		return []string{seen + ".", strings.ReplaceAll(s.silent, "{rules}", s.ruleSet())}
	case says == "":
		return []string{seen + s.reference() + "."}
	}
	return []string{seen + ".", says + s.reference() + "."}
}

// reference returns " (FIDE 2023: 7.5.1, 3.9.2)"; "" if the finding rests on no text.
func (s *speaker) reference() string {
	switch s.f.Article {
	case laws.NoArticle, "":
		return ""
	case laws.VendorConvention:
		return " (" + s.vendor + ")"
	}
	if s.rules == nil {
		return " (" + articles(s.f.Article) + ")"
	}
	return " (" + s.ruleSet() + ": " + articles(s.f.Article) + ")"
}

// articles returns a list of articles in the form of a sentence.
func articles(joined string) string { return strings.ReplaceAll(joined, "/", ", ") }

// ruleSet returns the name of the rule set for people.
func (s *speaker) ruleSet() string {
	if s.rules == nil {
		return s.any
	}
	return RuleSet(s.rules.Name)
}

// RuleSet returns the name of a rule set as people write it: "FIDE 2023".
func RuleSet(name string) string {
	book, year, _ := strings.Cut(name, "-")
	if book == "fide" {
		return "FIDE " + year
	}
	return strings.ToUpper(book[:min(1, len(book))]) + book[min(1, len(book)):] + " " + year
}

// level returns what decides a suspected finding.
func (s *speaker) level(words *text) []string {
	if s.f.Level != laws.Suspected || words.unseen == "" {
		return nil
	}
	return []string{words.unseen}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// expand fills a template: {name} is a field; [text] is left out if a field in it is empty;
// [text|else] is else then. It returns false if a field outside brackets is empty or
// unknown.
func expand(template string, fields map[string]string) (text string, whole bool) {
	var b strings.Builder
	whole = true
	for template != "" {
		plain, rest, found := strings.Cut(template, "[")
		filled, ok := fill(plain, fields)
		b.WriteString(filled)
		whole = whole && ok
		if !found {
			break
		}
		optional, after, closed := strings.Cut(rest, "]")
		filled, ok = option(optional, fields)
		b.WriteString(filled)
		whole, template = whole && ok && closed, after
	}
	return b.String(), whole
}

// option returns what replaces the text between brackets.
func option(text string, fields map[string]string) (string, bool) {
	text, otherwise, either := strings.Cut(text, "|")
	if filled, ok := fill(text, fields); ok {
		return filled, true
	}
	if !either {
		return "", true
	}
	return fill(otherwise, fields)
}

// fill puts fields into a text without brackets.
func fill(text string, fields map[string]string) (string, bool) {
	var b strings.Builder
	whole := true
	for {
		plain, rest, found := strings.Cut(text, "{")
		b.WriteString(plain)
		if !found {
			return b.String(), whole
		}
		name, after, closed := strings.Cut(rest, "}")
		value := fields[name]
		b.WriteString(value)
		whole, text = whole && closed && value != "", after
	}
}

// speaker puts one finding into words in one language, under one rule set.
type speaker struct {
	*phrases
	lang   Language
	rules  *laws.Rules // nil if it is unknown
	f      *touchmove.Finding
	fields map[string]string
}

// fieldsOf returns the parts of a finding that may stand in a template, by name. A field
// that the finding does not have is empty.
func (s *speaker) fieldsOf() map[string]string {
	f, who := s.f, &s.sides[s.whose()&3]
	detail := detail(s.lang, f.Text)
	fields := map[string]string{
		"side": who.who, "Side": who.Who, "by": who.by, "opponent": who.opponent, "Opponent": who.Opponent, "toOpponent": who.toOpponent, "ofOpponent": who.ofOpponent, "ofSide": who.ofSide, "toSide": who.toSide,
		"move": s.move(), "squares": s.enumerate(f.Squares.Names(), s.and), "duty": s.duty(), "moves": s.open(), "reasons": s.reasons(),
		"completed": s.completed(), "detail": detail, "Detail": capital(detail), "result": s.result(f.Text), "offence": "", "n": "",
	}
	if f.Remedy != nil && f.Remedy.Offence > 0 {
		fields["offence"] = s.nth(f.Remedy.Offence)
	}
	if fields["order"] = ""; s.castlingOrder() {
		fields["order"] = s.order
	}
	fields["restored"] = s.restoring()
	fields["Restored"] = capital(fields["restored"])
	s.handFields(fields)
	fields["plies"], fields["ended"] = s.plies(), s.howEnded(fields)
	if p := s.provision(); p.N > 0 {
		fields["n"] = strconv.Itoa(p.N)
	}
	return fields
}

// provision returns what the rule set lays down on the leading topic.
func (s *speaker) provision() laws.Provision {
	topics := s.f.Code.Topics()
	if s.rules == nil || len(topics) == 0 {
		return laws.Provision{}
	}
	return s.rules.Provision(topics[0])
}

// leftPawn reports whether the finding is about the changed promotion of a pawn that was
// left on the last rank when the clock was pressed.
func (s *speaker) leftPawn() bool {
	return s.f.Code == laws.PromotionChanged && s.rules != nil && s.f.Article == s.rules.ArticleOf(laws.PromotionUnreplaced)
}

// castlingOrder reports whether the order of touches in question is that of king and rook.
func (s *speaker) castlingOrder() bool {
	return s.f.Code == laws.OrderUnknown && s.rules != nil && strings.HasSuffix(s.f.Article, "/"+s.rules.ArticleOf(laws.CastleRookFirst))
}

// barred reports whether an illegal move cannot stand, whatever the opponent chooses.
func (s *speaker) barred() bool {
	if r := s.f.Remedy; r != nil && r.Choice != nil {
		return !slices.Contains(r.Choice, "stand")
	}
	return s.rules.Barred(s.f.Why)
}

// restoring returns how the rule set deals with a completed illegal move; "" if the rule
// set is unknown.
func (s *speaker) restoring() string {
	switch {
	case s.rules == nil:
		return ""
	case s.f.Remedy != nil && s.f.Remedy.FromPly > 0:
		return s.first
	case s.barred():
		return s.phrases.barred
	}
	return s.restored[s.rules.Provision(laws.IllegalCompleted.Topics()[0]).Way]
}

// move returns the move in the language's own notation.
func (s *speaker) move() string { return Move(s.lang, s.f.SAN, s.f.UCI, s.f.Castling) }

// moves returns moves as a list; a long list is cut.
func (s *speaker) moves(uci []string) string { return Moves(s.lang, uci, s.f.Castling) }

// open lists the open moves, unless the text on what binds the player already names them.
func (s *speaker) open() string {
	bound := s.f.Bound
	if bound == "" || len(s.f.Allowed) == 1 && (strings.Contains(bound, "to:") || strings.HasPrefix(bound, "castle:")) {
		return ""
	}
	return s.moves(s.f.Allowed)
}

// joined joins names, the last two with a conjunction.
func joined(names []string, conjunction string) string {
	n := len(names)
	if n < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + conjunction + names[n-1]
}

// result returns the result that a finding is about; "" if its text is none.
func (s *speaker) result(text string) string {
	switch text {
	case "1-0", "0-1", "1/2-1/2":
		return text
	}
	return ""
}

// nth returns an ordinal number.
func (s *speaker) nth(n int) string {
	if n <= len(s.ordinals) {
		return s.ordinals[n-1]
	}
	return numbered(s.ordinal, n)
}

// numbered replaces {n} by a number.
func numbered(template string, n int) string {
	return strings.ReplaceAll(template, "{n}", strconv.Itoa(n))
}

// phrases are the phrases that several codes share, in one language.
type phrases struct {
	sides     [4]players // by touchmove.Party
	and, or   string
	more      string // after a list that is cut short
	any       string // "text silent" for an unknown rule set
	silent    string
	cautious  string // stands before what was seen if a finding that may be certain is not
	arbiter   string
	always    [4]string // by level: for a code that has only that one
	vendor    string
	claim     string
	asked     string // a breach of Article 4 is ruled on only if a player asks for it
	offence   string
	gains     string
	disputed  string    // for a disputed text
	restored  [3]string // by the way in which the rule set deals with a completed illegal move
	barred    string    // for a move that cannot stand whatever the opponent chooses
	first     string    // for an earlier irregular move that has to be put right
	only      string    // the one move that may replace an illegal one
	bound     string
	kings     string // moves open if the king must move
	standing  string // until when an illegal move can be corrected
	wins      string
	lost      string
	drawn     string
	set       string // what to set the clock to; {gained} is the increment taken off
	gained    string
	minute    string
	minutes   string
	seconds   string
	order     string   // order_unknown of king and rook: what depends on it
	ordinals  []string // from the first on
	ordinal   string   // for a number beyond ordinals
	full      string   // after the class of time control, for games under full supervision
	promotion map[byte]string
	castles   [2]string // kingside, queenside
}

// players are the words for a player.
type players struct{ who, Who, by, opponent, Opponent, toOpponent, ofOpponent, ofSide, toSide string }

var common = [...]phrases{
	English: {
		sides: [...]players{
			laws.Both:     {"either player", "Either player", "by a player", "the opponent", "The opponent", "the opponent", "the opponent's", "the player's", "the player"},
			laws.ByWhite:  {"White", "White", "by White", "Black", "Black", "Black", "Black's", "White's", "White"},
			laws.ByBlack:  {"Black", "Black", "by Black", "White", "White", "White", "White's", "Black's", "Black"},
			laws.Somebody: {"the player", "The player", "by a player", "the opponent", "The opponent", "the opponent", "the opponent's", "the player's", "the player"},
		},
		and: " and ", or: " or ", more: "{n} more", any: "the rule set in force",
		silent:   "The text of {rules} is silent on this.",
		cautious: "As far as the board shows: ",
		arbiter:  "It is for the arbiter to decide.",
		always:   [...]string{laws.Info: "always info", laws.Certain: "always certain", laws.Suspected: "always suspected", laws.Arbiter: "always arbiter"},
		vendor:   "vendor convention",
		claim:    "{Opponent} loses the right to object by touching a piece ({article}).",
		asked:    "The arbiter may rule on it only if a player asks for a ruling ({article}).",
		offence:  "It counts as the {offence} completed illegal move {by}.",
		gains:    "The text gives {toOpponent} {time} ({article}).",
		disputed: "Whether it is one minute or two is disputed for blitz under full supervision, since B.2 does not name A.3.",
		only:     "The move may be replaced only by {moves}.",
		restored: [...]string{"", "the position before the move is restored", "the opponent may let it stand, have it taken back, or demand a king move, but only until touching a piece"},
		barred:   "the move cannot stand; the opponent may have it taken back, or demand a king move",
		first:    "the position before the first illegal move is restored",
		bound:    "The move may be replaced by {moves}.",
		kings:    "Possible king moves: {moves}.",
		standing: "That holds only until {opponent} has made the next move ({article}).",
		wins:     "{Opponent} may claim the win, {result}, before making the next move ({article}).",
		lost:     "By the text {side} loses the game, {result} ({article}).",
		drawn:    "By the text the game is drawn, {result}, since {opponent} cannot mate by any series of legal moves ({article}).",
		set:      "Proposal for the clock: set White {white}, Black {black}{gained} ({article}).",
		gained:   ", without the {time} that {player} gained by the press",
		minute:   "one extra minute", minutes: "{n} extra minutes", seconds: "{n} extra seconds",
		order:    "The player may not castle with a rook that was touched before the king",
		ordinals: []string{"first", "second", "third", "fourth", "fifth"}, ordinal: "{n}th",
		full:      " (full)",
		promotion: map[byte]string{'q': "=Q", 'r': "=R", 'b': "=B", 'n': "=N", 'k': "=K", 'p': "=P"},
		castles:   [...]string{"O-O", "O-O-O"},
	},
	German: {
		sides: [...]players{
			laws.Both:     {"jeder Spieler", "Jeder Spieler", "von einem Spieler", "der Gegner", "Der Gegner", "dem Gegner", "des Gegners", "des Spielers", "dem Spieler"},
			laws.ByWhite:  {"Weiß", "Weiß", "von Weiß", "Schwarz", "Schwarz", "Schwarz", "von Schwarz", "von Weiß", "Weiß"},
			laws.ByBlack:  {"Schwarz", "Schwarz", "von Schwarz", "Weiß", "Weiß", "Weiß", "von Weiß", "von Schwarz", "Schwarz"},
			laws.Somebody: {"der Spieler", "Der Spieler", "von einem Spieler", "der Gegner", "Der Gegner", "dem Gegner", "des Gegners", "des Spielers", "dem Spieler"},
		},
		and: " und ", or: " oder ", more: "{n} weitere", any: "den geltenden Regeln",
		silent:   "Der Text von {rules} schweigt dazu.",
		cautious: "Soweit das Brett es zeigt: ",
		arbiter:  "Die Entscheidung liegt beim Schiedsrichter.",
		always:   [...]string{laws.Info: "immer Hinweis", laws.Certain: "immer sicher", laws.Suspected: "immer Verdacht", laws.Arbiter: "immer Schiedsrichter"},
		vendor:   "Herstellergepflogenheit",
		claim:    "{Opponent} verliert durch das Berühren einer Figur das Recht, das zu beanstanden ({article}).",
		asked:    "Der Schiedsrichter darf darüber nur entscheiden, wenn ein Spieler ihn dazu auffordert ({article}).",
		offence:  "Das zählt als der {offence} abgeschlossene regelwidrige Zug {by}.",
		gains:    "Der Text gibt {toOpponent} {time} ({article}).",
		disputed: "Ob es beim Blitzschach unter voller Aufsicht eine Minute ist oder zwei, ist umstritten, weil B.2 den Artikel A.3 nicht nennt.",
		only:     "Der Zug darf nur durch {moves} ersetzt werden.",
		restored: [...]string{"", "die Stellung vor dem Zug wird wiederhergestellt", "der Gegner darf den Zug gelten lassen, ihn zurücknehmen lassen oder das Ziehen des Königs verlangen, solange er selbst keinen Stein berührt hat"},
		barred:   "der Zug kann nicht bestehen bleiben; der Gegner darf ihn zurücknehmen lassen oder das Ziehen des Königs verlangen",
		first:    "die Stellung vor dem ersten regelwidrigen Zug wird wiederhergestellt",
		bound:    "Der Zug darf durch {moves} ersetzt werden.",
		kings:    "Mögliche Königszüge: {moves}.",
		standing: "Das gilt nur, bis {opponent} den nächsten Zug ausgeführt hat ({article}).",
		wins:     "{Opponent} darf vor dem eigenen nächsten Zug den Gewinn reklamieren, {result} ({article}).",
		lost:     "Nach dem Text ist die Partie für {side} verloren, {result} ({article}).",
		drawn:    "Nach dem Text ist die Partie remis, {result}, weil {opponent} durch keine Folge regelgemäßer Züge mattsetzen kann ({article}).",
		set:      "Vorschlag für die Uhr: Weiß auf {white} und Schwarz auf {black} stellen{gained} ({article}).",
		gained:   ", ohne die {time}, die {player} durch das Drücken gewonnen hat",
		minute:   "eine zusätzliche Minute", minutes: "{n} zusätzliche Minuten", seconds: "{n} zusätzliche Sekunden",
		order:    "Der Spieler darf mit einem Turm, der vor dem König berührt wurde, nicht rochieren",
		ordinals: []string{"erste", "zweite", "dritte", "vierte", "fünfte"}, ordinal: "{n}.",
		full:      " (voll)",
		promotion: map[byte]string{'q': "D", 'r': "T", 'b': "L", 'n': "S", 'k': "K", 'p': "B"},
		castles:   [...]string{"0-0", "0-0-0"},
	},
}

// duties holds what can bind a player, by the parts of laws.Duty.Bound. The first
// entry whose parts all occur is used. {from}, {or}, {cap}, {to} and {piece} come from
// these parts.
var duties = []struct {
	parts []string
	in    [2]string
}{
	{[]string{"castle:K"}, [...]string{"If the pieces were touched and released as the board shows, {side} must castle kingside",
		"Wenn die Figuren so berührt und losgelassen wurden, wie das Brett es zeigt, muss {side} kurz rochieren"}},
	{[]string{"castle:Q"}, [...]string{"If the pieces were touched and released as the board shows, {side} must castle queenside",
		"Wenn die Figuren so berührt und losgelassen wurden, wie das Brett es zeigt, muss {side} lang rochieren"}},
	{[]string{"to:", "promo:"}, [...]string{"{Side} must promote to {piece} on {to}",
		"{Side} muss auf {to} in {piece} umwandeln"}},
	{[]string{"to:", "from:"}, [...]string{"If the piece from {from} has been released, {side} must leave it on {to}",
		"Wenn die Figur von {from} losgelassen wurde, muss {side} sie auf {to} stehen lassen"}},
	{[]string{"to:"}, [...]string{"If the piece has been released, {side} must leave it on {to}",
		"Wenn die Figur losgelassen wurde, muss {side} sie auf {to} stehen lassen"}},
	{[]string{"from:", "cap:"}, [...]string{"If the touch counts, {side} must capture the piece on {cap} with the one on {from}",
		"Wenn die Berührung zählt, muss {side} die Figur auf {cap} mit der auf {from} schlagen"}},
	{[]string{"cap:"}, [...]string{"If the touch counts, {side} must capture the piece on {cap}",
		"Wenn die Berührung zählt, muss {side} die Figur auf {cap} schlagen"}},
	{[]string{"from:", "!castle:"}, [...]string{"If the touch counts, {side} must move the king without castling",
		"Wenn die Berührung zählt, muss {side} den König ziehen, ohne zu rochieren"}},
	{[]string{"from:", "or:"}, [...]string{"If the touch counts, {side} must move the piece on {from} or the one on {or}",
		"Wenn die Berührung zählt, muss {side} die Figur auf {from} oder die auf {or} ziehen"}},
	{[]string{"from:"}, [...]string{"If the touch counts, {side} must move the piece on {from}",
		"Wenn die Berührung zählt, muss {side} die Figur auf {from} ziehen"}},
	{[]string{"?"}, [...]string{"If the touch counts, {side} must move or capture what was touched", "Wenn die Berührung zählt, muss {side} die berührte Figur ziehen oder schlagen"}},
	{nil, [...]string{"{Side} may make any legal move; no touched piece binds the player",
		"{Side} darf jeden regelgemäßen Zug ausführen; keine berührte Figur bindet den Spieler"}},
}

// duty returns what binds the player, in words.
func (s *speaker) duty() string {
	parts := strings.Split(s.f.Bound, "&")
	if s.f.Bound == "" && s.f.Allowed == nil {
		parts = []string{"?"} // no entry fits: the code itself
	}
	who := &s.sides[s.f.Side&3]
	fields := map[string]string{"side": who.who, "Side": who.Who}
	for _, part := range parts {
		name, value, _ := strings.Cut(part, ":")
		fields[name] = value
	}
	if piece, ok := placement.ParsePiece(letterOf(fields["promo"])); ok {
		fields["piece"] = s.newPiece(piece.Kind())
	}
	for i := range duties {
		if hasParts(parts, duties[i].parts) {
			text, _ := expand(duties[i].in[s.lang], fields)
			return text
		}
	}
	return ""
}

// hasParts reports whether each wanted part is the beginning of a given one.
func hasParts(parts, wanted []string) bool {
	all := "&" + strings.Join(parts, "&")
	for _, w := range wanted {
		if !strings.Contains(all, "&"+w) {
			return false
		}
	}
	return true
}

// letterOf returns the first letter of a name, 0 if it has none.
func letterOf(name string) byte {
	if name == "" {
		return 0
	}
	return name[0]
}

// newPiece returns the piece of a promotion: "a queen".
func (s *speaker) newPiece(kind placement.Kind) string {
	if s.lang == English {
		return "a " + kind.String()
	}
	n := nouns[kind.String()]
	return n.article("einen ", "eine ") + n.whom
}
