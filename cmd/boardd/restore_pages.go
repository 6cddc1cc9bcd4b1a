package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/boardd/boardd/cmd/boardd/journal"
	"github.com/boardd/boardd/sensor"
)

// mostPages is how many files of a journal are gone through at a start. That the
// outbox is behind by more of them would take a game for each within one commit.
const mostPages = 8

// pages are the texts of a journal's files from that on in which the outbox has its
// place: the last one alone, but where boardd ended when it had just begun another.
func (k *keeping) pages(last journal.Past) [][]byte {
	all, p := [][]byte{last.Text}, last
	if !k.placed || k.place.Log == "" {
		return all
	}
	for len(all) <= mostPages {
		id, after := pageNames(p.Text)
		if id == k.place.Log {
			return all
		}
		p = journal.Before(filepath.Join(k.folder, "journal"), p.Number)
		if before, _ := pageNames(p.Text); before == "" || before != after {
			break
		}
		all = slices.Insert(all, 0, p.Text)
	}
	return all[len(all)-1:]
}

// pageNames is what a file is known by, and the one before it.
func pageNames(text []byte) (id, after string) {
	h, err := sensor.NewReader(bytes.NewReader(text)).Header()
	if err != nil {
		return "", ""
	}
	return fileName(h), headerValue(h, logAfter)
}

// original is what a file holds of which a damaged one was a fair copy, if nothing of
// that is good: the game as far as it had come then. Else it is what is given.
func (k *keeping) original(past journal.Past) journal.Past {
	if past.Damage == nil || len(past.Text) > 0 {
		return past
	}
	text, err := os.ReadFile(past.Aside)
	if err != nil {
		return past
	}
	h, err := sensor.NewReader(bytes.NewReader(text)).Header()
	if err != nil || headerValue(h, logName) == "" {
		return past
	}
	before := journal.Before(filepath.Join(k.folder, "journal"), past.Number)
	if id, _ := pageNames(before.Text); id == "" || id != headerValue(h, logAfter) {
		return past
	}
	before.Number, before.Damage, before.Aside = past.Number, past.Damage, past.Aside
	return before
}

// turn goes on with the next file, of which nothing has been said yet: as where it
// was begun, with what was known then, and said (see newPage); or with another game.
func (r *restored) turn(next *wholeLog) {
	r.catchUp()
	old := r.engine
	r.engine, r.header, r.records, r.at, r.linked = next.engine, next.header, next.records, 0, false
	known, err := strconv.Atoi(headerValue(next.header, knownRecords))
	if err != nil {
		r.engine.encoder = old.encoder
		r.step(0, 0, r.engine.Begin)
		known = 0
	}
	known = min(max(known, 0), len(r.records))
	for i := range r.records[:known] {
		r.at = r.records[i].At
		if r.records[i].Word == sensor.Link {
			r.linked = r.records[i].On
		}
		r.engine.Step(r.records[i])
	}
	if err == nil {
		r.engine.goOnFrom(old)
	}
	r.live(known)
}
