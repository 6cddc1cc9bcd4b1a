package transport

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestHealth: the state is published with the health of the daemon once that is known, also
// when everything is republished; the will has none.
func TestHealth(t *testing.T) {
	topics, err := NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	e := NewEncoder(topics, "s")
	heard, commit := int64(1200), 2.5
	want := Health{Records: 9, BadBytes: 3, Moves: 2, Queued: 4, QueuedMs: 1500, Refused: 1, Reconnections: 5, HeardMs: &heard, CommitMs: &commit}
	said := func(m Message) *Health {
		t.Helper()
		var s Status
		if err := json.Unmarshal(m.Payload, &s); err != nil || s.State == "" || !IsStatus(m.Topic) {
			t.Errorf("%s %s: %v", m.Topic, m.Payload, err)
		}
		return s.Health
	}
	if h := said(e.Status(nil, 0, Init)[0]); h != nil {
		t.Errorf("nothing is known, and it says %+v", h)
	}
	e.SetHealth(want)
	for _, m := range []Message{e.Status(nil, 1, Ready)[0], e.Status(nil, 1, Ready)[0]} {
		if h := said(m); h == nil || !reflect.DeepEqual(*h, want) {
			t.Errorf("it says %+v, want %+v", h, want)
		}
	}
	if h := said(e.Will()); h != nil {
		t.Errorf("the will says %+v", h)
	}
	if IsStatus("chess/1/hall/status/game") {
		t.Error("a game is taken for a state")
	}
}

// TestHealthTellsNoFindings: the state is for all, and how many findings there were
// is for arbiters (12.6).
func TestHealthTellsNoFindings(t *testing.T) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Health]()) {
		if name := f.Tag.Get("json"); strings.Contains(name, "finding") || strings.Contains(name, "illegal") {
			t.Errorf("field %s", name)
		}
	}
}

// TestDiscovery checks the message against Home Assistant's documentation of MQTT
// discovery: a device needs identifiers and the origin's name, and each component a
// platform and a stable unique id.
func TestDiscovery(t *testing.T) {
	topics, err := NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	m := Discovery(topics, "homeassistant", About{Version: "1.2", Kind: "dgt", Serial: "01025"})
	if m.Topic != "homeassistant/device/hall/b07/config" || !m.Retain || m.QoS != 1 {
		t.Errorf("%s, qos %d, retained %t", m.Topic, m.QoS, m.Retain)
	}
	var d struct {
		Device     map[string]any
		Origin     map[string]any
		Components map[string]map[string]any
	}
	if err := json.Unmarshal(m.Payload, &d); err != nil {
		t.Fatal(err)
	}
	if ids, _ := d.Device["identifiers"].([]any); len(ids) != 1 || ids[0] != "boardd_hall_b07" || d.Device["serial_number"] != "01025" || d.Origin["name"] != "boardd" {
		t.Errorf("device %v, origin %v", d.Device, d.Origin)
	}
	ids := map[any]bool{}
	for key, c := range d.Components {
		if p := c["platform"]; p != "sensor" && p != "binary_sensor" || ids[c["unique_id"]] || c["unique_id"] != "boardd_hall_b07_"+key {
			t.Errorf("%s: platform %v, unique id %v", key, p, c["unique_id"])
		}
		ids[c["unique_id"]] = true
		if c["state_topic"] != "chess/1/hall/b07/status" || c["expire_after"] != 180.0 {
			t.Errorf("%s: topic %v, expires after %v", key, c["state_topic"], c["expire_after"])
		}
		if v, _ := c["value_template"].(string); strings.Contains(v, ".health.") && !strings.Contains(v, "health is defined") {
			t.Errorf("%s: the will has no health: %s", key, v)
		}
		const gone = "{{ 'online' if value_json.health is defined and value_json.state != 'off' else 'offline' }}"
		if told := key == "state" || key == "heard"; told && c["availability_topic"] != nil || !told && (c["availability_topic"] != c["state_topic"] || c["availability_template"] != gone) {
			t.Errorf("%s: available by %v while %v", key, c["availability_topic"], c["availability_template"])
		}
	}
	if len(d.Components) != len(entities) {
		t.Errorf("%d components", len(d.Components))
	}
}

func TestDiscoveryPrefix(t *testing.T) {
	for prefix, good := range map[string]bool{
		"homeassistant": true, "ha/discovery": true, "": false, "/": false, "a/": false, "#": false, "ha/+": false, "chess": false,
		"chess/1/hall/b07": false, "chessboards": true, "home assistant": false, strings.Repeat("a", 65): false,
	} {
		if err := CheckPrefix(prefix); (err == nil) != good {
			t.Errorf("%q: %v", prefix, err)
		}
	}
}
