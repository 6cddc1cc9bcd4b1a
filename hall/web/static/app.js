// The one script of the pages. It knows no rules of chess: a position comes with each move.
//
// follow() reads the stream of a page. What is hidden does not listen, unless it must: the browser's
// connections are few. A page that comes back asks for what it has missed.

export const select = (css, under = document) => under.querySelector(css);
export const all = (css, under = document) => [...under.querySelectorAll(css)];

// Appearance: a choice of the reader, kept in the browser.
const looks = document.documentElement;
try { looks.dataset.look = localStorage.getItem("look") ?? ""; } catch { /* nothing is kept here */ }

function chooseLook() {
  const choice = select("#look");
  if (!choice) return;
  choice.hidden = false;
  choice.value = looks.dataset.look;
  choice.onchange = () => {
    looks.dataset.look = choice.value;
    try { localStorage.setItem("look", choice.value); } catch { /* it holds for this page */ }
  };
}

// The stream.
const silence = 12000; // ms without a sign of life: the server sends one every 5 s

// follow calls whole(state) with the state, and delta(change) with each change. The page says
// while it is not live. With always it listens while it is hidden, too.
export function follow({ whole, delta, done, always }) {
  const address = document.body.dataset.stream, sign = select("#state");
  let since = document.body.dataset.since, source, alarm, again, wait = 1000, lost = false;
  let deaf = Boolean(select("[data-deaf]"));

  const tell = () => {
    const text = lost ? sign.dataset.lost : deaf ? sign.dataset.silent : "";
    if (sign.textContent !== text) sign.textContent = text;
    sign.hidden = !text;
    looks.dataset.live = String(!text);
  };
  const alive = () => {
    lost = false; wait = 1000;
    tell();
    clearTimeout(alarm);
    alarm = setTimeout(gone, silence);
  };
  const take = state => {
    deaf = !state.live;
    const kept = select("#kept");
    if (kept) kept.hidden = !state.hidden;
    whole(state);
  };
  const listen = (kind, act) => source.addEventListener(kind, event => {
    if (event.lastEventId) since = event.lastEventId;
    act(event.data);
    alive();
  });
  function open() {
    close();
    source = new EventSource(`${address}?since=${encodeURIComponent(since)}`);
    source.onerror = gone;
    listen("beat", () => {});
    listen("full", data => { take(JSON.parse(data)); done?.(); });
    listen("message", data => {
      for (const one of JSON.parse(data)) one.full ? take(one.full) : delta(one);
      done?.();
    });
    alarm = setTimeout(gone, silence);
  }
  function close() {
    clearTimeout(alarm); clearTimeout(again);
    source?.close();
  }
  function gone() {
    close();
    lost = true;
    tell();
    again = setTimeout(open, wait * (0.5 + Math.random()));
    wait = Math.min(2 * wait, 10000);
  }
  if (!always) document.addEventListener("visibilitychange", () => document.hidden ? close() : open());
  addEventListener("pagehide", close);
  addEventListener("pageshow", event => { if (event.persisted) open(); });
  tell();
  if (always || !document.hidden) open();
}

// Boards.
export const svg = (name, attributes) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  return node;
};
const drawn = new WeakMap(); // of a board: the piece's node by square, a8 first

// squaresOf returns the pieces of a placement by square: "wK", or "".
function squaresOf(placement) {
  const squares = [];
  for (const c of placement) {
    if (c === "/") continue;
    if (c >= "1" && c <= "8") squares.push(...Array(Number(c)).fill(""));
    else squares.push((c === c.toUpperCase() ? "w" : "b") + c.toUpperCase());
  }
  return squares;
}

// draw shows a position on a board, and changes only the squares that differ.
export function draw(board, placement, last, label) {
  const flip = "flip" in board.dataset, group = select(".pieces", board);
  const place = i => flip ? { x: 7 - i % 8, y: 7 - (i >> 3) } : { x: i % 8, y: i >> 3 };
  let nodes = drawn.get(board);
  if (!nodes) {
    nodes = Array(64).fill(null);
    for (const node of group.children) {
      const x = Number(node.getAttribute("x")), y = Number(node.getAttribute("y"));
      nodes[flip ? 63 - (8 * y + x) : 8 * y + x] = node;
    }
    drawn.set(board, nodes);
  }
  squaresOf(placement).forEach((piece, i) => {
    const node = nodes[i], have = node ? node.getAttribute("href").slice(1) : "";
    if (have === piece) return;
    node?.remove();
    nodes[i] = piece ? group.appendChild(svg("use", { href: "#" + piece, ...place(i), width: 1, height: 1 })) : null;
  });
  select(".marks", board).replaceChildren(...(last ? [last.slice(0, 2), last.slice(2, 4)] : []).map(name => {
    const i = 8 * (8 - Number(name[1])) + name.charCodeAt(0) - 97;
    return svg("rect", { ...place(i), width: 1, height: 1 });
  }));
  if (label) board.setAttribute("aria-label", label);
}

// pieces lists those of a side for a screen reader, as "Ke1, Ra1, a2".
function pieces(placement, side) {
  const squares = squaresOf(placement), list = [];
  for (const kind of "KQRBNP") {
    for (let i = 0; i < 64; i++) {
      const at = i ^ 56; // from a1 on
      if (squares[at] === side + kind) list.push((kind === "P" ? "" : kind) + "abcdefgh"[i % 8] + (1 + (i >> 3)));
    }
  }
  return list.join(", ");
}

// turn shows a board from the other side.
function turn(board) {
  const other = i => String(7 - Number(i));
  board.toggleAttribute("data-flip");
  for (const node of all(".pieces use, .marks rect", board)) {
    node.setAttribute("x", other(node.getAttribute("x")));
    node.setAttribute("y", other(node.getAttribute("y")));
  }
  const texts = all(".coords text", board).map(t => t.textContent);
  all(".coords text", board).forEach((t, i) => { t.textContent = texts[14 - (i & ~1) + (i & 1)]; });
}

// A move as the server sends it: number, SAN, UCI, clock, placement.
const [NUMBER, SAN, UCI, CLOCK, PLACEMENT] = [0, 1, 2, 3, 4];
const words = move => `${move[NUMBER]} ${move[SAN]}`.trim();

function setText(node, text) { if (node && node.textContent !== text) node.textContent = text; }

function setName(row, player) {
  if (!row || !player) return;
  const name = select(".n", row), title = player.t ?? "";
  if (name.textContent.trim() === `${title} ${player.n}`.trim()) return;
  const mark = document.createElement("i");
  mark.className = "ti";
  mark.textContent = title;
  name.replaceChildren(...(title ? [mark, " ", player.n] : [player.n]));
}

// sides shows names and clocks.
function sides(under, game, clocks = game.c) {
  for (const [side, player, clock] of [["w", game.w, clocks[0]], ["b", game.b, clocks[1]]]) {
    const row = select(`[data-side="${side}"]`, under);
    setName(row, player);
    setText(row && select(".clk", row), clock);
  }
}

// The wall.
function wall(cards) {
  const table = game => select(`[data-t="${game.t}"]`, cards);
  const show = (card, game) => {
    const last = game.m.at(-1), over = game.r !== "", was = select(".board", card).getAttribute("aria-label").split(",")[0];
    sides(card, game);
    draw(select(".board", card), last[PLACEMENT], last[UCI], `${was}, ${words(last)}`);
    setText(select(".mv", card), words(last));
    setText(select(".res", card), game.r);
    card.dataset.turn = game.u;
    card.classList.toggle("over", over);
    card.classList.toggle("idle", game.p === 0);
  };
  follow({
    whole(state) {
      const moved = cards.dataset.follow && Number(cards.dataset.follow) !== state.now;
      const tables = all("[data-t]", cards).map(card => card.dataset.t).join();
      if (moved || tables !== state.games.map(game => String(game.t)).join()) return renew();
      for (const game of state.games) show(table(game), game);
    },
    delta(game) {
      const card = table(game);
      if (card) show(card, game);
    },
  });
}

// renew loads the page again: it shows another round now, or other tables.
function renew() { location.reload(); }

// One game.
function one(game) {
  const board = select(".board", game), list = select("#moves"), said = select("#said");
  let moves = [], state, ply = 0, atEnd = true;
  let loaded = false, waiting = []; // changes that come while the moves are fetched; null: they are not
  // wanted returns the move that the address names, or -1: then the page shows the last one.
  const wanted = () => {
    const at = /^#\d+$/.test(location.hash) ? location.hash.slice(1) : game.dataset.ply;
    return Number(at ?? -1);
  };
  // walks reports whether somebody goes through the list of moves by keys: it stays where he is then.
  const walks = () => list?.querySelector(":focus-visible") != null;

  function show(follow = true) {
    if (!loaded) return;
    const end = moves.length - 1;
    ply = atEnd ? end : Math.max(0, Math.min(ply, end));
    const move = moves[ply];
    const label = board?.getAttribute("aria-label").split(",")[0];
    if (board) draw(board, move[PLACEMENT], move[UCI], `${label}, ${words(move)}`);
    for (const list of all("[data-pieces]", game)) setText(list, pieces(move[PLACEMENT], list.dataset.pieces));
    sides(game, state, clocksAt(ply));
    game.dataset.turn = atEnd ? state.u : "";
    setText(select("#result") ?? select(".res", game), state.r);
    setText(select(".last .mv", game), words(move));
    if (list) mark(follow);
  }
  // clocksAt returns what the clocks showed last, at a move.
  function clocksAt(at) {
    const clocks = ["", ""];
    for (let i = at; i >= 0 && !(clocks[0] && clocks[1]); i--) {
      const side = moves[i][NUMBER].endsWith("…") ? 1 : 0;
      clocks[side] ||= moves[i][CLOCK];
    }
    return clocks;
  }
  function mark(follow) {
    select("[aria-current]", list)?.removeAttribute("aria-current");
    const here = select(`[data-ply="${ply}"]`, list);
    here?.setAttribute("aria-current", "true");
    if (!follow) return;
    if (!here) { list.scrollTop = 0; return; }
    const item = here.getBoundingClientRect(), box = list.getBoundingClientRect();
    if (item.top < box.top || item.bottom > box.bottom) list.scrollTop += item.top - box.top - box.height / 2;
  }
  // write brings the list of moves from one on up to date. The focus stays at its move.
  function write(from) {
    if (!list) return;
    const focus = list.contains(document.activeElement) ? document.activeElement.dataset.ply : undefined;
    for (const link of all("[data-ply]", list)) if (Number(link.dataset.ply) >= from) link.parentNode.remove();
    for (let i = Math.max(from, 1); i < moves.length; i++) list.append(item(i));
    if (focus && !list.contains(document.activeElement)) (select(`[data-ply="${focus}"]`, list) ?? list).focus({ preventScroll: true });
  }
  function item(i) {
    const move = moves[i], li = document.createElement("li"), link = document.createElement("a");
    link.href = `?ply=${i}`;
    link.dataset.ply = i;
    li.append(link);
    if (!move[SAN]) { li.className = "set"; link.textContent = game.dataset.set; return li; }
    li.className = move[NUMBER].endsWith("…") ? "b" : "w";
    const number = document.createElement("span"), clock = document.createElement("small");
    number.className = "num";
    number.textContent = move[NUMBER];
    clock.textContent = move[CLOCK];
    link.append(number, move[SAN], ...(move[CLOCK] ? [clock] : []));
    return li;
  }
  function take(change) {
    if (change.at > moves.length) return load(); // something was missed
    const same = change.m.length === 1 && change.at === moves.length - 1 && words(change.m[0]) === words(moves[change.at]);
    moves = [...moves.slice(0, change.at), ...change.m];
    state = { ...state, ...change };
    if (!same) write(change.at);
    show(!walks());
    if (!same && said && atEnd) said.textContent = words(moves.at(-1));
  }
  let fetching = 0;
  async function load() {
    const turn = ++fetching;
    waiting ??= [];
    const whole = await fetch(game.dataset.json).then(answer => answer.ok ? answer.json() : null).catch(() => null);
    if (turn !== fetching) return; // a later one is on its way
    if (!whole) return setTimeout(() => turn === fetching && load(), 2000);
    const first = !loaded, came = waiting;
    loaded = true; waiting = null;
    state = whole; moves = whole.m;
    write(1);
    came.forEach(take);
    if (first && list) select(".steps").hidden = false;
    if (first && wanted() >= 0) go(wanted());
    else show(!walks());
  }
  function go(to) {
    if (!loaded) return;
    const end = moves.length - 1;
    ply = Math.max(0, Math.min(to, end));
    atEnd = ply === end;
    if (list) history.replaceState(null, "", atEnd ? location.pathname : `#${ply}`);
    show();
  }
  const acts = {
    first: () => go(0), back: () => go(ply - 1), forward: () => go(ply + 1), last: () => go(moves.length - 1),
    flip: () => { turn(board); game.classList.toggle("flipped"); },
  };
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip" };
  if (list) {
    for (const button of all("[data-go]")) button.onclick = acts[button.dataset.go];
    list.onclick = event => {
      const link = event.target.closest("[data-ply]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(Number(link.dataset.ply));
    };
    addEventListener("keydown", event => {
      const act = acts[keys[event.key]];
      if (!act || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select, input, textarea")) return;
      event.preventDefault();
      act();
    });
    addEventListener("hashchange", () => { if (/^#\d+$/.test(location.hash)) go(wanted()); });
  }
  load();
  follow({
    whole(whole) {
      if (game.dataset.follow && Number(game.dataset.follow) !== whole.now) return renew();
      if (whole.games.some(g => String(g.t) === game.dataset.t)) load();
    },
    delta(change) {
      if (String(change.t) !== game.dataset.t) return;
      if (waiting) waiting.push(change);
      else take(change);
    },
  });
}

function begin() {
  chooseLook();
  const cards = select("#cards"), game = select("#game");
  if (cards && document.body.dataset.stream) wall(cards);
  if (game) one(game);
}
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
