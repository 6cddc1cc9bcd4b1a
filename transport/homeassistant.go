package transport

import (
	"fmt"
	"regexp"
	"strings"
)

// Device announces a board to Home Assistant (MQTT discovery, one message for a device; its
// documentation has the names). It lists the board's entities, all of which read the topic
// status. It holds nothing of the game.
type Device struct {
	Device struct {
		Identifiers []string `json:"identifiers"`
		Name        string   `json:"name"`
		Model       string   `json:"model,omitempty"`
		Serial      string   `json:"serial_number,omitempty"`
		Version     string   `json:"sw_version"`
	} `json:"device"`
	Origin struct {
		Name    string `json:"name"`
		Version string `json:"sw_version"`
		URL     string `json:"support_url"`
	} `json:"origin"`
	Components map[string]Component `json:"components"`
}

// Component is an entity.
type Component struct {
	Platform    string   `json:"platform"`
	UniqueID    string   `json:"unique_id"`
	Name        string   `json:"name"`
	Class       string   `json:"device_class,omitempty"`
	StateClass  string   `json:"state_class,omitempty"`
	Options     []string `json:"options,omitempty"`
	Unit        string   `json:"unit_of_measurement,omitempty"`
	Category    string   `json:"entity_category,omitempty"`
	Topic       string   `json:"state_topic"`
	Value       string   `json:"value_template"`
	ExpireAfter int      `json:"expire_after"` // seconds

	Availability   string `json:"availability_topic,omitempty"` // empty: the entity has a value in every state
	AvailableWhile string `json:"availability_template,omitempty"`
}

// deviceExpires is after how many seconds without news an entity is unavailable. The state
// is published each minute, and two messages may be lost.
const deviceExpires = 180

// entities are the entities of a device, by key. Their values are those of Status.
var entities = []struct {
	key string
	Component
}{
	{"state", Component{Platform: "sensor", Name: "State", Class: "enum", Options: []string{string(Init), string(Ready), string(Lost), string(Off)},
		Value: "{{ value_json.state }}"}},
	{"heard", Component{Platform: "binary_sensor", Name: "Board", Class: "connectivity", Value: "{{ 'ON' if value_json.state == 'ready' else 'OFF' }}"}},
	{"moves", Component{Platform: "sensor", Name: "Moves", StateClass: "total_increasing", Value: health("moves")}},
	{"bad_bytes", diagnostic("Bad bytes", "total_increasing", "B", health("bad_bytes"))},
	{"queued", diagnostic("Messages waiting", "measurement", "", health("queued"))},
	{"queued_for", seconds("Waiting for", "queued_ms")},
	{"reconnections", diagnostic("Reconnections", "total_increasing", "", health("reconnections"))},
	{"heard_ago", seconds("Last contact", "heard_ms")},
}

func diagnostic(name, class, unit, value string) Component {
	return Component{Platform: "sensor", Name: name, StateClass: class, Unit: unit, Category: "diagnostic", Value: value}
}

func seconds(name, field string) Component {
	c := diagnostic(name, "measurement", "s", "{{ (value_json.health."+field+" / 1000) | round(1) if "+isNumber(field)+" else None }}")
	c.Class = "duration"
	return c
}

// health returns the template for a number of Health, which the will does not have.
func health(field string) string {
	return "{{ value_json.health." + field + " if " + isNumber(field) + " else None }}"
}

// hasHealth is the template for the availability of what boardd alone knows. When boardd is
// gone, the broker publishes the will, which has no health.
const hasHealth = "{{ 'online' if value_json.health is defined and value_json.state != 'off' else 'offline' }}"

func isNumber(field string) string {
	return "value_json.health is defined and value_json.health." + field + " is number"
}

// Discovery returns the message that announces a board to Home Assistant, under its
// discovery prefix, which must pass CheckPrefix. The message is retained: a later
// subscriber gets it, so nothing has to be sent again when Home Assistant starts.
func Discovery(t Topics, prefix string, a About) Message {
	id := "boardd_" + t.site + "_" + t.board
	var d Device
	d.Device.Identifiers, d.Device.Name = []string{id}, "Board "+t.board
	d.Device.Model, d.Device.Serial, d.Device.Version = a.Kind, a.Serial, a.Version
	d.Origin.Name, d.Origin.Version, d.Origin.URL = "boardd", a.Version, "https://github.com/boardd/boardd"
	d.Components = map[string]Component{}
	for _, e := range entities {
		c := e.Component
		c.UniqueID, c.Topic, c.ExpireAfter = id+"_"+e.key, t.Topic(statusKind.topic), deviceExpires
		if strings.Contains(c.Value, ".health.") {
			c.Availability, c.AvailableWhile = c.Topic, hasHealth
		}
		d.Components[e.key] = c
	}
	return Message{prefix + "/device/" + t.site + "/" + t.board + "/config", 1, true, encode(d)}
}

var prefixForm = regexp.MustCompile(`^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$`)

// CheckPrefix returns an error if a discovery prefix cannot be used. Nobody else may write
// under the prefix of the boards' own topics.
func CheckPrefix(prefix string) error {
	if !prefixForm.MatchString(prefix) || len(prefix) > maxName || prefix == "chess" || prefix[:min(6, len(prefix))] == "chess/" {
		return fmt.Errorf("prefix %q is not 1 to %d letters, digits, _, - or / such as homeassistant, outside of chess/", prefix, maxName)
	}
	return nil
}
