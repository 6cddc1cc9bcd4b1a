package main

import (
	"context"
	"io"
	"os"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
)

// openLog reads a file, or standard input for "-". A pipe may block for ever:
// openLog returns when ctx ends.
func openLog(ctx context.Context, in io.Reader, name string) (*pipeline.Log, error) {
	var log *pipeline.Log
	done := make(chan error, 1)
	go func() {
		src, err := io.NopCloser(in), error(nil)
		if name != "-" {
			src, err = os.Open(name)
		}
		if err == nil {
			defer src.Close()
			log, err = pipeline.Read(sensor.NewReader(src))
		}
		done <- err
	}()
	select {
	case <-ctx.Done():
		return nil, pipeline.ErrStopped
	case err := <-done:
		if err != nil {
			return nil, cli.BadInput(err)
		}
		return log, nil
	}
}
