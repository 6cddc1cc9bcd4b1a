package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/touchmove"
)

type certaboDecoder struct{ certabo.Decoder }

func (d *certaboDecoder) about() boardAbout { return boardAbout{} }

type tabutronicDecoder struct{ tabutronic.Decoder }

func (d *tabutronicDecoder) about() boardAbout { return boardAbout{} }

// menSetting is what a log's header says of the men whose tags are known.
const menSetting = "men"

// takeMen takes the men out of the settings of a header: they are the decoder's
// business, the others the tracker's.
func takeMen(h *sensor.Header) (*sensor.Header, certabo.Set, error) {
	i := slices.IndexFunc(h.Config, func(s sensor.Setting) bool { return s.Name == menSetting })
	if i < 0 {
		return h, certabo.Set{}, nil
	}
	men, err := certabo.ParseSet(h.Config[i].Value)
	if err != nil {
		return nil, men, &touchmove.HeaderError{Name: "config", Text: menSetting + "=" + h.Config[i].Value, Err: err}
	}
	rest := *h
	rest.Config = slices.Delete(slices.Clone(h.Config), i, i+1)
	return &rest, men, nil
}

// teachable is a decoder that has to be told who the men are.
type teachable interface {
	teach(men certabo.Set, array placement.Placement)
	knows() certabo.Set
	Turn(dst []sensor.Record, at int64) []sensor.Record
}

func (d *certaboDecoder) teach(men certabo.Set, array placement.Placement) {
	d.Men, d.Array = men, array
}

func (d *certaboDecoder) knows() certabo.Set { return d.Men }

// firstArray is what stands on the board when the first game begins or goes on,
// in the board's own squares: from it more men can be learnt.
func firstArray(c *touchmove.Config, o sensor.Orientation) placement.Placement {
	p := c.Start
	for _, m := range c.Moves {
		p = p.Play(m)
	}
	array := *p.Placement()
	if o == sensor.Rotated {
		return array.Rotated()
	}
	return array
}

// turn is for an operator who says that the board lies the other way round. If
// the men were learnt on the wrong side of it, they get their right names, and
// the board is told as it then shows itself.
func (e *engine) turn(at int64) []sensor.Record {
	shown := e.seating.Rotate(e.scratch[:0], at)
	d, ok := e.decoder.(teachable)
	if !ok {
		return shown
	}
	told := d.Turn(nil, at)
	if len(told) == 0 {
		return shown
	}
	shown = shown[:0]
	for _, r := range told {
		shown = e.seating.Step(shown, r)
	}
	return shown
}

// headerWithMen is the configuration as a log's header says it, with the men
// that are known.
func (c *config) headerWithMen() (*sensor.Header, certabo.Set, error) {
	h := c.header()
	men, err := readMen(c.Port.MenFile)
	if men.Len() > 0 {
		h.Config = append(h.Config, sensor.Setting{Name: menSetting, Value: men.String()})
	}
	return h, men, err
}

// readMen reads the file of the men, if there is one already.
func readMen(name string) (men certabo.Set, err error) {
	if name == "" {
		return men, nil
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return men, nil
	}
	if err == nil {
		if bad := men.UnmarshalText(text); bad != nil {
			err = fmt.Errorf("%w: %w", errMen, bad)
		}
	}
	if err != nil {
		return men, fmt.Errorf("port.men_file %s: %w", name, err)
	}
	return men, nil
}

// errMen says that what is kept is no list of men. The program has written it itself,
// so that the disk must have changed it.
var errMen = errors.New("the file is damaged")

// withoutMen does without a file that cannot be read: the men can be learnt anew. One
// that is damaged is moved aside, to make room for them.
func withoutMen(log *zerolog.Logger, name string, err error) {
	e := log.Error().Err(err)
	if aside := name + ".damaged"; errors.Is(err, errMen) && os.Rename(name, aside) == nil {
		e = e.Str("aside", aside)
	}
	e.Msg("men must be learnt anew")
}

// heedMen tells an engine that goes on with a game of the men that were learnt since,
// by the daemon of another board.
func (d *daemon) heedMen() {
	t, ok := d.engine.decoder.(teachable)
	if ok && !d.kept.Merge(t.knows()).Equal(t.knows()) {
		d.feed(sensor.Record{At: d.last, Word: sensor.Cmd, Verb: learntVerb, Data: d.engine.learnt(d.kept)})
	}
}

// keepMen writes down men that have been learnt.
func (d *daemon) keepMen() {
	t, ok := d.engine.decoder.(teachable)
	if !ok || d.menFile == "" {
		return
	}
	men := t.knows()
	if men.Equal(d.kept) {
		return
	}
	d.kept = men
	if err := addMen(d.menFile, men); err != nil {
		d.log.Error().Err(err).Msg("men not kept; they must be learnt again after a start")
		return
	}
	d.log.Info().Str("file", d.menFile).Msg("men learnt")
}

// addMen adds men to the file, which the daemons of other boards may have
// changed.
func addMen(name string, men certabo.Set) error {
	kept, err := readMen(name)
	if err != nil {
		return err
	}
	text, err := kept.Merge(men).MarshalText()
	if err != nil {
		return err
	}
	if err := writeSafely(name+".new", text); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// writeSafely writes a file and returns when it is on the disk: a power cut leaves a
// name that was given to it before with nothing behind it.
func writeSafely(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Sync(), f.Close())
}
