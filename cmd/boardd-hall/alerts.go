package main

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
)

// alerts holds the present error of each subject. It logs each change once.
type alerts struct {
	log *slog.Logger

	mu    sync.Mutex
	stand map[string]string
}

// set sets the error of a subject; nil if there is none.
func (a *alerts) set(about string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	text := ""
	if err != nil {
		text = err.Error()
	}
	was := a.stand[about]
	switch {
	case text == was:
	case text == "":
		delete(a.stand, about)
		a.log.Info("no longer wrong", "about", about)
	default:
		if a.stand == nil {
			a.stand = map[string]string{}
		}
		a.stand[about] = text
		a.log.Warn(text, "about", about)
	}
}

// count returns how many things are wrong.
func (a *alerts) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.stand)
}

// shownErrors is how many errors sorted shows: a hall of a thousand boards may have as many.
const shownErrors = 20

// sorted joins errors in the order of their texts.
func sorted(errs []error) error {
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	if n := len(errs) - shownErrors; n > 1 {
		errs = append(errs[:shownErrors:shownErrors], fmt.Errorf("and %d more", n))
	}
	return errors.Join(errs...)
}
