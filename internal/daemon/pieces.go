package daemon

import (
	"errors"
	"os"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
)

// headerWithSavedPieces returns the header with the pieces of the pieces file, and without
// them if the file is unreadable. It fails only if the process lacks memory or descriptors
// to read the file.
func headerWithSavedPieces(c *config.Config, log *zerolog.Logger) (h *sensor.Header, pieces certabo.Set, err error) {
	err = persist.Retry(func() (err error) {
		h, pieces, err = c.HeaderWithPieces()
		return err
	})
	if err != nil && !persist.IsShortage(err) {
		withoutPieces(log, c.Port.PiecesFile, err)
		err = nil
	}
	return h, pieces, err
}

// withoutPieces logs that the pieces file cannot be read: the pieces can be learnt again. It
// moves a damaged file aside.
func withoutPieces(log *zerolog.Logger, name string, err error) {
	e := log.Error().Err(err)
	if aside := name + ".damaged"; errors.Is(err, config.ErrPieces) && os.Rename(name, aside) == nil {
		e = e.Str("aside", aside)
	}
	e.Msg("the pieces must be learnt again")
}

// addSavedPieces adds pieces to a restored engine: those that the daemon of another board
// has learnt meanwhile.
func (d *Daemon) addSavedPieces() {
	c, ok := d.engine.Decoder.(*certabo.Decoder)
	if ok && !d.savedPieces.Merge(c.Pieces).Equal(c.Pieces) {
		d.feed(sensor.Record{At: d.now, Word: sensor.Cmd, Verb: pipeline.SavedStateVerb, Data: d.engine.SavedState(d.savedPieces)})
	}
}

// savePieces saves pieces that have been learnt.
func (d *Daemon) savePieces() {
	c, ok := d.engine.Decoder.(*certabo.Decoder)
	if !ok || d.piecesFile == "" {
		return
	}
	pieces := c.Pieces
	if pieces.Equal(d.savedPieces) {
		return
	}
	d.savedPieces = pieces
	if !d.disk.do(func() { d.writePieces(pieces) }) {
		d.piecesUnsaved.Store(true)
	}
}

// writePieces writes the pieces file. If that fails, it is tried again in a minute.
func (d *Daemon) writePieces(pieces certabo.Set) {
	if err := addPieces(d.piecesFile, pieces); err != nil {
		d.log.Error().Err(err).Msg("pieces not kept; it is tried again")
		d.piecesUnsaved.Store(true)
		return
	}
	d.log.Info().Str("file", d.piecesFile).Msg("pieces learnt")
}

// savePiecesAgain tries again to write the pieces file after a failure.
func (d *Daemon) savePiecesAgain() {
	if d.piecesUnsaved.Swap(false) {
		d.savedPieces = certabo.Set{}
		d.savePieces()
	}
}

// addPieces adds pieces to the file, which the daemons of other boards may have changed.
func addPieces(name string, pieces certabo.Set) error {
	kept, err := config.ReadPieces(name)
	if err != nil {
		return err
	}
	text, err := kept.Merge(pieces).MarshalText()
	if err != nil {
		return err
	}
	if err := writeSafely(name+".new", text); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// writeSafely writes a file, and returns when it is on the disk: else a power cut may leave
// a renamed file empty.
func writeSafely(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Sync(), f.Close())
}
