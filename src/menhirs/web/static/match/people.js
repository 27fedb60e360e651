// The people at the seats, whom the referee does not know: their ratings and pages. Asked for when somebody sits down.
import { edition } from "../site/edition.js";
import { ask as request } from "../site/wire.js";

/** @typedef {{address: string, note: string, is_you: boolean}} Somebody */

export class People {
  /** By seat. @type {Partial<Record<"1"|"2", Somebody>>} */
  seats = {};
  #asked = "";
  #onKnown;

  /** @param {() => void} onKnown called when the people are known */
  constructor(onKnown) {
    this.#onKnown = onKnown;
  }

  /** @param {import("./match_state.js").MatchState} match */
  async show({ id, state }) {
    this.#lead();
    const seated = JSON.stringify([state.you, state.seats[1].kind, state.seats[2].kind]);
    if (edition || seated === this.#asked) return;
    this.#asked = seated;
    const answer = await request(`/m/${id}/people`).catch(() => null);
    if (!answer?.ok) return;
    this.seats = await answer.json();
    this.#onKnown();
  }

  /** Links to the opponent's page, for players. */
  #lead() {
    const all = Object.values(this.seats);
    const other = all.some(({ is_you: mine }) => mine) ? all.find(({ is_you: mine }) => !mine) : null;
    for (const link of document.querySelectorAll("a.opponent-page")) {
      link.setAttribute("href", other?.address ?? "");
      /** @type {HTMLElement} */ (link).hidden = !other?.address;
    }
  }
}
