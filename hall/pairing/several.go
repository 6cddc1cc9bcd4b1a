package pairing

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/boardd/boardd/hall"
)

// File is a file that was read.
type File struct {
	Name  string
	Sheet Sheet
}

// ErrNone is the error if a file has no pairings.
var ErrNone = errors.New("there are no pairings in it")

// Merge returns the contents of several files. If there are several, the pairings of a list of
// players, as TRF has one, are not used: it adds what another file lacks about the players.
func Merge(files []File) (*Sheet, error) {
	all := &Sheet{}
	for _, f := range files {
		s := &f.Sheet
		list := s.Players != nil && len(files) > 1
		all.Players = append(all.Players, s.Players...)
		if list {
			continue
		}
		if all.Rounds != nil {
			return nil, fmt.Errorf("%s: there are pairings in another file already", f.Name)
		}
		all.Rounds, all.Byes, all.Remarks = s.Rounds, s.Byes, append(all.Remarks, s.Remarks...)
	}
	return all, nil
}

// Round returns the number of the round that is asked for; 0 asks for the only one. Pairings
// without a number are of the round that is asked for.
func (s *Sheet) Round(asked int) (int, error) {
	known := slices.Sorted(maps.Keys(s.Rounds))
	switch {
	case len(known) == 0:
		return 0, ErrNone
	case slices.Equal(known, []int{0}) && asked > 0:
		s.Rounds[asked] = s.Rounds[0]
		if s.Byes[0] != nil {
			s.Byes[asked] = s.Byes[0]
		}
		return asked, nil
	case asked == 0 && len(known) == 1 && known[0] > 0:
		return known[0], nil
	case asked == 0 && len(known) == 1:
		return 0, errors.New("the file does not say which round it is")
	case asked == 0 && known[0] == 0:
		return 0, fmt.Errorf("the file has round %s, and %d pairings of no round", strings.Trim(fmt.Sprint(known[1:]), "[]"), len(s.Rounds[0]))
	case asked == 0:
		return 0, fmt.Errorf("the file has rounds %s", strings.Trim(fmt.Sprint(known), "[]"))
	case s.Rounds[asked] == nil:
		return 0, fmt.Errorf("round %d is asked for, and the file has round %s", asked, strings.Trim(fmt.Sprint(known), "[]"))
	}
	return asked, nil
}

// Pairings returns the pairings of a round, joined with the list of players, and what a person
// should look at.
func (s *Sheet) Pairings(round int) (pairings []hall.Pairing, remarks []string) {
	pairings, remarks = slices.Clone(s.Rounds[round]), slices.Clone(s.Remarks)
	if len(s.Players) > 0 {
		remarks = append(remarks, Join(pairings, s.Players)...)
	}
	return pairings, remarks
}
