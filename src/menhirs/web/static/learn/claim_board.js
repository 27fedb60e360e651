// The board of the claim trainer: shows the opponent's move, and missed wins.
import { Board } from "../board/board.js";
import { placesIn } from "../frame/bar.js";
import { play } from "../frame/sound.js";
import { announce } from "../site/speech.js";
import { boardInWords } from "../frame/board_in_words.js";
import { ruleLink } from "../site/dialogs.js";
import { byId, setText } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { follow, settings } from "../site/settings.js";

/**
 * @typedef {import("../../messages").Opening} Opening
 * @typedef {import("../../messages").TryData} Try
 */

/** Milliseconds to look before the opponent moves. */
const LOOK = 700;

export const later = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

export class ClaimBoard {
  /** @type {Board|null} */
  #board = null;
  /** Counts positions, so that late answers to earlier ones are dropped. */
  #ticket = 0;

  constructor() {
    follow(() => this.#configure());
  }

  /** The position before the opponent's move. @param {Opening} opening */
  lay(opening) {
    this.#ticket += 1;
    if (!this.#board) {
      this.#board = new Board(byId("board"), /** @type {import("../board/layout.js").Geometry} */ (opening.geometry), { ruleLink, announce, t, tn });
      this.#board.standAt(placesIn(byId("bar")));
    }
    this.#configure();
    this.#board.show({ view: opening.plies[0].view, legal: [], phase: "over", events: [], animate: false });
  }

  /** The opponent's move. Returns whether it is still wanted at its end. @param {Opening} opening @param {number} [look] */
  async showMove(opening, look = LOOK) {
    this.lay(opening);
    const ticket = this.#ticket;
    await later(look);
    return ticket === this.#ticket && this.#glide(opening.plies.slice(1), ticket);
  }

  /** Shows a missed position again, with the winning move. @param {Opening} opening @param {Try} data */
  async replay(opening, data) {
    announce([...opening.plies.slice(1), ...data.plies].map(({ words }) => words).join(" "));
    if (!(await this.showMove(opening))) return;
    const ticket = this.#ticket;
    await later(LOOK);
    await this.#glide(data.plies, ticket);
  }

  /** Nothing that is being shown is wanted any more. */
  stop() {
    this.#ticket += 1;
  }

  /** Night falls over the board while somebody holds the claim button. @param {boolean} dark */
  darken(dark) {
    this.#board?.darken(dark);
  }

  /** Announces the board to screen readers. */
  readOut() {
    if (this.#board) announce(boardInWords(this.#board.view));
  }

  /** Plies one after the other. @param {import("../../messages").PlyItem[]} plies @param {number} ticket */
  async #glide(plies, ticket) {
    for (const ply of plies) {
      if (ticket !== this.#ticket) return false;
      this.#board?.show({ view: ply.view, legal: [], phase: "over", events: ply.events, animate: true });
      play(ply.events);
      await later((this.#board?.motion.time ?? 0) + 150);
    }
    return ticket === this.#ticket;
  }

  #configure() {
    const { coordinates, dense, animation, view } = settings();
    // Never turned between two positions: at this pace nobody could tell what has happened.
    this.#board?.configure({ from: view === "own" ? "south" : view, coordinates, dense, animation });
  }
}

/** The message about an answer. @param {string} text @param {string} look */
export function showAnswer(text, look) {
  byId("said").dataset.look = look;
  setText(byId("said"), text);
}
