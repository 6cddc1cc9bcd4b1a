// Package view shows a board to a person at a terminal: a drawn board that
// changes in place, with clocks, moves, findings and alerts, or, where there is
// no terminal, a line for each thing worth telling. It shows all boards of a
// site in the same way, in a table of which each line is a board.
//
// It sees nothing but messages as they go over MQTT, those for everybody and
// those under arbiter/, and so shows a game that is replayed, played before its
// eyes or followed over a network in the same way. It has three parts:
//
//   - Board is the model of one board, a fold over its messages. Site is that of
//     many, and of the link to the broker; Screen is what a person has chosen to
//     see of it, a fold over keys.
//   - Draw makes a picture of a Board, DrawSite one of a Site, and Story the
//     plain lines. All are pure: the same messages give the same output, and no
//     clock is read. A clock that runs is shown as it was last read.
//   - Run shows messages as they come, at a terminal or not, and Watch those of
//     a site.
//
// What comes in messages is never trusted: a payload that cannot be read is
// counted and left, whatever is kept is bounded, and no control character
// reaches the terminal.
package view
