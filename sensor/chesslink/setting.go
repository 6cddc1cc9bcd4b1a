package chesslink

import (
	"errors"
	"fmt"
	"strings"
)

// Setting is a value that a register shall have.
type Setting struct {
	Register Register
	Value    byte
}

// settable is the least and the most that is ever written to each register. Of
// more brightness than 14 the maker says nothing, and nothing turns off checksums.
var settable = [registers]struct{ from, to byte }{
	Checks: {1, 0}, ScanTime: {15, 255}, Reports: {0, 7}, Interval: {0, 255}, Brightness: {0, 14},
}

var errNotSettable = errors.New("want register 01 to 04")

// Check says what is wrong with a setting, if anything is.
func (s Setting) Check() error {
	if s.Register == Checks || s.Register >= registers {
		return fmt.Errorf("set register %02X: %w", byte(s.Register), errNotSettable)
	}
	if r := settable[s.Register]; s.Value < r.from || s.Value > r.to {
		return fmt.Errorf("set register %02X to %d: want %d to %d", byte(s.Register), s.Value, r.from, r.to)
	}
	return nil
}

var errNoSetting = errors.New("want register=value, two hexadecimal digits each")

// ParseSettings reads settings as the configuration has them: "01=1E 02=03",
// register and value in hexadecimal, each register once. The values are checked.
func ParseSettings(text string) ([]Setting, error) {
	var all []Setting
	var given [registers]bool
	for _, field := range strings.Fields(text) {
		s, err := parseSetting(field)
		if err == nil {
			err = s.Check()
		}
		if err == nil && given[s.Register] {
			err = errors.New("given twice")
		}
		if err != nil {
			return nil, fmt.Errorf("read setting %q: %w", field, err)
		}
		given[s.Register] = true
		all = append(all, s)
	}
	return all, nil
}

func parseSetting(text string) (Setting, error) {
	if len(text) != len("02=03") || text[2] != '=' {
		return Setting{}, errNoSetting
	}
	for _, i := range [...]int{0, 1, 3, 4} {
		if !digits[text[i]&0x7f] || text[i] > 0x7f {
			return Setting{}, errNoSetting
		}
	}
	return Setting{Register(hexByte([]byte(text[:2]))), hexByte([]byte(text[3:]))}, nil
}
