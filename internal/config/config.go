// Package config reads boardd's configuration: a TOML file, a board's own file and flags that
// override it, and the secrets that it names. An error names the line, the key and what was
// expected.
package config

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// Example documents every key. A test compares it with Config.
//
//go:embed boardd.toml
var Example string

// defaultConfigPath is read if no file is named and it exists.
const defaultConfigPath = "/etc/boardd/boardd.toml"

// Config is the configuration of boardd run. The example explains each key.
type Config struct {
	Site  string `toml:"site"`
	Board string `toml:"board"`
	State string `toml:"state_dir"`
	Port  Port   `toml:"port"`

	Boards []Board `toml:"boards"`

	Game Game `toml:"game"`
	MQTT MQTT `toml:"mqtt"`
	Log  Log  `toml:"log"`

	Metrics       Metrics       `toml:"metrics"`
	LiveChess     LiveChess     `toml:"livechess"`
	HomeAssistant HomeAssistant `toml:"homeassistant"`
}

type Port struct {
	Name        string `toml:"name"`
	Family      string `toml:"family"`
	Baud        int    `toml:"baud"`
	DTR         string `toml:"dtr"`
	RTS         string `toml:"rts"`
	Orientation string `toml:"orientation"`
	Sensor      string `toml:"sensor"`
	Registers   string `toml:"registers"`
	Search      bool   `toml:"search"`
	PiecesFile  string `toml:"pieces_file"`
}

type Game struct {
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

type MQTT struct {
	Broker       string `toml:"broker"`
	ClientID     string `toml:"client_id"`
	User         string `toml:"user"`
	PasswordFile string `toml:"password_file"`
	CAFile       string `toml:"ca_file"`
	CertFile     string `toml:"cert_file"`
	KeyFile      string `toml:"key_file"`
}

type Log struct {
	Level  string `toml:"level"`
	Format string `toml:"format"`
}

func Default() Config {
	return Config{
		Site:  "site",
		Board: "board",
		Port:  Port{Family: AutoFamily, DTR: "auto", RTS: "auto", Orientation: "auto", Sensor: "auto", Search: true},
		Game: Game{Rules: "fide-2023", Time: "standard", Supervision: "normal", Variant: "standard",
			Clock: "auto", RestMs: 300, MadeRestMs: 3000, PublishAt: "auto", BlitzGain: 60},
		MQTT: MQTT{Broker: "tcp://localhost:1883"},
		Log:  Log{Level: "info", Format: "auto"},

		LiveChess: DefaultLiveChess(),
	}
}

// Read reads a file over the defaults. Without a name it reads the default file, if that
// exists.
func Read(path string) (Config, error) {
	c := Default()
	return c, c.readFile(configPath(path), path != "")
}

func configPath(path string) string { return cmp.Or(path, defaultConfigPath) }

// readFile reads a file over the values in c. If the file may be missing, its absence is no
// error.
func (c *Config) readFile(path string, must bool) error {
	data, err := ReadTrusted(path)
	if !must && errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read configuration: %w", err)
	}
	if err := c.ReadData(data); err != nil {
		return everyLine(path, err)
	}
	c.MQTT.FindFiles(filepath.Dir(path), os.Getenv("CREDENTIALS_DIRECTORY"))
	return nil
}

// everyLine puts the name of the file before each line of an error.
func everyLine(path string, err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, one := range joined.Unwrap() {
			all = append(all, everyLine(path, one))
		}
		return errors.Join(all...)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// ReadData reads a configuration over the values in c. Its errors name the lines.
func (c *Config) ReadData(data []byte) error {
	if err := Parse(c, data); err != nil {
		return err
	}
	if err := c.Check(); err != nil {
		return readKeys(data).located(err)
	}
	return nil
}

// Parse is strict: an unknown key is an error, with its line.
func Parse(c *Config, data []byte) error {
	r := readKeys(data)
	if r.parser.Error() == nil && len(r.bad) > 0 {
		return errors.Join(r.bad...)
	}
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(c)
	if bad, ok := errors.AsType[*toml.DecodeError](err); ok {
		return tomlFault(data, bad)
	}
	if err != nil {
		return errors.New("the file cannot be read as TOML")
	}
	return nil
}

// Check returns everything that is wrong with the values.
func (c *Config) Check() error {
	var bad []error
	add := func(key string, value any, want string) {
		bad = append(bad, &keyError{key, fmt.Errorf("%s = %#v: %s", key, value, want)})
	}
	about := func(key string, err error) {
		if err != nil {
			bad = append(bad, &keyError{key, err})
		}
	}
	about("site", checkName(c.Site, "board"))
	about("board", checkName("site", c.Board))
	for _, v := range c.choices() {
		if !slices.Contains(v.of, v.value) {
			add(v.key, v.value, "must be one of "+strings.Join(v.of, ", ")+didYouMean(v.value, v.of))
		}
	}
	if err := c.Port.checkRegisters(); err != nil {
		about("port.registers", fmt.Errorf("port.registers = %q: %w", c.Port.Registers, err))
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
		about("game.start", fmt.Errorf("game.start = %q: %w", c.Game.Start, err))
	}
	if err := transport.CheckTags(c.Game.Tags); err != nil {
		about(c.Game.badTag(), fmt.Errorf("game.tags: %w", err))
	}
	if err := publish.CheckAddress(c.MQTT.Broker); err != nil {
		about("mqtt.broker", fmt.Errorf("mqtt.broker %w", err))
	}
	if (c.MQTT.CertFile == "") != (c.MQTT.KeyFile == "") {
		add("mqtt.cert_file", c.MQTT.CertFile, "needs key_file, and key_file needs it")
	}
	about("metrics.listen", c.Metrics.Check())
	about(c.LiveChess.Check())
	about("homeassistant.prefix", c.HomeAssistant.check())
	return errors.Join(bad...)
}

// checkName returns what is wrong with the name of a site or of a board.
func checkName(site, board string) error {
	_, err := transport.NewTopics(site, board)
	return err
}

// badTag returns the key of the first tag that is refused, alone or together with the
// others.
func (g *Game) badTag() string {
	for _, name := range slices.Sorted(maps.Keys(g.Tags)) {
		if transport.CheckTag(name, g.Tags[name]) != nil {
			return "game.tags." + name
		}
	}
	return "game.tags"
}

func (p *Port) checkBaud(add func(key string, value any, want string)) {
	switch b := p.Baud; {
	case b == 0:
	case p.Family == AutoFamily:
		add("port.baud", b, "needs port.family: a speed alone does not tell what board there is")
	case b < 300 || b > 1_000_000:
		add("port.baud", b, "must be 0, for what boards of the family use, or 300 to 1000000")
	}
}

func (g *Game) checkTimes(add func(key string, value any, want string)) {
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

// enumValue is a value that must be one of a list.
type enumValue struct {
	key, value string
	of         []string
}

func (c *Config) choices() []enumValue {
	line := []string{"auto", "leave", "on", "off"}
	return []enumValue{
		{"port.family", c.Port.Family, familyChoices()},
		{"port.dtr", c.Port.DTR, line},
		{"port.rts", c.Port.RTS, line},
		{"port.orientation", c.Port.Orientation, []string{"auto", "normal", "rotated"}},
		{"port.sensor", c.Port.Sensor, []string{"auto", "identified", "occupancy"}},
		{"game.rules", c.Game.Rules, laws.RuleSets()},
		{"game.time", c.Game.Time, []string{"standard", "rapid", "blitz", "quickplay"}},
		{"game.supervision", c.Game.Supervision, []string{"normal", "full"}},
		{"game.variant", c.Game.Variant, []string{"standard", "chess960"}},
		{"game.clock", c.Game.Clock, []string{"auto", "yes", "no"}},
		{"game.publish_at", c.Game.PublishAt, []string{"auto", "made", "completed"}},
		{"log.level", c.Log.Level, []string{"debug", "info", "warn", "error"}},
		{"log.format", c.Log.Format, []string{"auto", "json", "console"}},
	}
}

func (c *Config) startPosition() (legality.Position, error) {
	if c.Game.Start == "" {
		return legality.Initial(), nil
	}
	return legality.ParseFEN(c.Game.Start, c.Game.Variant == "chess960")
}

// Header returns the configuration as the header of a log, so that a recording replays as it
// ran.
func (c *Config) Header() *sensor.Header {
	h := &sensor.Header{Clock: c.Game.Clock, Start: c.Game.Start, Variant: c.Game.Variant,
		Rules: c.Game.Rules, Time: c.Game.Time, Supervision: c.Game.Supervision}
	if c.Port.Family != AutoFamily {
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
	if c.Game.BlitzGain != Default().Game.BlitzGain {
		h.Config = append(h.Config, sensor.Setting{Name: "supervised_blitz_gain_s", Value: fmt.Sprint(c.Game.BlitzGain)})
	}
	for _, name := range slices.Sorted(maps.Keys(c.Game.Tags)) {
		h.Tags = append(h.Tags, sensor.Setting{Name: name, Value: c.Game.Tags[name]})
	}
	return h
}

// AutoFamily is the value of port.family for a board whose family boardd has to detect.
const AutoFamily = "auto"

type Metrics struct {
	Listen         string `toml:"listen"`
	BeyondLoopback bool   `toml:"beyond_loopback"`
}

// Check refuses to listen on the network unless that is explicitly configured.
func (m *Metrics) Check() error {
	if m.Listen == "" {
		return nil
	}
	host, port, err := net.SplitHostPort(m.Listen)
	if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n == 0 {
		return fmt.Errorf(`metrics.listen = %q: must be address:port, as in "127.0.0.1:9464"`, m.Listen)
	}
	if !m.BeyondLoopback && !IsLoopback(host) {
		return fmt.Errorf("metrics.listen = %q: can be reached from elsewhere; it must be 127.0.0.1 or [::1], or needs beyond_loopback = true", m.Listen)
	}
	return nil
}

// IsLoopback reports whether a host, with a port or without, is this machine's loopback
// interface. A web page can make a browser on this machine send requests under the page's
// own name, even if that name leads to this machine, but not under another name.
func IsLoopback(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return host == "localhost" || net.ParseIP(strings.Trim(host, "[]")).IsLoopback()
}

type HomeAssistant struct {
	Prefix string `toml:"prefix"`
}

func (h *HomeAssistant) check() error {
	if h.Prefix == "" {
		return nil
	}
	if err := transport.CheckPrefix(h.Prefix); err != nil {
		return fmt.Errorf("homeassistant.prefix: %w", err)
	}
	return nil
}

var errNoRegisters = errors.New("goes with family chesslink only")

// checkRegisters returns what is wrong with the registers to write.
func (c *Port) checkRegisters() error {
	if c.Registers != "" && c.Family != "chesslink" {
		return errNoRegisters
	}
	_, err := chesslink.ParseSettings(c.Registers)
	return err
}

// Board is one board of a bus: how it is recognised, and its name.
type Board struct {
	Name    string `toml:"name"`
	Address int    `toml:"address"`
	Serial  string `toml:"serial"`
}

// checkBoards returns what is wrong with the boards of a bus.
func (c *Config) checkBoards() error {
	if len(c.Boards) > 0 && c.Port.Family != family.Bus {
		return &keyError{"boards.0", fmt.Errorf("boards: they go with port.family %q only", family.Bus)}
	}
	var bad []error
	for i := range c.Boards {
		if err := c.checkBoard(i); err != nil {
			bad = append(bad, &keyError{fmt.Sprintf("boards.%d", i), fmt.Errorf("boards: %q: %w", c.Boards[i].Name, err)})
		}
	}
	return errors.Join(bad...)
}

func (c *Config) checkBoard(i int) error {
	b := &c.Boards[i]
	_, err := transport.NewTopics(c.Site, b.Name)
	clashes := func(o Board) bool {
		return o.Name == b.Name || o.Address == b.Address && b.Address != 0 || o.Serial == b.Serial && b.Serial != ""
	}
	switch {
	case err != nil:
		return err
	case strings.HasPrefix(b.Name, SerialPrefix), strings.HasPrefix(b.Name, c.namesOfSerials()):
		return errSerialName
	case b.Address == 0 && b.Serial == "":
		return errors.New("needs an address or a serial number")
	case b.Address < 0 || b.Address > int(bus.LastAddress):
		return fmt.Errorf("address %d must be 1 to %d", b.Address, bus.LastAddress)
	case b.Address == 0 && !c.Port.Search:
		return errors.New("needs an address, as others are not searched for")
	case slices.ContainsFunc(c.Boards[:i], clashes):
		return errors.New("name, address and serial number must be those of no other board")
	}
	return nil
}

// ownName stands for the name of each board of a bus in settings where each board needs an
// account of its own.
const ownName = "{board}"

// ForBoard returns the configuration for one board of a bus: it has a connection of its own
// to the broker.
func (c *Config) ForBoard(name string) *Config {
	own := *c
	own.Board, own.Boards = name, nil
	m := &own.MQTT
	for _, text := range []*string{&m.User, &m.PasswordFile, &m.CertFile, &m.KeyFile} {
		*text = strings.ReplaceAll(*text, ownName, name)
	}
	if m.ClientID != "" {
		m.ClientID += "-" + name
	}
	return &own
}

// namesOfSerials is the prefix of the names of boards of a bus that are not configured. No
// configured name may begin with it: else a board could take another's name or credentials
// by its serial number.
func (c *Config) namesOfSerials() string { return c.Board + "-" + SerialPrefix }

// NameFor returns the name of a board of a bus that is not configured, from its serial
// number.
func (c *Config) NameFor(serial string) string {
	keep := func(r rune) rune {
		if r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return -1
	}
	return c.namesOfSerials() + strings.Map(keep, serial)
}

// BusAccounts returns the accounts with which the boards of a bus log in to the broker.
func (c *Config) BusAccounts() []*Config {
	if len(c.Boards) == 0 {
		return []*Config{c}
	}
	var all []*Config
	for i := range c.Boards {
		all = append(all, c.ForBoard(c.Boards[i].Name))
	}
	return all
}

// Of names the board of a bus whose configuration c is.
func (c *Config) Of(all *Config) string {
	if c == all {
		return ""
	}
	return " of " + c.Board
}

// HeaderWithPieces returns the configuration as the header of a log, with the known pieces.
func (c *Config) HeaderWithPieces() (*sensor.Header, certabo.Set, error) {
	h := c.Header()
	pieces, err := ReadPieces(c.Port.PiecesFile)
	if pieces.Len() > 0 {
		h.Config = append(h.Config, sensor.Setting{Name: certabo.Setting, Value: pieces.String()})
	}
	return h, pieces, err
}

// ReadPieces reads the pieces file, if it exists.
func ReadPieces(name string) (pieces certabo.Set, err error) {
	if name == "" {
		return pieces, nil
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return pieces, nil
	}
	if err == nil {
		if bad := pieces.UnmarshalText(text); bad != nil {
			err = fmt.Errorf("%w: %w", ErrPieces, bad)
		}
	}
	if err != nil {
		return pieces, fmt.Errorf("port.pieces_file %s: %w", name, err)
	}
	return pieces, nil
}

// ErrPieces is the error of a damaged pieces file. boardd itself has written the file, so
// the disk must have changed it.
var ErrPieces = errors.New("the file is damaged")
