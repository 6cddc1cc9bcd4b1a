// Package finder finds out what family of boards is at the other end of a port:
// by listening, at one speed after the other, and by questions that do no harm
// to whoever hears them.
//
// # What is tried
//
//	38400 baud   nothing is sent: Certabo, Tabutronic and, as they come from the
//	             maker, ChessLink boards talk by themselves
//	9600 baud    87 00 00 07: the boards of a DGT bus say that they are there, and
//	             so does a DGT board to which nobody has spoken yet
//	9600 baud    45, twice: a DGT board tells its serial number
//	38400 baud   V56, twice: a ChessLink board tells its version
//	115200 baud  LF hello? LF, twice: a board of package text says hello
//	9600 baud    the same
//
// and all over again. All is 8 data bits without parity; a ChessLink board's
// parity is then bit 7. A round takes some 12 seconds, a DGT board is found after
// three. Boards that only say what happens, and answer nothing, are found when
// something happens while they are listened to.
//
// # Why it does no harm
//
// What each question is to each board that may be at the other end, if it has
// not been found before:
//
//	           DGT               DGT bus            ChessLink     Certabo, Tabutronic  text
//	87 00 00   to bus mode,      its boards answer  wrong parity  noise for its        noise, ended
//	07         which 45 ends                                      lights               by LF
//	45         serial number     all leave bus      wrong parity  noise for its        an E, ended
//	                             mode                             lights               by LF
//	V56        80 or more        the same           its version   three bytes for      noise, ended
//	                                                              its lights           by LF
//	hello? at  80 or more        the same           wrong parity  noise for its        who it is
//	115200                                                        lights
//	hello? at  no commands       no commands        wrong parity  noise for its        who it is
//	9600                                                          lights
//
// A DGT board is the one to be careful with: 4e starts its boot loader, 51 and 53
// blind half of its squares for good, 49 keeps it busy for eight seconds, 2b sets
// a tournament's clock. Of 45 every byte that differs in one bit is 44, 47, 41,
// 4d, 55, 65, 05 or c5, all of which are harmless or nothing; a ping that differs
// in one bit has a wrong checksum. All its commands
// are below 80, that is, bit 7 of them is 0. That bit is sampled 8.5 bit times
// after the start bit begins, 885 microseconds. V56 takes 781, LF hello? LF 694
// at 115200 baud, and after them the line is at rest, which is 1: whatever a DGT
// board reads of them, it is 80 or more, and so no command. Commands of a bus are
// four bytes with a checksum. Of hello? at 9600 baud the bytes are 68, 65, 6c, 6f,
// 3f and 0a, which no paper of the maker's names as commands.
//
// A command of single-board mode takes all boards of a DGT bus out of bus mode,
// which they leave again when a host speaks to them as a bus. It is sent when no
// two boards have answered the ping.
//
// A ChessLink board drops what has wrong parity or a wrong checksum. A Certabo
// board takes any eight bytes for lights; but it is heard before anything is
// sent. What a board that somebody has built does with bytes at the wrong speed
// nobody knows; those of package text drop them.
package finder
