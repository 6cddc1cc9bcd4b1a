// Reads PGN files, and prints of each game: file, GameId, the moves in SAN, the result. What
// chessops does not take as it stands is an error.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { makeOutcome, parseComment, parsePgn, startingPosition } from 'chessops/pgn';
import { makeSan, parseSan } from 'chessops/san';

const fail = (file, id, what) => {
  console.error(`${file}: ${id}: ${what}`);
  process.exitCode = 1;
};

for await (const file of createInterface({ input: process.stdin })) {
  for (const game of parsePgn(readFileSync(file, 'utf8'))) {
    const id = game.headers.get('GameId');
    const pos = startingPosition(game.headers).unwrap();
    const moves = [];
    for (const node of game.moves.mainline()) {
      const move = parseSan(pos, node.san);
      if (!move) {
        fail(file, id, `${node.san} is not legal`);
        break;
      }
      const san = makeSan(pos, move);
      if (san !== node.san) fail(file, id, `${node.san} should be ${san}`);
      for (const comment of node.comments ?? []) {
        const { text, clock } = parseComment(comment);
        if (clock === undefined && !text) fail(file, id, `comment ${comment}`);
      }
      pos.play(move);
      moves.push(node.san);
    }
    if (game.moves.children.some(c => c.children.length > 1)) fail(file, id, 'variations');
    console.log([file, id, moves.join(' '), game.headers.get('Result') ?? makeOutcome(undefined)].join('\t'));
  }
}
