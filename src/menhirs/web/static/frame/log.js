// The list of moves, a row a round, a button a move.
import { element } from "../site/element.js";
import { t } from "../site/language.js";
import { showIn } from "./in_sight.js";
import { actionWords } from "./action_words.js";

/** @typedef {import("../../messages").PlyItem} Ply */

export class Log {
  #holder;
  #shown = "";

  /** @param {HTMLElement} holder @param {(ply: number) => void} onPick */
  constructor(holder, onPick) {
    this.#holder = holder;
    holder.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-ply]") : null;
      if (button) onPick(Number(button.getAttribute("data-ply")));
    });
  }

  /** @param {Ply[]} plies @param {number} at the ply on the board @param {[string, string]} names of the players */
  show(plies, at, names) {
    const shown = JSON.stringify([names, plies.map(({ action, words }) => [action, words])]);
    if (shown !== this.#shown) this.#write(plies, names);
    this.#shown = shown;
    this.#mark(at);
  }

  /** @param {Ply[]} plies @param {[string, string]} names */
  #write(plies, names) {
    const rows = rowsOf(plies).map(({ round, claim, turns }) =>
      element(
        "li",
        { class: claim ? "log-round log-claim" : "log-round" },
        // A claim stands in the round above it: its number would look like another round.
        element("span", { class: "log-number" }, element("span", { class: "visually-hidden" }, t("Round"), " ", claim ? round : ""), claim ? "" : round),
        ...turns.map((turn) => element("span", { class: "log-turn" }, ...turn.map(move))),
      ),
    );
    const heads = element("p", { class: "log-heads", "aria-hidden": "true" }, ...["", ...names].map((name) => element("span", {}, name)));
    const empty = element("p", { class: "muted" }, t("No moves yet."));
    this.#holder.replaceChildren(...(rows.length ? [heads, element("ol", { class: "log-rounds" }, ...rows)] : [empty]));
  }

  #mark(/** @type {number} */ at) {
    this.#holder.querySelector("[aria-current]")?.removeAttribute("aria-current");
    // While another sheet is shown the panel is that one's to scroll.
    const isShown = this.#holder.getClientRects().length > 0;
    const scroller = isShown ? this.#holder.closest(".sheets") : null;
    const button = this.#holder.querySelector(`[data-ply="${at}"]`);
    if (!(button instanceof HTMLElement)) {
      if (at === 0 && scroller) scroller.scrollTop = 0;
      return;
    }
    button.setAttribute("aria-current", "step");
    if (scroller) showIn(button, scroller, this.#holder.querySelector(".log-heads")?.clientHeight);
  }
}

/** @typedef {{round: string, claim: boolean, turns: Ply[][]}} Row */

/**
 * A row a round, with the turns of both players. A claim, and the move that shows it, has a row of its own
 * after the turn that it answers.
 * @param {Ply[]} plies
 * @returns {Row[]}
 */
function rowsOf(plies) {
  /** @type {Row[]} */
  const rows = [];
  for (const ply of plies) {
    if (ply.action === null) continue;
    const last = rows.at(-1);
    if (ply.action === "claim") rows.push({ round: ply.round, claim: true, turns: [[], []] });
    else if (last?.round !== ply.round && !last?.claim) rows.push({ round: ply.round, claim: false, turns: [[], []] });
    rows.at(-1)?.turns[ply.player - 1].push(ply);
  }
  return rows;
}

/** Named by its words; the notation is for the eye. @param {Ply} ply */
function move({ ply, action, words }) {
  return element("button", { type: "button", class: "log-move", "data-ply": ply, "aria-label": words, "data-hint": words }, actionWords(action ?? ""));
}
