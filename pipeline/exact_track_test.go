//go:build track

package pipeline

// exact is false: the engine that is being built is held to what was required before a
// program was run, not to what the present one gave.
const exact = false
