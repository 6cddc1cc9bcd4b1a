package pairing

import (
	"cmp"
	"slices"

	"github.com/boardd/boardd/hall"
)

// Join completes the players of pairings from a list of players: FIDE id, rating, title,
// federation, team. It changes no field that is known. It matches players by FIDE id, else by
// name, in the strictest of its forms in which the list has it. The remarks name players with no
// match or with several; Join leaves these as they are.
func Join(pairings []hall.Pairing, players []hall.Player) (remarks []string) {
	l := newList(players)
	for i := range pairings {
		for _, p := range []*hall.Player{&pairings[i].White, &pairings[i].Black} {
			switch found := l.find(p); len(found) {
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

// list is a list of players by FIDE id, and by each form of their names.
type list struct {
	byID   map[string][]hall.Player
	byName [3]map[string][]hall.Player
}

func newList(players []hall.Player) *list {
	l := &list{byID: map[string][]hall.Player{}}
	for _, p := range players {
		if p.FideID != "" {
			l.byID[p.FideID] = append(l.byID[p.FideID], p)
		}
		for i, form := range forms(p.Name) {
			if l.byName[i] == nil {
				l.byName[i] = map[string][]hall.Player{}
			}
			l.byName[i][form] = append(l.byName[i][form], p)
		}
	}
	return l
}

// find returns the players of the list who may be p. One with another FIDE id is not.
func (l *list) find(p *hall.Player) []hall.Player {
	if found := l.byID[p.FideID]; p.FideID != "" && len(found) > 0 {
		return found
	}
	for i, form := range forms(p.Name) {
		found := slices.DeleteFunc(slices.Clone(l.byName[i][form]), func(o hall.Player) bool { return p.FideID != "" && o.FideID != "" })
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// fill copies the fields that p lacks.
func fill(p, from *hall.Player) {
	p.FideID = cmp.Or(p.FideID, from.FideID)
	p.Elo = cmp.Or(p.Elo, from.Elo)
	p.Title = cmp.Or(p.Title, from.Title)
	p.Federation = cmp.Or(p.Federation, from.Federation)
	p.Team = cmp.Or(p.Team, from.Team)
}
