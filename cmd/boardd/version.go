package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
)

// release is set when a release is built.
var release = "0.1.0-dev"

func version(_ context.Context, std streams, fs *flag.FlagSet, args []string) error {
	if err := parse(fs, args, 0, 0); err != nil {
		return err
	}
	_, err := fmt.Fprintf(std.out, "boardd %s %s/%s %s\n", release, runtime.GOOS, runtime.GOARCH, runtime.Version())
	return err
}
