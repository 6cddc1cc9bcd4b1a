package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// exampleConfig documents every key; a test holds it against config.
//
//go:embed boardd.toml
var exampleConfig string

// defaultConfigPath is read when no file is named, if it is there.
const defaultConfigPath = "/etc/boardd/boardd.toml"

// config is what boardd run has to know. The example explains each key.
type config struct {
	Site  string     `toml:"site"`
	Board string     `toml:"board"`
	State string     `toml:"state_dir"`
	Port  portConfig `toml:"port"`

	Boards []boardConfig `toml:"boards"`

	Game gameConfig `toml:"game"`
	MQTT mqttConfig `toml:"mqtt"`
	Log  logConfig  `toml:"log"`

	Metrics       metricsConfig       `toml:"metrics"`
	HomeAssistant homeAssistantConfig `toml:"homeassistant"`
}

type portConfig struct {
	Name        string `toml:"name"`
	Family      string `toml:"family"`
	Baud        int    `toml:"baud"`
	DTR         string `toml:"dtr"`
	RTS         string `toml:"rts"`
	Orientation string `toml:"orientation"`
	Sensor      string `toml:"sensor"`
	Registers   string `toml:"registers"`
	Search      bool   `toml:"search"`
	MenFile     string `toml:"men_file"`
}

type gameConfig struct {
	Rules       string            `toml:"rules"`
	Time        string            `toml:"time"`
	Supervision string            `toml:"supervision"`
	Variant     string            `toml:"variant"`
	Start       string            `toml:"start"`
	Clock       string            `toml:"clock"`
	RestMs      int               `toml:"rest_ms"`
	MadeRestMs  int               `toml:"made_rest_ms"`
	PublishAt   string            `toml:"publish_at"`
	BlitzGain   int               `toml:"supervised_blitz_gain_s"`
	Tags        map[string]string `toml:"tags"`
}

type mqttConfig struct {
	Broker       string `toml:"broker"`
	ClientID     string `toml:"client_id"`
	User         string `toml:"user"`
	PasswordFile string `toml:"password_file"`
	CAFile       string `toml:"ca_file"`
	CertFile     string `toml:"cert_file"`
	KeyFile      string `toml:"key_file"`
}

type logConfig struct {
	Level  string `toml:"level"`
	Format string `toml:"format"`
}

func defaultConfig() config {
	return config{
		Site:  "site",
		Board: "board",
		Port:  portConfig{Family: autoFamily, DTR: "auto", RTS: "auto", Orientation: "auto", Sensor: "auto", Search: true},
		Game: gameConfig{Rules: "fide-2023", Time: "standard", Supervision: "normal", Variant: "standard",
			Clock: "auto", RestMs: 300, MadeRestMs: 3000, PublishAt: "auto", BlitzGain: 60},
		MQTT: mqttConfig{Broker: "tcp://localhost:1883"},
		Log:  logConfig{Level: "info", Format: "auto"},
	}
}

// readConfig reads a file over the defaults. Without a name it reads the
// default one, if that exists.
func readConfig(path string) (config, error) {
	c := defaultConfig()
	return c, c.readFile(configPath(path), path != "")
}

func configPath(path string) string { return cmp.Or(path, defaultConfigPath) }

// readFile reads a file over what there is. If it need not be there, that it is
// not is no error.
func (c *config) readFile(path string, must bool) error {
	data, err := os.ReadFile(path)
	if !must && errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read configuration: %w", err)
	}
	if err := parseConfig(c, data); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := c.check(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	c.MQTT.findFiles(filepath.Dir(path), os.Getenv("CREDENTIALS_DIRECTORY"))
	return nil
}

// parseConfig is strict: a key that is not known is an error with its line.
func parseConfig(c *config, data []byte) error {
	d := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	err := d.Decode(c)
	var missing *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &missing):
		var all []string
		for _, m := range missing.Errors {
			line, _ := m.Position()
			all = append(all, fmt.Sprintf("line %d: unknown key %q", line, strings.Join(m.Key(), ".")))
		}
		return errors.New(strings.Join(all, "; "))
	case errors.As(err, &decode):
		line, column := decode.Position()
		return fmt.Errorf("line %d, column %d: %s", line, column, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return err
}

// check says what is wrong with the values, all of it at once.
func (c *config) check() error {
	var bad []error
	add := func(key string, value any, want string) {
		bad = append(bad, fmt.Errorf("%s = %#v: %s", key, value, want))
	}
	if _, err := transport.NewTopics(c.Site, c.Board); err != nil {
		bad = append(bad, err)
	}
	for _, v := range c.choices() {
		if !v.allows() {
			add(v.key, v.value, "must be one of "+strings.Join(v.of, ", "))
		}
	}
	if err := c.Port.checkRegisters(); err != nil {
		bad = append(bad, fmt.Errorf("port.registers = %q: %w", c.Port.Registers, err))
	}
	if err := c.checkBoards(); err != nil {
		bad = append(bad, err)
	}
	c.Game.checkTimes(add)
	c.Port.checkBaud(add)
	if c.Game.Time == "quickplay" && c.Game.Rules != "fide-1997" {
		add("game.time", c.Game.Time, "goes with rules fide-1997 only")
	}
	if _, err := c.startPosition(); err != nil {
		bad = append(bad, fmt.Errorf("game.start = %q: %w", c.Game.Start, err))
	}
	if err := transport.CheckTags(c.Game.Tags); err != nil {
		bad = append(bad, fmt.Errorf("game.tags: %w", err))
	}
	if err := publish.CheckAddress(c.MQTT.Broker); err != nil {
		bad = append(bad, fmt.Errorf("mqtt.broker %w", err))
	}
	if (c.MQTT.CertFile == "") != (c.MQTT.KeyFile == "") {
		add("mqtt.cert_file", c.MQTT.CertFile, "needs key_file, and key_file needs it")
	}
	bad = append(bad, c.Metrics.check(), c.HomeAssistant.check())
	return errors.Join(bad...)
}

func (p *portConfig) checkBaud(add func(key string, value any, want string)) {
	switch b := p.Baud; {
	case b == 0:
	case p.Family == autoFamily:
		add("port.baud", b, "needs port.family: a speed alone does not tell what board there is")
	case b < 300 || b > 1_000_000:
		add("port.baud", b, "must be 0, for what boards of the family use, or 300 to 1000000")
	}
}

func (g *gameConfig) checkTimes(add func(key string, value any, want string)) {
	for _, ms := range []struct {
		key   string
		value int
	}{{"game.rest_ms", g.RestMs}, {"game.made_rest_ms", g.MadeRestMs}} {
		if ms.value < 1 || ms.value > 60000 {
			add(ms.key, ms.value, "must be 1 to 60000 milliseconds")
		}
	}
	if g.BlitzGain != 60 && g.BlitzGain != 120 {
		add("game.supervised_blitz_gain_s", g.BlitzGain, "must be 60 or 120 seconds")
	}
}

// choice is a value that must be one of a few.
type choice struct {
	key, value string
	of         []string
}

func (v choice) allows() bool {
	for _, o := range v.of {
		if o == v.value {
			return true
		}
	}
	return false
}

func (c *config) choices() []choice {
	line := []string{"auto", "leave", "on", "off"}
	return []choice{
		{"port.family", c.Port.Family, append([]string{autoFamily}, familyNames()...)},
		{"port.dtr", c.Port.DTR, line},
		{"port.rts", c.Port.RTS, line},
		{"port.orientation", c.Port.Orientation, []string{"auto", "normal", "rotated"}},
		{"port.sensor", c.Port.Sensor, []string{"auto", "identified", "occupancy"}},
		{"game.rules", c.Game.Rules, touchmove.RuleSets()},
		{"game.time", c.Game.Time, []string{"standard", "rapid", "blitz", "quickplay"}},
		{"game.supervision", c.Game.Supervision, []string{"normal", "full"}},
		{"game.variant", c.Game.Variant, []string{"standard", "chess960"}},
		{"game.clock", c.Game.Clock, []string{"auto", "yes", "no"}},
		{"game.publish_at", c.Game.PublishAt, []string{"auto", "made", "completed"}},
		{"log.level", c.Log.Level, []string{"debug", "info", "warn", "error"}},
		{"log.format", c.Log.Format, []string{"auto", "json", "console"}},
	}
}

func (c *config) startPosition() (legality.Position, error) {
	if c.Game.Start == "" {
		return legality.Initial(), nil
	}
	return legality.ParseFEN(c.Game.Start, c.Game.Variant == "chess960")
}

// header is the configuration as a log's header says it, so that a recording
// replays as it ran.
func (c *config) header() *sensor.Header {
	h := &sensor.Header{Clock: c.Game.Clock, Start: c.Game.Start, Variant: c.Game.Variant,
		Rules: c.Game.Rules, Time: c.Game.Time, Supervision: c.Game.Supervision}
	if c.Port.Family != autoFamily {
		h.Board = c.Port.Family
	}
	h.Orientation, _ = sensor.ParseOrientation(c.Port.Orientation)
	if c.Port.Sensor != "auto" {
		h.Sensor = c.Port.Sensor
	}
	h.Config = []sensor.Setting{{Name: "rest_ms", Value: fmt.Sprint(c.Game.RestMs)}, {Name: "made_rest_ms", Value: fmt.Sprint(c.Game.MadeRestMs)}}
	if c.Game.PublishAt != "auto" {
		h.Config = append(h.Config, sensor.Setting{Name: "publish_at", Value: c.Game.PublishAt})
	}
	if c.Game.BlitzGain != defaultConfig().Game.BlitzGain {
		h.Config = append(h.Config, sensor.Setting{Name: "supervised_blitz_gain_s", Value: fmt.Sprint(c.Game.BlitzGain)})
	}
	for _, name := range sortedKeys(c.Game.Tags) {
		h.Tags = append(h.Tags, sensor.Setting{Name: name, Value: c.Game.Tags[name]})
	}
	return h
}
