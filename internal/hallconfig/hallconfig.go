// Package hallconfig reads the configuration of boardd-hall run.
package hallconfig

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/lichess"
	"github.com/boardd/boardd/hall/web"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// Example documents every key. A test compares it with Config.
//
//go:embed hall.toml
var Example string

// Config is the configuration. The example explains each key.
type Config struct {
	Site        string         `toml:"site"`
	State       string         `toml:"state_dir"`
	Tournaments []Tournament   `toml:"tournaments"`
	Files       Files          `toml:"files"`
	HTTP        HTTP           `toml:"http"`
	Desk        Desk           `toml:"desk"`
	Metrics     config.Metrics `toml:"metrics"`
	MQTT        config.MQTT    `toml:"mqtt"`

	LiveChess config.LiveChess `toml:"livechess"`

	// Halls are the tournaments for package hall, Targets all their targets. Read and Parse check
	// and set them.
	Halls   []*hall.Tournament `toml:"-"`
	Targets []Target           `toml:"-"`
}

type Tournament struct {
	ID          string            `toml:"id"`
	Event       string            `toml:"event"`
	Place       string            `toml:"place"`
	TimeControl string            `toml:"time_control"`
	Dates       []string          `toml:"dates"`
	Delay       string            `toml:"delay"`
	AtEnd       []int             `toml:"at_end"`
	Tables      map[string]string `toml:"tables"`
	Targets     []Target          `toml:"targets"`
}

// Target is a round of Lichess to which tables of a round are pushed.
type Target struct {
	Round     int    `toml:"round"`
	Lichess   string `toml:"lichess"` // the id of the round there
	Tables    string `toml:"tables"`
	TokenFile string `toml:"token_file"`
	URL       string `toml:"url"`

	Tournament *hall.Tournament `toml:"-"`
	Slice      lichess.Tables   `toml:"-"` // Tables, parsed
}

// Token returns the token, from its file.
func (t *Target) Token() (string, error) {
	token, err := config.ReadSecret(t.TokenFile)
	return string(token), err
}

type Files struct {
	Folder  string `toml:"folder"`
	OnWrite string `toml:"on_write"`
}

type HTTP struct {
	Listen string `toml:"listen"`
}

// Desk is where the arbiter's desk is, and who may come there.
type Desk struct {
	Listen      string   `toml:"listen"`
	URL         string   `toml:"url"`
	CertFile    string   `toml:"cert_file"`
	KeyFile     string   `toml:"key_file"`
	ProxyHeader string   `toml:"proxy_header"`
	Proxies     []string `toml:"proxies"`
}

// Listener returns where the desk listens.
func (d *Desk) Listener() *web.DeskListener {
	return &web.DeskListener{Address: d.Listen, CertFile: d.CertFile, KeyFile: d.KeyFile}
}

// Access returns who may come to the desk. Its accounts are in the folder of the hall's file.
func (c *Config) Access() (web.Access, error) {
	a := web.Access{Accounts: &web.Accounts{Folder: filepath.Join(c.State, "desk")}, ProxyHeader: c.Desk.ProxyHeader}
	if c.Desk.URL != "" {
		u, err := url.Parse(c.Desk.URL)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.Trim(u.Path, "/") != "" || u.User != nil || u.RawQuery != "" {
			return a, fmt.Errorf(`desk.url = %q: must be an address as in "https://desk.example.org"`, c.Desk.URL)
		}
		a.URL = &url.URL{Scheme: u.Scheme, Host: u.Host}
	}
	for _, text := range c.Desk.Proxies {
		one, err := netip.ParsePrefix(text)
		if ip, bad := netip.ParseAddr(text); bad == nil {
			one, err = netip.PrefixFrom(ip, ip.BitLen()), nil
		}
		if err != nil {
			return a, fmt.Errorf("desk.proxies: %q is no address", text)
		}
		a.Proxies = append(a.Proxies, one)
	}
	return a, nil
}

// checkDesk returns the first error in what is said of the desk.
func (c *Config) checkDesk() error {
	d := &c.Desk
	_, err := c.Access()
	switch {
	case err != nil:
		return err
	case d.Listen == "":
		return nil
	case d.ProxyHeader != "" && len(d.Proxies) == 0 && !strings.HasPrefix(d.Listen, "unix:"):
		return errors.New("desk.proxy_header needs proxies, the addresses from which it is believed, or a socket to listen on")
	case d.ProxyHeader != "" && d.URL == "":
		return errors.New("desk.proxy_header needs url, the address by which browsers reach the proxy")
	}
	if err := d.Listener().Check(); err != nil {
		return fmt.Errorf("desk: %w", err)
	}
	return nil
}

// Read reads a file. The error names everything that is wrong.
func Read(path string) (Config, error) {
	data, err := config.ReadTrusted(path)
	if err != nil {
		return Config{}, fmt.Errorf("read configuration: %w", err)
	}
	c, err := Parse(data)
	if err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	folder, credentials := filepath.Dir(path), os.Getenv("CREDENTIALS_DIRECTORY")
	c.MQTT.FindFiles(folder, credentials)
	for _, name := range []*string{&c.Desk.CertFile, &c.Desk.KeyFile} {
		*name = config.FindFile(*name, folder, credentials)
	}
	for i := range c.Targets {
		c.Targets[i].TokenFile = config.FindFile(c.Targets[i].TokenFile, folder, credentials)
	}
	c.State = cmp.Or(c.State, filepath.Dir(path))
	return c, nil
}

// Parse reads a configuration. It is strict: an unknown key is an error, with its line.
func Parse(data []byte) (Config, error) {
	c := Config{Site: "site", MQTT: config.Default().MQTT, LiveChess: config.DefaultLiveChess()}
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&c)
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		var all []error
		for _, e := range unknown.Errors {
			row, _ := e.Position()
			all = append(all, fmt.Errorf("line %d: unknown key %q", row, strings.Join(e.Key(), ".")))
		}
		return c, errors.Join(all...)
	}
	if bad, ok := errors.AsType[*toml.DecodeError](err); ok {
		row, _ := bad.Position()
		return c, fmt.Errorf("line %d: %s", row, strings.TrimPrefix(bad.Error(), "toml: "))
	}
	if err != nil {
		return c, errors.New("the file cannot be read as TOML")
	}
	return c, c.check()
}

func (c *Config) check() error {
	var bad []error
	if _, err := transport.NewTopics(c.Site, "board"); err != nil {
		bad = append(bad, err)
	}
	if err := publish.CheckAddress(c.MQTT.Broker); err != nil {
		bad = append(bad, fmt.Errorf("mqtt.broker %w", err))
	}
	if (c.MQTT.CertFile == "") != (c.MQTT.KeyFile == "") {
		bad = append(bad, errors.New("mqtt.cert_file needs key_file, and key_file needs it"))
	}
	if l := c.HTTP.Listen; l != "" {
		_, port, err := net.SplitHostPort(l)
		if n, worse := strconv.ParseUint(port, 10, 16); err != nil || worse != nil || n == 0 {
			bad = append(bad, fmt.Errorf(`http.listen = %q: must be address:port, as in "127.0.0.1:8080"`, l))
		}
	}
	if err := c.Metrics.Check(); err != nil {
		bad = append(bad, err)
	}
	if err := c.checkDesk(); err != nil {
		bad = append(bad, err)
	}
	if c.Files.OnWrite != "" && c.Files.Folder == "" {
		bad = append(bad, errors.New("files.on_write needs files.folder"))
	}
	return errors.Join(append(bad, c.checkTournaments(), c.checkLiveChess())...)
}

// sameDelay is the delay of overlays that is as long as the longest of a tournament.
const sameDelay = "same"

// checkLiveChess sets the delay of overlays. They see every move at once, and so no round that the
// world sees at its end.
func (c *Config) checkLiveChess() error {
	if c.LiveChess.Delay == sameDelay {
		longest := time.Duration(0)
		for _, t := range c.Halls {
			longest = max(longest, t.Delay)
			if len(t.AtEnd) > 0 {
				return fmt.Errorf("livechess.delay = %q: the rounds at_end of %q have no delay, and overlays show their moves; give a time", sameDelay, t.ID)
			}
		}
		c.LiveChess.Delay = longest.String()
	}
	_, err := c.LiveChess.Check()
	return err
}

// checkTournaments sets Halls, and returns everything that is wrong with the tournaments.
func (c *Config) checkTournaments() error {
	var bad []error
	ids, events, boards := map[string]bool{}, map[string]bool{}, map[string]string{}
	for i := range c.Tournaments {
		t, err := c.Tournaments[i].hall()
		if err == nil {
			err = t.Check()
		}
		switch {
		case err != nil:
		case ids[t.ID]:
			err = errors.New("another tournament has this id")
		case events[t.Event]:
			err = errors.New("another tournament has this event: boards tell by it which one they are of")
		}
		if err != nil {
			bad = append(bad, fmt.Errorf("tournaments: %q: %w", c.Tournaments[i].ID, err))
			continue
		}
		ids[t.ID], events[t.Event] = true, true
		for _, board := range t.Tables {
			if other, twice := boards[board]; twice {
				bad = append(bad, fmt.Errorf("tournaments: %q and %q have the same board %s", other, t.ID, board))
			}
			boards[board] = t.ID
		}
		c.Halls = append(c.Halls, t)
		bad = append(bad, c.checkTargets(t, c.Tournaments[i].Targets))
	}
	return errors.Join(bad...)
}

// lichessID is the form of the id of a round of Lichess.
var lichessID = regexp.MustCompile(`^[A-Za-z0-9]{8}$`)

// checkTargets adds the targets of a tournament, and returns everything that is wrong with them.
func (c *Config) checkTargets(t *hall.Tournament, targets []Target) error {
	var bad []error
	for _, one := range targets {
		one.Tournament, one.URL = t, cmp.Or(one.URL, "https://lichess.org")
		err := one.check()
		if err == nil && slices.ContainsFunc(c.Targets, func(o Target) bool { return o.Lichess == one.Lichess && o.URL == one.URL }) {
			err = errors.New("another target has this id, and one would write into the games of the other")
		}
		if err != nil {
			bad = append(bad, fmt.Errorf("tournaments: %q: targets: %q: %w", t.ID, one.Lichess, err))
			continue
		}
		c.Targets = append(c.Targets, one)
	}
	return errors.Join(bad...)
}

func (t *Target) check() (err error) {
	if t.Slice, err = lichess.ParseTables(t.Tables); err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	u, err := url.Parse(t.URL)
	switch {
	case !lichessID.MatchString(t.Lichess):
		return errors.New("lichess must be the id of a round: the last 8 letters and digits of its address")
	case t.Round < 1:
		return fmt.Errorf("round = %d: must be the number of a round", t.Round)
	case t.TokenFile == "":
		return errors.New("token_file is missing")
	case err != nil || u.Host == "" || strings.TrimSuffix(u.Path, "/") != "" || u.User != nil || u.RawQuery != "":
		return fmt.Errorf(`url = %q: must be an address as in "https://lichess.org"`, t.URL)
	case u.Scheme != "https" && !(u.Scheme == "http" && isLoopback(u.Hostname())):
		return fmt.Errorf("url = %q: must be https, because the token is sent there", t.URL)
	}
	t.URL = u.Scheme + "://" + u.Host
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (t *Tournament) hall() (*hall.Tournament, error) {
	out := &hall.Tournament{ID: t.ID, Event: t.Event, Site: t.Place, TimeControl: t.TimeControl, AtEnd: t.AtEnd, Tables: map[int]string{}}
	var err error
	if t.Delay != "" {
		if out.Delay, err = time.ParseDuration(t.Delay); err != nil {
			return nil, fmt.Errorf(`delay = %q: must be a time as in "15m" or "90s"`, t.Delay)
		}
	}
	for table, board := range t.Tables {
		n, err := strconv.Atoi(table)
		if err != nil {
			return nil, fmt.Errorf("tables: %q is no number", table)
		}
		out.Tables[n] = board
	}
	for _, date := range t.Dates {
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			return nil, fmt.Errorf(`dates: %q: must be a date as in "2027-03-06"`, date)
		}
	}
	return out, nil
}

// Date returns the date of a round as PGN writes it, "" if the configuration has none.
func (c *Config) Date(id string, round int) string {
	for _, t := range c.Tournaments {
		if t.ID == id && round >= 1 && round <= len(t.Dates) {
			return strings.ReplaceAll(t.Dates[round-1], "-", ".")
		}
	}
	return ""
}

// Tournament returns the tournament with an id; for "", the only tournament.
func (c *Config) Tournament(id string) (*hall.Tournament, error) {
	var ids []string
	for _, t := range c.Halls {
		if t.ID == id || id == "" && len(c.Halls) == 1 {
			return t, nil
		}
		ids = append(ids, t.ID)
	}
	if len(ids) == 0 {
		return nil, errors.New("the configuration has no tournament")
	}
	if id == "" {
		return nil, fmt.Errorf("which tournament? give --tournament: one of %s", strings.Join(ids, ", "))
	}
	return nil, fmt.Errorf("tournament %q: must be one of %s", id, strings.Join(ids, ", "))
}

// File returns the path of the hall's file.
func (c *Config) File() string { return filepath.Join(c.State, "hall.db") }

// Publish returns how to reach the broker, with a client id of its own for each purpose.
func (c *Config) Publish(purpose string) (publish.Config, error) {
	p, err := config.Publish(&config.Config{Site: c.Site, Board: "hall", MQTT: c.MQTT}, transport.Message{}, "")
	p.ClientID += "-" + purpose
	p.MaxPacket, p.MaxPause = 1<<20, 5*time.Second
	return p, err
}
