// The script of the desk. Its pages are forms that work without it: it keeps them live, rings for
// a new certain finding, and lets positions and tables be set by hand.

const { select, all, svg, follow, draw } = await import(document.querySelector('script[src*="app.js"]').src);

// The title and the sound. A browser lets a page sound when somebody has pressed a key or clicked in
// it, or in a page of this desk before it. Until then the page says that it is silent.
const title = document.title, button = select("#bell");
let heard = null, sound;
if (button) listen();

function listen() {
  sound = new AudioContext();
  const show = () => {
    const on = sound.state === "running";
    button.textContent = on ? button.dataset.heard : button.dataset.mute;
    button.classList.toggle("silent", !on);
    button.hidden = false;
  };
  const begin = () => { if (sound.state !== "running") sound.resume().then(show); };
  for (const kind of ["pointerup", "keydown"]) addEventListener(kind, begin);
  button.onclick = () => sound.resume().then(() => bell(sound, sound.currentTime));
  sound.onstatechange = show;
  show();
}

function ring() {
  document.documentElement.dataset.rang = String(Number(document.documentElement.dataset.rang ?? 0) + 1);
  if (sound?.state === "running") bell(sound, sound.currentTime);
}

// bell writes two tones into a context of audio, from a time on.
export function bell(context, at) {
  [880, 660].forEach((pitch, i) => {
    const tone = context.createOscillator(), loud = context.createGain(), from = at + 0.22 * i;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.25, from);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.2);
    tone.connect(loud).connect(context.destination);
    tone.start(from);
    tone.stop(from + 0.2);
  });
}

let unsaid = false; // what has rung is not said to screen readers yet
function tellNews() {
  const text = select("tr.alert .why, article.acute p")?.textContent.trim().replace(/\s+/g, " ");
  if (text) { select("#news").textContent = text; unsaid = false; }
}

let fresh = false; // a certain finding has come that nobody has looked at
function head(state) {
  if (heard !== null && state.alarms > heard) { ring(); fresh = unsaid = true; }
  heard = state.alarms;
  document.title = `${fresh ? "⚠ " : ""}${state.needs ? `(${state.needs}) ` : ""}${title}`;
}
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { fresh = false; document.title = document.title.replace("⚠ ", ""); });

// A live page loads itself again, and shows what has changed.
const live = select("#live");
let due, loading = false, last = 0;

function renew() {
  clearTimeout(due);
  const pause = live.dataset.live === "home" || live.dataset.live === "round" ? 1000 : 400;
  due = setTimeout(load, Math.max(0, last + pause - Date.now()));
}

async function load() {
  if (loading) return renew();
  loading = true;
  try {
    const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
    if (answer.redirected && new URL(answer.url).pathname === "/login") return location.reload();
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    replace(live, select("#live", page));
    acts(select("#acts"), select("#acts", page));
    if (unsaid) tellNews();
  } catch { // the stream says that there is no connection, and the state comes again with the next
  } finally {
    loading = false;
    last = Date.now();
  }
}

// replace shows the new contents.
function replace(old, now) {
  if (!now) return;
  const score = select(".score-list", old), end = !score || score.scrollTop + score.clientHeight > score.scrollHeight - 8;
  renewed(old, now);
  if (end) toEnd();
  tables();
}

function toEnd() {
  const score = select(".score-list", live);
  if (score) score.scrollTop = score.scrollHeight;
}

// acts renews the requests. Where somebody has begun to fill something in, it does not: then the
// page says that the game has changed, and the board refuses what was meant for another state. While
// there are none, as when a hall has just begun and knows no board, those of the page are hidden.
function acts(old, now) {
  if (!old) { if (now) location.reload(); return; }
  old.hidden = !now;
  if (!now) return;
  const rev = under => select("[name=if_rev]", under)?.value;
  if (rev(old) === rev(now) && all("form", old).length === all("form", now).length) return;
  const begun = all("input:not([type=hidden]), select", old).some(f => f.tagName === "SELECT" ? f.selectedIndex > 0 : f.value !== f.defaultValue);
  if (begun || all("details", old).some(d => d.open)) { select("#stale", old).hidden = false; return; }
  renewed(old, now);
}

// renewed makes a part of the page like another, and keeps the focus: on the same thing, where it is
// now; where that is gone, on what was around it.
function renewed(old, now) {
  const focus = document.activeElement, mine = old.contains(focus) && place(focus), around = [];
  for (let e = focus; mine && e && e !== old.parentNode; e = e.parentNode) around.push(e);
  morph(old, now);
  if (!mine || document.activeElement === focus && focus.isConnected) return;
  const again = focus.isConnected ? focus : all("a, button, input, select, summary, [tabindex]", old).find(e => place(e) === mine);
  const to = again ?? around.find(e => e.isConnected);
  if (!again) to.tabIndex = -1;
  to.focus({ preventScroll: true });
}

// place says what an element does, so that it is known again.
function place(e) {
  return [e.closest("[data-key]")?.dataset.key, e.nodeName, e.getAttribute("href"), e.form?.getAttribute("action"), e.name, e.value, e.className].join(" ");
}

// morph makes a node like another. Nodes that are there already stay, those with a key even where
// they have moved: so what is open, scrolled or selected stays so.
function morph(old, now) {
  if (old.isEqualNode(now)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) { old.data = now.data; return; }
  attributes(old, now);
  const key = node => node.dataset?.key, had = new Map([...old.children].filter(key).map(e => [key(e), e]));
  let at = old.firstChild;
  for (const next of [...now.childNodes]) {
    let same = had.get(key(next));
    if (!key(next)) for (same = at; same && key(same);) same = same.nextSibling;
    had.delete(key(next));
    if (same?.nodeName !== next.nodeName) { old.insertBefore(next, at); continue; }
    if (same === at) at = at.nextSibling;
    else old.insertBefore(same, at);
    morph(same, next);
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

// attributes gives an element those of another. What is open stays open, and what somebody has
// written stays written.
function attributes(old, now) {
  const written = old.type !== "hidden" && old.value !== old.defaultValue;
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && !["open", "tabindex"].includes(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "INPUT" && !written) old.value = now.defaultValue;
}

if (live && document.body.dataset.stream) {
  const mine = state => !state.boards || ["home", "round"].includes(live.dataset.live) || state.boards.includes(live.dataset.live);
  follow({
    whole(state) { head(state); renew(); },
    delta(state) { head(state); if (mine(state)) renew(); },
    always: live.dataset.live === "home", // it rings behind other tabs, too
  });
  toEnd();
}

// Keys: j and k, or the arrows, go from board to board; Escape goes back to all of them.
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, #editor")) return;
  if (event.key === "Escape" && live && location.pathname.startsWith("/boards/")) { location.href = "/"; return; }
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  const rows = all(".boards th a");
  if (!step || !rows.length || live?.dataset.live !== "home") return;
  const at = rows.indexOf(document.activeElement);
  rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + step))].focus();
  event.preventDefault();
});

// Tables: a board is dragged to another table, and the two change boards.
function tables() {
  const form = select("#move");
  if (!form) return;
  select("#dragging").hidden = false;
  for (const row of all("[data-table]")) {
    const board = select("[data-board]", row);
    board.draggable = true;
    board.ondragstart = event => event.dataTransfer.setData("text/x-board", board.dataset.board);
    row.ondragover = event => { if (event.dataTransfer.types.includes("text/x-board")) { event.preventDefault(); row.classList.add("over"); } };
    row.ondragleave = () => row.classList.remove("over");
    row.ondrop = event => {
      event.preventDefault();
      row.classList.remove("over");
      const name = event.dataTransfer.getData("text/x-board");
      if (!name || name === board.dataset.board) return;
      form.elements.table.value = row.dataset.table;
      form.elements.board.value = name;
      form.requestSubmit();
    };
  }
}
tables();

// Files may be dropped anywhere on the form for them. What misses it is not opened by the browser
// in place of the desk.
const files = event => event.dataTransfer?.types.includes("Files");
for (const kind of ["dragover", "drop"]) addEventListener(kind, event => {
  if (!files(event)) return;
  const form = event.target.closest?.("form.drop");
  event.preventDefault();
  if (!form) event.dataTransfer.dropEffect = "none";
  for (const other of all("form.drop")) other.classList.toggle("over", other === form && kind === "dragover");
  if (!form || kind !== "drop") return;
  select("[type=file]", form).files = event.dataTransfer.files;
  select("button", form).focus();
});
addEventListener("dragleave", event => { if (!event.relatedTarget) for (const form of all("form.drop")) form.classList.remove("over"); });

// A position is set up by mouse or keyboard.
function editor(box) {
  const board = select(".board", box), field = select("#placement"), said = select("#said"), palette = select("#palette");
  const letters = "KQRBNPkqrbnp", names = box.dataset.names.split(",");
  const name = letter => letter ? names[letters.indexOf(letter)] : box.dataset.empty;
  let squares = read(field.value), chosen = "", at = 0, from = -1;

  function read(text) {
    const out = [];
    for (const c of text.trim().split(" ")[0]) {
      if (c >= "1" && c <= "8") out.push(...Array(Number(c)).fill(""));
      else if (letters.includes(c)) out.push(c);
    }
    return out.length === 64 ? out : Array(64).fill("");
  }
  function write() {
    let text = "";
    for (let row = 0; row < 8; row++) {
      let empty = 0;
      for (const c of squares.slice(8 * row, 8 * row + 8)) {
        if (!c) { empty++; continue; }
        text += (empty || "") + c;
        empty = 0;
      }
      text += (empty || "") + (row < 7 ? "/" : "");
    }
    return text;
  }
  const square = i => "abcdefgh"[i % 8] + (8 - (i >> 3));
  function show() {
    field.value = write();
    draw(board, field.value, "", box.dataset.label);
    mark();
  }
  function mark() {
    cursor.setAttribute("x", at % 8 + 0.04);
    cursor.setAttribute("y", (at >> 3) + 0.04);
    said.textContent = `${square(at)}: ${name(squares[at])}`;
  }
  function put(i, letter) { squares[i] = letter; at = i; show(); }
  function where(event) {
    const area = board.getBoundingClientRect();
    const x = Math.floor(8 * (event.clientX - area.left) / area.width), y = Math.floor(8 * (event.clientY - area.top) / area.height);
    return x < 0 || y < 0 || x > 7 || y > 7 ? -1 : 8 * y + x;
  }
  const cursor = svg("rect", { class: "cursor", width: 0.92, height: 0.92 });
  board.append(cursor);
  box.tabIndex = 0;
  box.setAttribute("role", "application");
  box.setAttribute("aria-label", box.dataset.label);
  box.setAttribute("aria-describedby", "keys said");
  box.onpointerdown = event => {
    const i = where(event);
    if (i < 0 || event.button) return;
    event.preventDefault();
    box.focus();
    if (chosen) return put(i, chosen === "x" || squares[i] === chosen ? "" : chosen);
    from = squares[i] ? i : -1;
    at = i;
    mark();
    box.setPointerCapture(event.pointerId);
  };
  box.onpointerup = event => {
    const to = where(event);
    if (from < 0 || chosen || to === from) { from = -1; return; }
    const piece = squares[from];
    squares[from] = "";
    if (to >= 0) { squares[to] = piece; at = to; }
    from = -1;
    show();
  };
  box.onkeydown = event => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) {
      const to = at + step, sideways = Math.abs(step) === 1;
      if (to >= 0 && to < 64 && (!sideways || to >> 3 === at >> 3)) at = to;
      mark();
    } else if (letters.includes(event.key) && event.key.length === 1) put(at, event.key);
    else if ([" ", "Delete", "Backspace"].includes(event.key)) put(at, "");
    else if (event.key === "Enter" && chosen) put(at, chosen === "x" ? "" : chosen);
    else return;
    event.preventDefault();
  };
  field.oninput = () => {
    const next = read(field.value);
    if (next.some(Boolean)) { squares = next; draw(board, write(), "", box.dataset.label); mark(); }
  };
  for (const c of [...letters, "x"]) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", c === "x" ? box.dataset.empty : name(c));
    if (c === "x") button.textContent = "✕";
    else {
      const picture = svg("svg", { viewBox: "0 0 1 1" }), use = svg("use", { href: `#${c === c.toUpperCase() ? "w" : "b"}${c.toUpperCase()}`, width: 1, height: 1 });
      picture.append(use);
      button.append(picture);
    }
    button.onclick = () => {
      chosen = chosen === c ? "" : c;
      for (const other of palette.children) other.setAttribute("aria-pressed", String(other === button && chosen !== ""));
    };
    button.tabIndex = palette.firstChild ? -1 : 0;
    palette.append(button);
  }
  // the pieces are one stop of Tab; arrows go from one to the next
  palette.onkeydown = event => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -6, ArrowDown: 6 }[event.key], list = [...palette.children];
    const to = list[list.indexOf(document.activeElement) + step];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (!to) return;
    for (const one of list) one.tabIndex = one === to ? 0 : -1;
    to.focus();
  };
  for (const start of all("[data-placement]")) start.onclick = event => { event.preventDefault(); squares = read(start.dataset.placement); show(); };
  palette.hidden = false;
  select("#keys").hidden = false;
  mark();
}
const box = select("#editor");
if (box) editor(box);

const print = select("#print");
if (print) { print.hidden = false; print.onclick = () => window.print(); }
