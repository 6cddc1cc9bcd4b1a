package pairing

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/boardd/boardd/hall"
)

// Join completes the players of pairings from a list of players: FIDE id, rating, title,
// federation, team. It changes no field that is known. It matches players by FIDE id, else by
// normalised name. The remarks name players with no match or with several; Join leaves these
// as they are.
func Join(pairings []hall.Pairing, players []hall.Player) (remarks []string) {
	byID, byName := map[string][]hall.Player{}, map[string][]hall.Player{}
	for _, p := range players {
		if p.FideID != "" {
			byID[p.FideID] = append(byID[p.FideID], p)
		}
		byName[normal(p.Name)] = append(byName[normal(p.Name)], p)
	}
	for i := range pairings {
		for _, p := range []*hall.Player{&pairings[i].White, &pairings[i].Black} {
			found := byID[p.FideID]
			if p.FideID == "" {
				found = byName[normal(p.Name)]
			}
			switch len(found) {
			case 1:
				fill(p, &found[0])
			case 0:
				remarks = append(remarks, p.Name+" is not in the list of players")
			default:
				remarks = append(remarks, p.Name+" is several players of the list")
			}
		}
	}
	return remarks
}

// fill copies the fields that p lacks.
func fill(p, from *hall.Player) {
	p.FideID = cmp.Or(p.FideID, from.FideID)
	p.Elo = cmp.Or(p.Elo, from.Elo)
	p.Title = cmp.Or(p.Title, from.Title)
	p.Federation = cmp.Or(p.Federation, from.Federation)
	p.Team = cmp.Or(p.Team, from.Team)
}

// letters replaces letters that many keyboards lack as people replace them.
var letters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i")

// normal returns a name without differences between programs: case, accents, signs, and the
// order of its words, because some write the first name first.
func normal(name string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’':
			return -1
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return r
		}
		return ' '
	}, norm.NFD.String(letters.Replace(strings.ToLower(name))))
	words := strings.Fields(plain)
	slices.Sort(words)
	return strings.Join(words, " ")
}
