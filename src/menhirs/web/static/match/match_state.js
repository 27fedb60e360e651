// What the page knows of a match: the newest state, and every ply so far.
import { ask as request } from "../site/wire.js";

/**
 * @typedef {import("../../messages").PlyItem} Ply
 * @typedef {import("../../messages").Claiming} Claiming
 * @typedef {import("../../messages").State} State
 * @typedef {import("../../messages").Hello} Hello
 * @typedef {import("../../messages").Change} Change
 */

export class MatchState {
  id;
  /** There is none before the first message, and nothing is shown before it. */
  state = /** @type {State} */ (/** @type {unknown} */ (null));
  /** @type {Ply[]} */
  plies = [];
  /** The rounds of every lap. @type {import("../../messages").Step[][]} */
  tracks = [];
  /** @type {Claiming|null} how one claims in this match, in numbers and words; null if one can't */
  claiming = null;
  /** When the state came, by `performance.now()`. */
  since = 0;
  /** When the message about an absent player came, by `performance.now()`. */
  #goneSince = 0;
  /** Whether the state is what the server says now. */
  live = false;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  /** @param {Hello} message @param {number} at when it came */
  open({ state, plies, tracks, claiming }, at) {
    this.#take(state, at);
    this.tracks = tracks;
    this.claiming = claiming;
    this.plies = plies;
  }

  /**
   * @param {Change} message
   * @param {number} at when it came
   * @returns {Promise<void>|null} waits for the plies, if some were missed
   */
  change({ type: _type, news: _news, ply_item: item, ...state }, at) {
    const renamed = names(this.state) !== names(state);
    this.#take(state, at);
    // A take-back shortens the line of play; later plies replace the old ones.
    if (item) this.plies = [...this.plies.slice(0, item.ply), item];
    else this.plies = this.plies.slice(0, state.ply + 1);
    // The words of plies contain the players' names.
    return this.plies.length === state.ply + 1 && !renamed ? null : this.#fetch();
  }

  #take(/** @type {State} */ state, /** @type {number} */ at) {
    this.state = state;
    this.since = at;
    this.#goneSince = at;
    this.live = true;
  }

  async #fetch() {
    const answer = await request(`/m/${this.id}/plies`);
    if (answer.ok) this.plies = await answer.json();
  }

  /** Who has gone, besides what else the state says. @param {State["gone"]} gone @param {number} at when it came */
  notice(gone, at) {
    this.state.gone = gone;
    this.#goneSince = at;
  }

  /** The milliseconds until one may end a game that the other has left. */
  get leftUntilEnd() {
    return this.#goneSince + (this.state.gone?.left ?? 0) - performance.now();
  }

  /**
   * The milliseconds left now; null if nothing runs out.
   * @param {{left: number|null}} window
   */
  leftOf({ left }) {
    return left === null ? null : this.since + left - performance.now();
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

/** @param {State} state */
function names(state) {
  return state && JSON.stringify([state.seats[1].call, state.seats[2].call]);
}
