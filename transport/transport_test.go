package transport

import (
	"testing"

	"github.com/boardd/boardd/sensor"
)

func mustBase(t *testing.T, utc string, at int64, synced bool) Base {
	t.Helper()
	b, err := BaseOf(&sensor.Record{At: at, Word: sensor.UTC, Data: []byte(utc), On: synced})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBase(t *testing.T) {
	cases := []struct {
		base  Base
		at    int64
		stamp string
		date  string
	}{
		{Base{}, 0, "2000-01-01T00:00:00.000Z", "????.??.??"},
		{Base{}, 61001, "2000-01-01T00:01:01.001Z", "????.??.??"},
		{mustBase(t, "2027-03-06T14:02:41.120Z", 1120, true), 0, "2027-03-06T14:02:40.000Z", "2027.03.06"},
		{mustBase(t, "2027-03-06T14:02:41Z", 0, true), 36000000, "2027-03-07T00:02:41.000Z", "2027.03.07"},
		{mustBase(t, "2027-03-06T14:02:41+02:00", 0, true), 0, "2027-03-06T12:02:41.000Z", "2027.03.06"},
		{mustBase(t, "2027-03-06T14:02:41Z", 0, false), 0, "2027-03-06T14:02:41.000Z", "????.??.??"},
	}
	for _, c := range cases {
		if got := c.base.stamp(c.at); got != c.stamp {
			t.Errorf("stamp %s, want %s", got, c.stamp)
		}
		if got := c.base.Date(c.at); got != c.date {
			t.Errorf("date %s, want %s", got, c.date)
		}
	}
	if _, err := BaseOf(&sensor.Record{Data: []byte("noon")}); err == nil {
		t.Error("noon is taken for a time")
	}
}

func TestTopics(t *testing.T) {
	top, err := NewTopics("hall-a", "b07")
	if err != nil {
		t.Fatal(err)
	}
	if got := top.Topic("arbiter/game"); got != "chess/1/hall-a/b07/arbiter/game" {
		t.Errorf("topic %s", got)
	}
	if verb, ok := top.Verb("chess/1/hall-a/b07/req/new_game"); verb != "new_game" || !ok {
		t.Errorf("verb %q %t", verb, ok)
	}
	if _, ok := top.Verb("chess/1/hall-a/b08/req/new_game"); ok {
		t.Error("a request to another board is taken for one to this")
	}
	long := string(make([]byte, 65))
	for _, bad := range []string{"", "a/b", "+", "#", "a b", "brettä", long} {
		if _, err := NewTopics(bad, "b07"); err == nil {
			t.Errorf("site %q passes", bad)
		}
		if _, err := NewTopics("hall-a", bad); err == nil {
			t.Errorf("board %q passes", bad)
		}
		if _, err := SiteFilter(bad, "status"); err == nil {
			t.Errorf("filter of site %q passes", bad)
		}
	}
}

func TestParseTopic(t *testing.T) {
	top, name, ok := ParseTopic("chess/1/hall-a/b07/arbiter/alert/desync")
	if !ok || top.Site() != "hall-a" || top.Board() != "b07" || name != "arbiter/alert/desync" {
		t.Errorf("%+v %q %t", top, name, ok)
	}
	for _, bad := range []string{"", "chess/1/hall-a/b07", "chess/2/hall-a/b07/status", "go/1/hall-a/b07/status", "chess/1//b07/status", "chess/1/hall-a/+/status", "chess/1/hall-a/brettä/status"} {
		if _, _, ok := ParseTopic(bad); ok {
			t.Errorf("%q passes", bad)
		}
	}
	if filter, err := SiteFilter("hall-a", "arbiter/alert/+"); filter != "chess/1/hall-a/+/arbiter/alert/+" || err != nil {
		t.Errorf("filter %q, %v", filter, err)
	}
}
