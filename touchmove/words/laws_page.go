package words

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// Cell is what one rule set lays down on a topic, or the article that it gives a code, for
// some classes of time control and degrees of supervision.
type Cell struct {
	Games   string // "rapid, blitz"; "" if it holds for all games of the rule set
	Words   string // what the text lays down; "" for a code
	Article string // "text silent" if the text does not speak of it
}

// TopicName returns the name of a topic.
func TopicName(lang Language, t laws.Topic) string {
	if g := germanTopic(t); lang&1 == German && g != nil {
		return g.name
	}
	return t.String()
}

func germanTopic(t laws.Topic) *topicText {
	for _, part := range [...][]topicText{germanTopics, germanTopicsLater} {
		if i := slices.IndexFunc(part, func(g topicText) bool { return g.topic == t.String() }); i >= 0 {
			return &part[i]
		}
	}
	return nil
}

// TopicCells returns what a rule set lays down on a topic, one cell for each group of games
// that it treats alike.
func TopicCells(lang Language, ruleSet string, t laws.Topic) []Cell {
	return cells(lang, ruleSet, func(r *laws.Rules) Cell {
		p := r.Provision(t)
		if p.Way == 0 {
			return Cell{Article: touchmove.TextSilent}
		}
		if g := germanTopic(t); lang&1 == German && g != nil {
			p.Words = strings.ReplaceAll(g.ways[p.Way-1], "{n}", strconv.Itoa(p.N))
		}
		return Cell{Words: p.Words, Article: p.Article}
	})
}

// LeadingCells returns the articles that a finding cites under a rule set if nothing
// narrows it down, one cell for each group of games that it treats alike.
func LeadingCells(lang Language, ruleSet string, c touchmove.Code) []Cell {
	return cells(lang, ruleSet, func(r *laws.Rules) Cell { return Cell{Article: r.ArticleOf(c)} })
}

// CodeCells returns all articles that a finding may cite under a rule set, the leading ones
// first, one cell for each group of games that it treats alike.
func CodeCells(lang Language, ruleSet string, c touchmove.Code) []Cell {
	return cells(lang, ruleSet, func(r *laws.Rules) Cell {
		if listed := r.Articles(c); len(listed) > 0 {
			return Cell{Article: strings.Join(listed, "/")}
		}
		return Cell{Article: touchmove.TextSilent}
	})
}

// cells joins the variants of a rule set with equal cells.
func cells(lang Language, ruleSet string, of func(*laws.Rules) Cell) []Cell {
	variants := laws.Variants(ruleSet)
	var out []Cell
	var games [][]*laws.Rules
	for _, r := range variants {
		c := of(r)
		i := slices.Index(out, c)
		if i < 0 {
			i, out, games = len(out), append(out, c), append(games, nil)
		}
		games[i] = append(games[i], r)
	}
	if len(out) > 1 {
		for i := range out {
			out[i].Games = gamesOf(lang, games[i], variants)
		}
	}
	return out
}

// gamesOf names the games of some variants. If supervision splits a class, it names the
// supervision too.
func gamesOf(lang Language, some, all []*laws.Rules) string {
	var names []string
	for _, r := range some {
		name := Term(lang, r.Time.String())
		switch other := slices.ContainsFunc(all, func(o *laws.Rules) bool { return o.Time == r.Time && o.Full != r.Full }); {
		case !other:
		case slices.ContainsFunc(some, func(o *laws.Rules) bool { return o.Time == r.Time && o.Full != r.Full }):
		case r.Full:
			name += common[lang&1].full
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Unseen lists what the texts mention and neither a board nor a clock can see. No topic and
// no finding is about it.
func Unseen(lang Language) []string { return slices.Clone(unseen[lang&1]) }

var unseen = [...][]string{
	English: {
		"which hand made a move or pressed the clock (FIDE 2023: 4.1, 6.2.3, 7.5.4)",
		"what was said: an announcement of adjusting, a claim, an offer of a draw, a resignation (4.2.1, 5.1.2, 9.1, 9.5)",
		"intention: whether a touch was meant to move or capture, or was an accident (4.2.2, 4.3, 4.4.3)",
		"who sits at the board, and whether the colours are reversed (7.3)",
		"who displaced a piece, and why (7.4)",
		"what the score sheet says, and whether a move was written down on it (8, 9.2.1, 9.3.1)",
		"conduct, penalties at discretion, and what the arbiter saw (11, 12.9)",
		"what a display showed: a claim may not rest on that alone (6.12.2)",
	},
	German: {
		"mit welcher Hand gezogen oder die Uhr gedrückt wurde (FIDE 2023: 4.1, 6.2.3, 7.5.4)",
		"was gesagt wurde: Ankündigung des Zurechtrückens, Reklamation, Remisangebot, Aufgabe (4.2.1, 5.1.2, 9.1, 9.5)",
		"Absicht: ob eine Berührung zum Ziehen oder Schlagen gemeint oder ein Versehen war (4.2.2, 4.3, 4.4.3)",
		"wer am Brett sitzt, und ob die Farben vertauscht sind (7.3)",
		"wer eine Figur verschoben hat, und warum (7.4)",
		"was auf dem Partieformular steht, und ob ein Zug darauf geschrieben wurde (8, 9.2.1, 9.3.1)",
		"Verhalten, Strafen nach Ermessen, und was der Schiedsrichter gesehen hat (11, 12.9)",
		"was eine Anzeige zeigte: Darauf allein darf sich eine Reklamation nicht stützen (6.12.2)",
	},
}

// topicText is the name of a topic and its ways in German, the ways in the order of
// touchmove.
type topicText struct {
	topic string // its name in touchmove
	name  string
	ways  []string
}

// germanTopics are the topics up to the completion of the move.
var germanTopics = []topicText{
	{"first move", "erster Zug", []string{"Weiß macht ihn", "durch das Los, dann von Partie zu Partie abwechselnd, gleich mit welcher Farbe"}},
	{"turn", "Reihenfolge der Züge", []string{"die Spieler ziehen abwechselnd"}},
	{"having the move", "am Zug sein", []string{"sobald der Zug des Gegners ausgeführt ist", "sobald der Zug des Gegners abgeschlossen ist", "wenn die Reihe an ihm ist"}},
	{"reply before the press", "Antwort vor dem Drücken der Uhr", []string{"erlaubt; der Gegner muss seine Uhr noch drücken können", "der Spieler ist noch nicht am Zug"}},
	{"own piece touched", "eigene Figur berührt", []string{"muss gezogen werden"}},
	{"several pieces of one colour touched", "mehrere Figuren einer Farbe berührt", []string{"die erste, die gezogen oder geschlagen werden kann"}},
	{"opponent's piece touched", "gegnerische Figur berührt", []string{"muss geschlagen werden"}},
	{"pieces of both colours touched", "Figuren beider Farben berührt", []string{"die eine schlägt die andere, sonst die erste berührte, die gezogen oder geschlagen werden kann",
		"die eine schlägt die andere, sonst schlägt sie irgendeine andere Figur"}},
	{"order of touching unknown", "Reihenfolge der Berührung unbekannt", []string{"die eigene Figur gilt als zuerst berührt"}},
	{"adjusting", "Zurechtrücken", []string{"nur nach Ankündigung, durch den Spieler am Zug", "nach Ankündigung frei"}},
	{"accidental touch", "versehentliche Berührung", []string{"bindet nicht", "nur absichtliche Berührung bindet"}},
	{"touched piece that cannot be moved or captured", "berührte Figur kann weder gezogen noch geschlagen werden", []string{"jeder regelgemäße Zug",
		"der König muss ziehen, ohne zu rochieren; wenn er nicht kann, bleibt es ohne Folgen"}},
	{"rook touched, then king", "Turm berührt, dann König", []string{"keine Rochade mit diesem Turm; der Turm muss ziehen, sonst der König", "die Reihenfolge ist gleichgültig"}},
	{"king touched, then rook", "König berührt, dann Turm", []string{"Rochade auf dieser Seite, wenn sie regelgemäß ist", "der König muss ziehen; die Rochade ist nicht verpflichtend"}},
	{"king and rook touched, castling there illegal", "König und Turm berührt, Rochade dort regelwidrig", []string{"der König muss ziehen, auch durch die andere Rochade; wenn er nicht kann, jeder regelgemäße Zug", "die zuerst berührte Figur, die ziehen kann"}},
	{"king released two squares away", "König zwei Felder weiter losgelassen", []string{"nur diese Rochade, wenn sie regelgemäß ist"}},
	{"claim against a touch breach", "Reklamation eines Verstoßes beim Berühren", []string{"erlischt, wenn der Gegner eine Figur berührt",
		"erlischt, wenn der Gegner eine Figur berührt; nicht die gegen das Weiterziehen einer losgelassenen Figur"}},
	{"ruling on a touch breach", "Entscheidung über einen Verstoß beim Berühren", []string{"der Schiedsrichter achtet von sich aus darauf", "nur wenn ein Spieler es verlangt"}},
	{"piece released on another square", "Figur auf einem anderen Feld losgelassen", []string{"sie bleibt dort, wenn das ein regelgemäßer Zug oder ein Teil davon ist"}},
	{"capturing piece released", "schlagende Figur losgelassen", []string{"sie bleibt dort, wenn das ein regelgemäßer Zug oder ein Teil davon ist"}},
	{"move made", "Zug ausgeführt", []string{"wenn jede beteiligte Figur losgelassen ist", "wenn alle Anforderungen an den Zug erfüllt sind"}},
	{"capture", "Schlagen", []string{"ausgeführt, wenn die geschlagene Figur vom Brett und die eigene losgelassen ist", "die geschlagene Figur wird als Teil desselben Zuges entfernt"}},
	{"en passant", "Schlagen en passant", []string{"nur im unmittelbar folgenden Zug; der geschlagene Bauer wird entfernt"}},
	{"promotion", "Umwandlung", []string{"Teil desselben Zuges; Dame, Turm, Läufer oder Springer"}},
	{"pawn released on the last rank", "Bauer auf der letzten Reihe losgelassen", []string{"das Feld liegt fest; der Zug ist noch nicht ausgeführt"}},
	{"choice of the promotion piece", "Wahl der Umwandlungsfigur", []string{"endgültig, sobald die Figur das Umwandlungsfeld berührt", "endgültig, sobald die Figur losgelassen ist"}},
	{"castling", "Rochade", []string{"König und Turm haben nicht gezogen; kein Schach auf dem Weg des Königs; nichts dazwischen"}},
	{"castling in Chess960", "Rochade im Chess960", []string{"Zielfelder wie im üblichen Schach; vier Arten, König und Turm zu führen"}},
	{"move completed", "Zug abgeschlossen", []string{"durch Drücken der Uhr, oder wenn er die Partie beendet"}},
	{"move never pressed", "Uhr nach dem Zug nie gedrückt", []string{"abgeschlossen durch den eigenen nächsten Zug"}},
	{"press while the own clock stands", "Drücken, während die eigene Uhr steht", []string{"schließt nichts ab"}},
}

// germanTopicsLater are the topics from the illegal move to the end of the game.
var germanTopicsLater = []topicText{
	{"illegal move", "regelwidriger Zug", []string{"ein Zug, den die Gangart der Figuren nicht erlaubt", "ein Zug gegen den Gang der Steine oder mit einem Stein des Gegners"}},
	{"king in check", "König im Schach", []string{"darf weder im Schach stehen bleiben noch hineingezogen werden"}},
	{"king captured", "König geschlagen", []string{"nicht erlaubt"}},
	{"illegal move not completed", "regelwidriger Zug, nicht abgeschlossen", []string{"frei zu berichtigen, gebunden an das Berührte", "abgeschlossen, sobald die Uhr des Gegners läuft"}},
	{"illegal move completed", "regelwidriger Zug, abgeschlossen", []string{"die Stellung vor dem Zug wird wiederhergestellt", "der Gegner lässt ihn gelten, lässt ihn zurücknehmen oder verlangt das Ziehen des Königs"}},
	{"move that replaces an illegal one", "Zug, der einen regelwidrigen ersetzt", []string{"gebunden an das Berührte und Losgelassene", "gebunden an das Berührte", "ein Königszug, wenn der Gegner ihn verlangt"}},
	{"consequence of an illegal move", "Folge eines regelwidrigen Zuges", []string{"{n} s für den Gegner", "der Gegner darf vor seinem eigenen Zug den Gewinn reklamieren", "keine außer der Wiederherstellung",
		"ein Königszug, wenn der Gegner ihn verlangt"}},
	{"offence that loses the game", "Verstoß, der die Partie verliert", []string{"der {n}.; remis, wenn der Gegner nicht mattsetzen kann", "der {n}."}},
	{"two faults in one move", "zwei Fehler in einem Zug", []string{"zählen als einer (Auslegung von 2017)"}},
	{"illegal move too late to correct", "regelwidriger Zug nicht mehr zu berichtigen", []string{"wenn die Partie beendet ist", "wenn der Gegner seinen nächsten Zug ausgeführt hat", "wenn der Gegner einen Stein berührt hat"}},
	{"pawn left on the last rank, clock pressed", "Bauer auf der letzten Reihe gelassen, Uhr gedrückt", []string{"regelwidrig; er wird zur Dame", "regelwidrig; zurückgenommen, freie Wahl", "er darf dort nicht stehen; was folgt, ist nicht gesagt"}},
	{"clock pressed in the middle of a move", "Uhr mitten im Zug gedrückt", []string{"wie ein regelwidriger Zug", "unkorrekte Behandlung der Uhr", "der Zug ist nicht ausgeführt; was für das Drücken folgt, ist nicht gesagt"}},
	{"clock pressed without a move", "Uhr ohne Zug gedrückt", []string{"wie ein regelwidriger Zug", "unkorrekte Behandlung der Uhr; Ermessen des Schiedsrichters"}},
	{"both kings in check, pawn on the last rank", "beide Könige im Schach, Bauer auf der letzten Reihe", []string{"der Schiedsrichter wartet den nächsten abgeschlossenen Zug ab; noch regelwidrig: remis"}},
	{"pieces knocked over", "Figuren umgeworfen", []string{"auf Kosten der eigenen Zeit zurückzustellen", "auf Kosten der eigenen Zeit zurückzustellen; der Gegner darf die Uhr zurückdrücken",
		"die Stellung davor wird wiederhergestellt, sonst ist die Partie ungültig"}},
	{"displaced piece found later", "verschobene Figur später entdeckt", []string{"die Stellung davor wird wiederhergestellt"}},
	{"wrong initial position", "falsche Anfangsstellung", []string{"neue Partie", "neue Partie, wenn beanstandet, bevor jede Seite {n} Züge gemacht hat", "neue Partie, wenn beanstandet, bevor jede Seite {n} Züge abgeschlossen hat", "neue Partie, wenn beanstandet, bevor jede Seite {n} Züge gemacht hat; später mit Einwilligung des Gegners"}},
	{"castling with a misplaced king or rook", "Rochade mit falsch aufgestelltem König oder Turm", []string{"nie"}},
	{"board laid wrongly", "Brett falsch gelegt", []string{"es wird weitergespielt, die Stellung wird auf ein richtig liegendes Brett übertragen",
		"es wird weitergespielt, die Stellung kann auf ein richtig liegendes Brett übertragen werden", "neue Partie, wenn beanstandet, bevor jede Seite {n} Züge gemacht hat; später mit Einwilligung des Gegners",
		"die Stellung kann auf ein richtig liegendes Brett übertragen werden, wenn beanstandet, bevor jede Seite {n} Züge gemacht hat",
		"die Stellung wird auf ein richtig liegendes Brett übertragen, wenn beanstandet, bevor jede Seite {n} Züge abgeschlossen hat"}},
	{"stopping the clocks", "Anhalten der Uhren", []string{"durch den Schiedsrichter oder einen Spieler, der ihn ruft"}},
	{"clock times when a position is restored", "Zeiten der Uhr, wenn eine Stellung wiederhergestellt wird", []string{"der Schiedsrichter bestimmt sie nach bestem Ermessen"}},
	{"end of the game", "Ende der Partie", []string{"gewonnen durch Matt oder Aufgabe, remis durch Patt; was sie sonst beendet: unten"}},
	{"checkmate", "Matt", []string{"beendet die Partie, wenn der Zug den Regeln für Ziehen und Berühren entsprach", "beendet die Partie"}},
	{"stalemate", "Patt", []string{"remis, wenn der Zug den Regeln für Ziehen und Berühren entsprach", "remis"}},
	{"no mate possible", "kein Matt möglich", []string{"remis, wenn der Zug den Regeln für Ziehen und Berühren entsprach", "remis", "remis; dass es die Partie sofort beendet, ist nicht gesagt"}},
	{"threefold repetition", "dreimalige Stellungswiederholung", []string{"der Spieler am Zug darf remis reklamieren", "einer Zügereihe: jeder Spieler darf remis reklamieren"}},
	{"threefold repetition by a move not yet played", "dreimalige Wiederholung durch einen noch nicht gespielten Zug", []string{"der Spieler am Zug darf den Zug ankündigen und remis reklamieren"}},
	{"the 50th move not yet played", "50. Zug noch nicht gespielt", []string{"der Spieler am Zug darf den Zug ankündigen und remis reklamieren"}},
	{"what is the same position", "wann Stellungen gleich sind", []string{"gleiche Figuren, gleiche Zugmöglichkeiten, gleicher Spieler am Zug", "gleiche Figuren und Zugmöglichkeiten; En-passant- und Rochaderecht zählen",
		"verglichen werden die Züge, nicht die Stellungen"}},
	{"fivefold repetition", "fünfmalige Stellungswiederholung", []string{"sofort remis"}},
	{"50 moves without capture or pawn move", "50 Züge ohne Schlagen und Bauernzug", []string{"der Spieler am Zug darf remis reklamieren", "gezählt, sobald der Gegner es verlangt", "der Spieler am Zug darf remis reklamieren, sobald der letzte davon abgeschlossen ist", "remis; gezählt ab dem letzten Schlagen oder der letzten Umwandlung, gleich welche Bauern ziehen"}},
	{"75 moves without capture or pawn move", "75 Züge ohne Schlagen und Bauernzug", []string{"sofort remis; Matt geht vor"}},
	{"right to claim a draw", "Recht, remis zu reklamieren", []string{"für diesen Zug verloren durch Berühren einer Figur", "verloren durch Ausführen eines Zuges"}},
	{"incorrect claim of a draw", "unberechtigte Remisreklamation", []string{"{n} s für den Gegner", "dem Reklamierenden wird die Hälfte seiner Zeit abgezogen, höchstens {n} s, und der Gegner erhält {n} s"}},
	{"resignation", "Aufgabe", []string{"verliert die Partie", "verliert die Partie; remis, wenn der Gegner nicht mattsetzen kann", "erwähnt; dass sie verliert, ist nicht gesagt"}},
	{"draw by agreement", "Remis durch Vereinbarung", []string{"beendet die Partie", "beendet die Partie, wenn beide Spieler einen Zug ausgeführt haben", "beendet die Partie; ein Angebot soll auf einen Zug folgen und ist auch sonst gültig"}},
	{"moves to be completed in time", "in der Zeit abzuschließende Züge", []string{"so viele, oder alle, in jeder Zeitperiode; geprüft, wenn ein Fallblättchen gefallen ist"}},
	{"flag fall", "Fallen des Fallblättchens", []string{"zählt, wenn der Schiedsrichter es beobachtet oder ein Spieler es reklamiert", "zählt nur, wenn ein Spieler es reklamiert", "der Schiedsrichter muss darauf hinweisen"}},
	{"both flags have fallen", "beide Fallblättchen gefallen", []string{"die Partie wird fortgesetzt, wenn nicht feststellbar ist, welches zuerst fiel", "remis, wenn nicht feststellbar ist, welches zuerst fiel", "remis",
		"wenn nicht feststellbar ist, welches zuerst fiel: remis in der letzten Zeitperiode, sonst wird die Partie fortgesetzt; nur ohne Inkrement und wo es im Voraus angekündigt ist"}},
	{"flag fall, opponent cannot mate", "Fallblättchen gefallen, Gegner kann nicht mattsetzen", []string{"remis, wenn keine Folge regelgemäßer Züge mattsetzt", "wer reklamiert, braucht Mattmaterial", "trotzdem verloren"}},
}

// asks returns what the rules ask for after an irregularity, as advice.
func (s *speaker) asks(c claim) []string {
	var out []string
	if p := s.objection(c); p.Way > 0 {
		out = append(out, s.advice(s.claim, p.Article))
	}
	if s.f.IfIncorrect != nil {
		out = append(out, s.cost()...)
	}
	if p := s.onRequest(c); p.Way > 0 {
		out = append(out, s.advice(s.asked, p.Article))
	}
	if s.f.Remedy == nil {
		return out
	}
	return slices.Concat(out, s.replacement(), s.consequence(), s.clock(), s.until())
}

// objection returns the provision on the claim against a breach; the zero value if the text
// has none for this kind of breach.
func (s *speaker) objection(c claim) laws.Provision {
	if c == noClaim || s.rules == nil || s.leftPawn() {
		return laws.Provision{}
	}
	p := s.rules.Provision(touchmove.TouchClaimLapsed.Topics()[0])
	if c == anyClaim && p.Way > 1 { // only the claim against touching lapses
		return laws.Provision{}
	}
	return p
}

// onRequest returns the provision on ruling at a player's request, if the text has it and
// there is an arbiter; else the zero value.
func (s *speaker) onRequest(c claim) laws.Provision {
	if c == noClaim || s.rules == nil || !s.rules.Completes() || s.f.Article == touchmove.TextSilent {
		return laws.Provision{}
	}
	p := s.rules.Provision(s.f.Code.Remedies()[1])
	if p.Way != 2 {
		return laws.Provision{}
	}
	return p
}

// replacement returns which moves may replace an illegal one.
func (s *speaker) replacement() []string {
	r := s.f.Remedy
	template := s.bound
	switch {
	case len(r.Bound) == 0, r.Result != "" && !s.onClaim():
		return nil // if the game is over nothing replaces it
	case r.Choice != nil:
		template = s.kings
	case len(r.Bound) == 1:
		template = s.only
	}
	return []string{strings.ReplaceAll(template, "{moves}", s.moves(r.Bound))}
}

// consequence returns what the text gives the opponent, or how the game ends.
func (s *speaker) consequence() []string {
	r := s.f.Remedy
	var out []string
	counted := s.f.Code == touchmove.IllegalSecond || s.f.Code == touchmove.IllegalThird
	if r.Offence > 0 && s.counts() && !counted {
		out = append(out, s.advice(s.offence, r.Article))
	}
	switch {
	case r.Result != "" && (s.f.Code == touchmove.FlagFall || s.f.Code == touchmove.BothFlags):
		out = append(out, s.flagFollows())
	case r.OpponentGains > 0:
		out = append(out, s.advice(strings.ReplaceAll(s.gains, "{time}", s.time(r.OpponentGains)), r.Article))
		if r.DisputedGains > 0 {
			out = append(out, s.disputed)
		}
	case r.Result == "1/2-1/2":
		out = append(out, s.advice(s.drawn, r.Article))
	case s.onClaim():
		out = append(out, s.advice(s.wins, r.Article))
	case r.Result != "":
		out = append(out, s.advice(s.lost, r.Article))
	}
	return out
}

// onClaim reports whether the opponent wins only if he claims it.
func (s *speaker) onClaim() bool {
	return s.f.Remedy.Result != "" && s.f.Code != touchmove.FlagFall && s.f.Code != touchmove.BothFlags && s.rules != nil && s.rules.WinOnClaim()
}

// until returns until when an illegal move can be corrected, if that is not the end of the
// game. The opponent's choice or claim already implies it.
func (s *speaker) until() []string {
	if s.rules == nil || s.f.Code == touchmove.Retracted || !s.rules.Stands() || s.f.Remedy.Choice != nil || s.onClaim() || s.f.Code == touchmove.FlagFall || s.f.Code == touchmove.BothFlags {
		return nil
	}
	return []string{s.advice(s.standing, s.rules.ArticleOf(touchmove.IllegalStands))}
}

// clock returns what the arbiter may set the clock to.
func (s *speaker) clock() []string {
	c := s.f.Remedy.Clock
	if c == nil {
		return nil
	}
	fields := map[string]string{"white": clockTime(c.Set.White), "black": clockTime(c.Set.Black), "article": articles(c.Article), "gained": ""}
	for side, ms := range map[touchmove.Party]int64{touchmove.ByWhite: c.Gained.White, touchmove.ByBlack: c.Gained.Black} {
		if ms > 0 {
			fields["gained"], _ = expand(s.gained, map[string]string{"time": strconv.FormatInt(ms/1000, 10) + " s", "player": s.sides[side].who})
		}
	}
	text, _ := expand(s.set, fields)
	return []string{text}
}

// clockTime returns a time in the form of a clock.
func clockTime(ms int64) string {
	s := ms / 1000
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// counts reports whether the rule set counts a player's illegal moves.
func (s *speaker) counts() bool {
	return s.rules != nil && s.rules.Provision(touchmove.IllegalSecond.Topics()[0]).Way > 0
}

// advice fills a template that stands after the sentence of the row.
func (s *speaker) advice(template, article string) string {
	fields := maps.Clone(s.fields)
	fields["article"] = articles(article)
	if s.f.Remedy != nil {
		fields["result"] = s.f.Remedy.Result
	}
	text, _ := expand(template, fields)
	return text
}

// time returns a number of seconds in the words of the texts.
func (s *speaker) time(seconds int) string {
	switch {
	case seconds == 60:
		return s.minute
	case seconds%60 == 0:
		return numbered(s.minutes, seconds/60)
	}
	return numbered(s.seconds, seconds)
}
