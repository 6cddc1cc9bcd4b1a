"use strict";

// What this browser gets from boardd, in words.

const states = {ACTIVE: "alive", INACTIVE: "alive; the game is paused", NOTRESPONDING: "lost: is it connected and switched on?"};

function say(id, good, text) {
  const at = document.getElementById(id);
  at.className = good ? "good" : "bad";
  at.textContent = text;
}

function showBoards(boards) {
  document.getElementById("boards").replaceChildren(...boards.map(b => {
    const row = document.createElement("tr");
    for (const text of [b.source, b.serialnr, states[b.state] || "not heard of yet"]) {
      row.appendChild(document.createElement("td")).textContent = text;
    }
    return row;
  }));
}

function showPlacement(text) {
  const rows = text.replace(/\d/g, n => ".".repeat(n)).split("/");
  const at = document.getElementById("placement");
  at.textContent = rows.join("\n");
  at.setAttribute("aria-label", "position from the eighth rank down: " + text);
}

function showClock(clock) {
  const time = s => Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0");
  const runs = {true: "; White's runs", false: "; Black's runs"}[clock && clock.run] || "; stopped";
  document.getElementById("clock").textContent = clock ? "Clock: White " + time(clock.white) + ", Black " + time(clock.black) + runs + "." : "";
}

let feeds = 0;

function take(socket, message) {
  if (message.response === "error") {
    say("feed", false, "Feed: boardd says: " + message.param.message);
  } else if (message.response === "call" && message.id === 1) {
    say("socket", true, "WebSocket: it is open, and boardd answers.");
    if (message.param.length === 0) {
      say("feed", false, "Feed: there is no board.");
      return;
    }
    showBoards(message.param);
    const first = message.param[0];
    document.getElementById("whose").textContent = "The first board: " + first.source;
    socket.send(JSON.stringify({id: 2, call: "subscribe", param: {feed: "eboardevent", id: 1, param: {serialnr: first.serialnr}}}));
  } else if (message.response === "feed") {
    feeds++;
    say("feed", true, "Feed: what the board shows comes by itself.");
    document.getElementById("count").textContent = "Messages from the board: " + feeds + ".";
    if (message.param.board) showPlacement(message.param.board);
    if (message.param.clock !== undefined) showClock(message.param.clock);
  }
}

function connect() {
  const socket = new WebSocket("ws://" + location.host + "/api/v1.0");
  socket.onopen = () => socket.send(JSON.stringify({id: 1, call: "eboards"}));
  socket.onmessage = event => take(socket, JSON.parse(event.data));
  socket.onclose = () => {
    say("socket", false, "WebSocket: it was closed. Does boardd run? The next try is in five seconds.");
    setTimeout(connect, 5000);
  };
}

fetch("/api/v1.0/eboards").then(answer => answer.json()).then(boards => {
  say("list", boards.length > 0, "List of boards: it has " + boards.length + ".");
  showBoards(boards);
}).catch(error => say("list", false, "List of boards: it cannot be had: " + error.message));
connect();
