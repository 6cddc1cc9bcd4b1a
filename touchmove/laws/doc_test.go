package laws

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestWhereArticlesAre holds the list in the package's documentation to the code: each function
// stands in the file that is named for it.
func TestWhereArticlesAre(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	places := regexp.MustCompile(`(laws:|referee:)|([a-z]+\.go)(?: \(([^)]*)\))?`)
	rows := 0
	for row := range strings.Lines(string(doc)) {
		if !strings.HasPrefix(row, "//\t") {
			continue
		}
		rows++
		dir := ""
		for _, place := range places.FindAllStringSubmatch(row, -1) {
			if place[1] != "" {
				dir = map[string]string{"laws:": "", "referee:": "../referee/"}[place[1]]
				continue
			}
			code, err := os.ReadFile(dir + place[2])
			if err != nil {
				t.Errorf("%s: %v", row, err)
			}
			for name := range strings.SplitSeq(place[3], ", ") {
				if name != "" && !regexp.MustCompile(`(?m)^func (\([^)]*\) )?`+name+`\(`).Match(code) {
					t.Errorf("%s%s has no function %s: %s", dir, place[2], name, row)
				}
			}
		}
	}
	if rows < 15 {
		t.Errorf("only %d rows", rows)
	}
}
