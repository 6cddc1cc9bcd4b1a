package pairing

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

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

// german are the names of columns in German.
var german = map[string]string{"tisch": "table", "brett": "table", "board": "table", "runde": "round"}

// column returns the name by which a column is known: small letters and digits, in English.
func column(title string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, alike.Replace(strings.ToLower(title)))
	for from, to := range map[string]string{"weiss": "white", "schwarz": "black"} {
		if rest, ok := strings.CutPrefix(name, from); ok {
			name = to + rest
		}
	}
	if english := german[name]; english != "" {
		return english
	}
	return name
}

// needed are the columns that a file must have, and of each player it may have some more.
var (
	needed   = []string{"table", "white", "black"}
	optional = []string{"fideid", "elo", "title", "team", "federation"}
)

// columns returns the index of each column that a first line names, and the titles of those that
// are not known.
func columns(line string) (at map[string]int, unknown []string) {
	at = map[string]int{}
	for i, title := range strings.Split(line, string(separator(line))) {
		title = strings.Trim(clean(title), `"`)
		name := column(title)
		player := strings.TrimPrefix(strings.TrimPrefix(name, "white"), "black")
		if name != "" && name != "round" && !slices.Contains(needed, name) && (player == name || !slices.Contains(optional, player)) {
			unknown = append(unknown, title)
		}
		at[name] = i
	}
	return at, unknown
}

// head returns the index of the line that names the columns. Excel knows a line before it that
// names the separator.
func head(lines []string) int {
	if strings.HasPrefix(lines[0], "sep=") && len(lines) > 1 {
		return 1
	}
	return 0
}

// lacking returns the needed column that a file lacks which has another one; "" if there is none.
func lacking(lines []string) string {
	at, _ := columns(lines[head(lines)])
	missing, found := "", false
	for _, name := range needed {
		if _, ok := at[name]; ok {
			found = true
		} else if missing == "" {
			missing = name
		}
	}
	if !found {
		return ""
	}
	return missing
}

func isCSV(lines []string) bool {
	at, _ := columns(lines[head(lines)])
	return !slices.ContainsFunc(needed, func(name string) bool { _, ok := at[name]; return !ok })
}

// readCSV reads lines with the columns table, white and black. Optional columns are round,
// and for each player white_fideid, white_elo, white_title, white_team, white_federation.
func readCSV(lines []string) Sheet {
	var s Sheet
	first := head(lines)
	at, unknown := columns(lines[first])
	if len(unknown) > 0 {
		s.remark("columns that are not read: %s", strings.Join(unknown, ", "))
	}
	comma := separator(lines[first])
	most := strings.Count(lines[first], string(comma)) + 1
	r := csv.NewReader(strings.NewReader(strings.Join(lines[first+1:], "\n")))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = comma, -1, true
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return s
		}
		if err != nil {
			s.remark("%v", err)
			continue
		}
		line, _ := r.FieldPos(0)
		line += first + 1
		get := func(name string) string {
			if i, ok := at[name]; ok && i < len(fields) {
				return clean(fields[i])
			}
			return ""
		}
		if !slices.ContainsFunc(fields, func(field string) bool { return clean(field) != "" }) {
			continue
		}
		table := number(get("table"))
		switch {
		case len(fields) > most:
			s.remark("line %d: %d fields, and %d columns: a name with a comma needs quotes", line, len(fields), most)
			continue
		case table == 0:
			s.remark("line %d: table %q is no number from 1 on", line, get("table"))
			continue
		}
		s.add(number(get("round")), hall.Pairing{Table: table, White: s.csvPlayer(get, "white"), Black: s.csvPlayer(get, "black")})
	}
}

func (s *Sheet) csvPlayer(get func(string) string, side string) hall.Player {
	return s.player(get(side), get(side+"title"), get(side+"elo"), get(side+"fideid"), get(side+"federation"), get(side+"team"))
}
