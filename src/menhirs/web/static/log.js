// The list of moves, a row a round, a button a move.
import { element } from "./element.js";
import { t } from "./language.js";

/**
 * @typedef {object} Ply
 * @property {number} ply
 * @property {string|null} action
 * @property {1|2} player
 * @property {string} round
 * @property {string} words
 * @property {any} view
 * @property {any[]} events
 */

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

  /** @param {Ply[]} plies @param {number} at the ply on the board */
  show(plies, at) {
    const shown = plies.map(({ action }) => action).join(" ");
    if (shown !== this.#shown || plies.length <= 1) this.#write(plies);
    this.#shown = shown;
    this.#mark(at);
  }

  /** @param {Ply[]} plies */
  #write(plies) {
    /** @type {{round: string, turns: [Ply[], Ply[]]}[]} */
    const rounds = [];
    for (const ply of plies) {
      if (ply.action === null) continue;
      if (rounds.at(-1)?.round !== ply.round) rounds.push({ round: ply.round, turns: [[], []] });
      rounds.at(-1)?.turns[ply.player - 1].push(ply);
    }
    const rows = rounds.map(({ round, turns }) =>
      element(
        "li",
        { class: "log-round" },
        element("span", { class: "log-number" }, element("span", { class: "visually-hidden" }, t("Round"), " "), round),
        ...turns.map((turn) => element("span", { class: "log-turn" }, ...turn.map(move))),
      ),
    );
    const empty = element("p", { class: "muted" }, t("No moves yet."));
    this.#holder.replaceChildren(rows.length ? element("ol", { class: "log-rounds" }, ...rows) : empty);
  }

  #mark(/** @type {number} */ at) {
    this.#holder.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.#holder.querySelector(`[data-ply="${at}"]`);
    if (!(button instanceof HTMLElement)) return;
    button.setAttribute("aria-current", "step");
    // Scrolls the log only, never the page under somebody's thumb.
    const [box, row] = [this.#holder.getBoundingClientRect(), button.getBoundingClientRect()];
    if (row.bottom > box.bottom) this.#holder.scrollTop += row.bottom - box.bottom + 8;
    else if (row.top < box.top) this.#holder.scrollTop -= box.top - row.top + 8;
  }
}

/** @param {Ply} ply */
function move({ ply, action, words }) {
  return element("button", { type: "button", class: "log-move", "data-ply": ply, title: words }, action ?? "");
}
