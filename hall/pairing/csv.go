package pairing

import (
	"encoding/csv"
	"io"
	"strings"

	"github.com/boardd/boardd/hall"
)

// separator returns the character between the columns of a first line.
func separator(line string) rune {
	for _, r := range ";\t" {
		if strings.ContainsRune(line, r) {
			return r
		}
	}
	return ','
}

// columns returns the index of each column that a first line names.
func columns(line string) map[string]int {
	at := map[string]int{}
	for i, name := range strings.Split(line, string(separator(line))) {
		at[strings.ToLower(strings.Trim(strings.TrimSpace(name), `"`))] = i
	}
	return at
}

func isCSV(lines []string) bool {
	at := columns(lines[0])
	for _, name := range []string{"table", "white", "black"} {
		if _, ok := at[name]; !ok {
			return false
		}
	}
	return true
}

// readCSV reads lines with the columns table, white and black. Optional columns are round,
// and for each player white_fideid, white_elo, white_title, white_team, white_federation.
func readCSV(lines []string) Sheet {
	var s Sheet
	at := columns(lines[0])
	r := csv.NewReader(strings.NewReader(strings.Join(lines[1:], "\n")))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = separator(lines[0]), -1, true
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return s
		}
		if err != nil {
			s.remark("%v", err)
			continue
		}
		get := func(name string) string {
			if i, ok := at[name]; ok && i < len(fields) {
				return clean(fields[i])
			}
			return ""
		}
		p := hall.Pairing{Table: number(get("table")), White: csvPlayer(get, "white"), Black: csvPlayer(get, "black")}
		if p.Table == 0 {
			line, _ := r.FieldPos(0)
			s.remark("line %d: table %q is no number from 1 on", line+1, get("table"))
			continue
		}
		s.add(number(get("round")), p)
	}
}

func csvPlayer(get func(string) string, side string) hall.Player {
	return hall.Player{Name: get(side), Title: get(side + "_title"), Team: get(side + "_team"), Federation: get(side + "_federation"),
		FideID: fideID(get(side + "_fideid")), Elo: number(get(side + "_elo"))}
}
