// Package race says whether the race detector is on.
package race
