package sensortest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
)

// counter shows how often hands have done something.
type counter int

func (c *counter) Command(dst, _ []byte) []byte { return dst }

func (c *counter) Step(dst []byte, _ sensor.Record) []byte {
	*c++
	return dst
}

func (c *counter) Scan(dst []byte) []byte { return fmt.Appendf(dst, ":%d %d\r\n", *c, *c) }

func TestPortRecords(t *testing.T) {
	hands := []sensor.Record{{At: 0}, {At: 1}, {At: 2}, {At: 100}, {At: 399}, {At: 401}}
	for _, c := range []struct {
		read int
		want string
	}{
		{0, `0 ""|100 ":1 1\r\n"|200 ":4 4\r\n"|300 ":4 4\r\n"|400 ":4 4\r\n"`},
		{4, `0 ""|66 ":1 1"|100 "\r\n"|166 ":4 4"|200 "\r\n"|266 ":4 4"|300 "\r\n"|366 ":4 4"|400 "\r\n"`},
	} {
		var shown []string
		for _, r := range PortRecords(new(counter), 100, hands, 400, c.read) {
			shown = append(shown, fmt.Sprintf("%d %q", r.At, r.Data))
			if (r.Word == sensor.Link) != (len(shown) == 1) {
				t.Errorf("record %d is a %s", len(shown), r.Word)
			}
		}
		if got := strings.Join(shown, "|"); got != c.want {
			t.Errorf("reads of %d: %s\nwant %s", c.read, got, c.want)
		}
	}
}
