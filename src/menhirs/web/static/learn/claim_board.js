// The board of the claim trainer: shows the opponent's move, and missed wins.
import { boardSettings, pageBoard } from "../frame/page_board.js";
import { placesIn } from "../frame/bar.js";
import { play } from "../frame/sound.js";
import { announce } from "../site/speech.js";
import { boardInWords } from "../frame/board_in_words.js";
import { byId, element, later, setText } from "../site/element.js";
import { t } from "../site/language.js";
import { follow } from "../site/settings.js";

/**
 * @typedef {import("../../messages").Opening} Opening
 * @typedef {import("../../messages").TryData} Try
 * @typedef {{label: string, opening: Opening, data: Try}} Missed
 */

/** Milliseconds to look before the opponent moves. */
const LOOK = 700;

export class ClaimBoard {
  /** @type {import("../board/board.js").Board|null} */
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
      this.#board = pageBoard(opening.geometry);
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

  /** The end: how it went, what was missed, to be looked at again, and the way to go again. @param {string} summary @param {Missed[]} missed */
  showEnd(summary, missed) {
    const look = (/** @type {Missed} */ { label, opening, data }) => {
      const again = () => {
        showAnswer(data.text, "wrong");
        this.replay(opening, data);
      };
      return element("li", {}, element("button", { type: "button", onclick: again }, label));
    };
    setText(byId("over-words"), summary);
    byId("missed").replaceChildren(...missed.map(look));
    setText(byId("begin"), t("Again"));
    announce(summary);
    byId("begin").focus({ preventScroll: true });
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
    // Never turned between two positions: at this pace nobody could tell what has happened.
    this.#board?.configure(boardSettings());
  }
}

/** Which of the three faces the page shows. @param {"start"|"playing"|"over"} face */
export function showFace(face) {
  byId("main").dataset.face = face;
  byId("intro").hidden = face !== "start";
  byId("begin").hidden = face === "playing";
}

/** The message about an answer. @param {string} text @param {string} look */
export function showAnswer(text, look) {
  byId("said").dataset.look = look;
  setText(byId("said"), text);
}
