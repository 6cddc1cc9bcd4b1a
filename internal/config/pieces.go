package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
)

// HeaderWithPieces returns the configuration as the header of a log, with the known pieces.
func (c *Config) HeaderWithPieces() (*sensor.Header, certabo.Set, error) {
	h := c.Header()
	men, err := ReadPieces(c.Port.PieceFile)
	if men.Len() > 0 {
		h.Config = append(h.Config, sensor.Setting{Name: certabo.Setting, Value: men.String()})
	}
	return h, men, err
}

// ReadPieces reads the piece file, if it exists.
func ReadPieces(name string) (men certabo.Set, err error) {
	if name == "" {
		return men, nil
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return men, nil
	}
	if err == nil {
		if bad := men.UnmarshalText(text); bad != nil {
			err = fmt.Errorf("%w: %w", ErrPieces, bad)
		}
	}
	if err != nil {
		return men, fmt.Errorf("port.men_file %s: %w", name, err)
	}
	return men, nil
}

// ErrPieces is the error of a damaged piece file. The program has written it itself, so the
// disk must have changed it.
var ErrPieces = errors.New("the file is damaged")
