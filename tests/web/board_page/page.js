/** Plays games with the board: `table.open(line, actions, settings)`; by default what the address asks for. */

import { Board } from "/static/board/board.js";

const live = document.getElementById("live");

/** The game on the table, and what a test can look at: what was played, explained and said. */
const table = {
  async open(line, actions = "", settings = {}) {
    this.board?.destroy();
    Object.assign(this, { line, actions: actions.split(" ").filter(Boolean) });
    Object.assign(this, { played: [], explained: [], said: [], replies: true });
    const { geometry, ...state } = await this.ask("state");
    const handlers = {
      onAction: (action) => this.act(action),
      onExplain: (tried) => {
        this.explained.push(tried);
        return this.ask("explain", { question: JSON.stringify(tried) });
      },
      announce: (text) => {
        this.said.push(text);
        live.textContent = text;
      },
    };
    this.start = state;
    this.board = new Board(document.getElementById("board"), geometry, handlers);
    this.board.configure(settings);
    this.board.show(state);
    document.documentElement.dataset.ready = "yes";
  },

  async ask(path, more = {}) {
    const values = { line: this.line, actions: this.actions.join(" "), ...more };
    return (await fetch(`${path}?${new URLSearchParams(values)}`)).json();
  },

  async act(action) {
    this.played.push(action);
    if (!this.replies) return;
    this.actions.push(action);
    const { board } = this;
    const state = await this.ask("state");
    if (board === this.board) board.show(state);
  },
};

const query = new URLSearchParams(location.search);
if (query.has("theme")) document.documentElement.dataset.theme = query.get("theme");
window.table = table;
await table.open(
  query.get("line") ?? "base M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - -",
  query.get("actions") ?? "",
  JSON.parse(query.get("settings") ?? "{}"),
);
