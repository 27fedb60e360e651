// What the page knows of a match: the newest state, and every ply so far.

/** @typedef {import("./log.js").Ply} Ply */

export class Table {
  match;
  /** @type {any} */
  state = null;
  /** @type {Ply[]} */
  plies = [];
  /** Whether the state is what the server says now. */
  live = false;

  /** @param {string} match */
  constructor(match) {
    this.match = match;
  }

  /** @param {any} message `hello` */
  open({ state, plies }) {
    this.#take(state);
    this.plies = plies;
  }

  /**
   * @param {any} message `state`
   * @returns {Promise<void>|null} waits for the plies, if some were missed
   */
  change({ type: _type, ply_item: item, ...state }) {
    this.#take(state);
    // A take-back shortens the line of play, and what follows replaces what was there.
    if (item) this.plies = [...this.plies.slice(0, item.ply), item];
    else this.plies = this.plies.slice(0, state.ply + 1);
    return this.plies.length === state.ply + 1 ? null : this.#fetch();
  }

  /** What runs out is noted by our own clock, so that showing it again does not start it anew. */
  #take(/** @type {any} */ state) {
    for (const window of [state.claim, state.prove]) {
      if (window) window.until = window.left === null ? null : performance.now() + window.left;
    }
    this.state = state;
    this.live = true;
  }

  async #fetch() {
    const answer = await fetch(`/m/${this.match}/plies`);
    if (answer.ok) this.plies = await answer.json();
  }

  /** Seats of this visitor who may act now. */
  get yourTurn() {
    return this.live && this.state?.legal.length > 0;
  }

  /** Whether two people share this screen. */
  get shared() {
    return this.state?.you.length === 2;
  }

  get watching() {
    return this.state?.you.length === 0;
  }
}
