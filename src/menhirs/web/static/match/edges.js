// The two edges of the board: the players' plates, and the bar of the player to act.
import { placesIn } from "../frame/bar.js";
import { byId } from "../site/element.js";
import { nameOf, otherOf } from "./plates.js";
import { t } from "../site/language.js";

/** The elements that move to the bar of the player to act, with their place there. */
const BELONGINGS = { ".slot-yes": ["keep", "pass", "question-strong"], ".slot-no": ["question-other"], ".prompt": ["prove", "question", "decide"] };

export class Edges {
  #bars = { near: byId("bar"), far: byId("bar-far") };
  /** Who sits at the lower edge of the screen. @type {1|2} */
  #near = 1;

  /** The side that the board is seen from. @param {"south"|"north"} from */
  turn(from) {
    this.#near = from === "north" ? 2 : 1;
    byId("edge-near").prepend(byId(`plate-${this.#near}`));
    byId("edge-far").prepend(byId(`plate-${otherOf(this.#near)}`));
    this.#bars.near.dataset.player = String(this.#near);
    this.#bars.far.dataset.player = String(otherOf(this.#near));
  }

  /** At one screen each player has a bar, and acts in it. @param {import("./match_state.js").MatchState} match @param {import("../board/board.js").Board} board */
  seat({ state, shared }, board) {
    const { near, far } = this.#bars;
    far.hidden = !shared;
    if (shared) {
      for (const bar of [near, far]) bar.setAttribute("aria-label", nameOf(state, this.#playerAt(bar)));
    } else near.setAttribute("aria-label", t("Your turn"));
    const acting = shared && state.player !== this.#near ? far : near;
    for (const bar of [near, far]) bar.classList.toggle("acts", bar === acting && state.phase !== "over");
    board.standAt(placesIn(acting));
    for (const [place, ids] of Object.entries(BELONGINGS)) {
      const holder = acting.querySelector(place);
      for (const id of ids) if (byId(id).parentElement !== holder) holder?.prepend(byId(id));
    }
  }

  /** Where a press in vain is explained. @param {1|2|undefined} seat of the button; none where there is one bar */
  hintOf(seat) {
    const bar = seat === undefined || seat === this.#near ? this.#bars.near : this.#bars.far;
    return /** @type {HTMLElement} */ (bar.querySelector(".bar-hint"));
  }

  #playerAt(/** @type {HTMLElement} */ bar) {
    return bar === this.#bars.near ? this.#near : otherOf(this.#near);
  }
}
