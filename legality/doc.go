// Package legality knows the rules of chess.
package legality
