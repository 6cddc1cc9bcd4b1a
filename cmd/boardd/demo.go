package main

import (
	"context"
	"flag"
)

func demo(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error { return nil }
