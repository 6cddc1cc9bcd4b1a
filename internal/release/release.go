// Package release knows the version of the programs.
package release

// Version is set when a release is built:
//
//	go build -ldflags "-X github.com/boardd/boardd/internal/release.Version=1.2.3"
var Version = "0.1.0-dev"
