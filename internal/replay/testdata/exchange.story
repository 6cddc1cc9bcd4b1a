truth: 3 plies; the story that won has 1. e4 in place of 1. e3, then the same plies up to 1... d5, has 2. exd5 in place of 2. Nc3, and 1 more
  * ply 1 e4: shown at record 2 (0:01.400), confirmed at record 3 (0:02.352)
true stories came as far as 1... d5; none ever had the next ply, 2. Nc3
the true story up to 1... d5 was in the beam last after record 7 (0:05.252): place 15, 15.48 nats behind the best one
  it went at record 8 (0:05.300), lift e4 P: 16.48 nats behind the best one, too far
from where they part, apart from acts they share, the true story pays 16.48 nats more: BesideOnly +13.00, TakesBack +5.00, VictimFirst -1.61, ReadsAgain +1.00, choices -0.91
  record 2: drop e4 P
  true  0:01.400      2  15.08   17.38  ghost P e4                 BesideOnly 13.00 + choice 2.08: pieces put down: read on the square beside alone
  true  0:01.400      2   0.69   18.07  put P e3 from e2
  won   0:01.400      2   0.69    2.99  put P e4 from e2
  record 3: press w
  true  0:02.100      3   0.05   18.12  complete e3                Pressed: plies that the table shows: pressed
  won   0:02.100      3   0.05    3.04  complete e4                Pressed: plies that the table shows: pressed
  record 4: lift d7 p
  true  0:03.000      4   2.28   20.40  lift p d7
  won   0:03.000      4   2.26    5.30  lift p d7
  record 7: lift d5 p
  true  0:05.000      7   5.00   26.14  lift p d5                  TakesBack: plies: the piece is lifted to take it back
  won   0:05.000      7   4.62   10.66  lift p d5                  VictimFirst 1.61 + choice 3.01: captures: the captured piece is lifted first
  record 8: lift e4 P
  true  0:05.300      8   1.00   27.14  read again e4 as empty     ReadsAgain: squares that do not read what stands there: do again
  won   0:05.300      8   0.00   10.66  lift P e4

story from rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
     time record   nats     sum  act                        rate: what it is asked for
 0:00.700      1   2.30    2.30  lift P e2
 0:01.400      2   0.69    2.99  put P e4 from e2
 0:02.100      3   0.05    3.04  complete e4                Pressed: plies that the table shows: pressed
  * ply 1 e4: shown at record 2 (0:01.400), confirmed at record 3 (0:02.352)
 0:02.100      3   0.00    3.04  press
 0:03.000      4   2.26    5.30  lift p d7
 0:03.400      5   0.69    5.99  put p d5 from d7
 0:03.600      6   0.05    6.04  complete d5                Pressed: plies that the table shows: pressed
  * ply 2 d5: shown at record 5 (0:03.400), confirmed at record 6 (0:03.852)
 0:03.600      6   0.00    6.04  press
  or, 6.79 nats dearer than the 10 acts below, mostly by EarlyHand:
  |  0:05.000      7   5.00   11.04  lift p d5                  TakesBack: plies: the piece is lifted to take it back
  |  0:05.300      8   5.72   16.76  lift P e4                  EarlyHand 3.40 + choice 2.32: turns with a piece in the hand: the opponent lifts one
  |  0:05.700      9   0.69   17.45  put P d5 from e4
  |  0:06.000     10   0.05   17.50  complete exd5              Pressed: plies that the table shows: pressed
  |  0:06.000     10   0.00   17.50  press
  |  0:08.000     11   2.55   20.05  lift n g8
  |  0:08.400     12   0.69   20.74  put n f6 from g8
  |  0:08.600     13   0.05   20.79  complete Nf6               Pressed: plies that the table shows: pressed
  | … 2 more
  | (still in the beam at the end)
 0:05.000      7   4.62   10.66  lift p d5                  VictimFirst 1.61 + choice 3.01: captures: the captured piece is lifted first
 0:05.300      8   0.00   10.66  lift P e4
 0:05.700      9   0.00   10.66  put P d5 from e4
 0:06.000     10   0.05   10.71  complete exd5              Pressed: plies that the table shows: pressed
  * ply 3 exd5: shown at record 9 (0:05.700), confirmed at record 10 (0:06.252)
 0:06.000     10   0.00   10.71  press
 0:08.000     11   2.55   13.26  lift n g8
 0:08.400     12   0.69   13.95  put n f6 from g8
 0:08.600     13   0.05   14.00  complete Nf6               Pressed: plies that the table shows: pressed
  * ply 4 Nf6: shown at record 12 (0:08.400), confirmed at record 13 (0:08.852)
 0:08.600     13   0.00   14.00  press
  or, 8.00 nats dearer than the act below, mostly by PlayEndsUnstopped:
  |  0:11.600     13   8.00   22.00  leave                      PlayEndsUnstopped: rests while a clock runs: play ends, or no sense is seen in it
  |  0:11.601     13   0.00   22.00  the log ends
  | (still in the beam at the end)
 0:11.601     13   0.00   14.00  the log ends
