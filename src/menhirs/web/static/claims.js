// Which claim buttons there are, and what is said to whoever presses in vain.
import { ClaimButton } from "./claim.js";
import { byId } from "./element.js";
import { t } from "./language.js";

export class Claims {
  #send;
  #tell;
  /** @type {Map<1|2, ClaimButton>} */
  #buttons = new Map();
  #made = "";

  /** @param {{send: (message: object) => void, tell: (text: string) => void}} given */
  constructor({ send, tell }) {
    this.#send = send;
    this.#tell = tell;
  }

  /** @param {import("./table.js").Table} table */
  show(table) {
    const { state, live } = table;
    this.#make(state.claims === "none" ? [] : state.you);
    const { claim } = state;
    for (const [seat, button] of this.#buttons) {
      const open = live && claim && claim.player === seat;
      const left = open && claim.until !== null ? claim.until - performance.now() : null;
      button.update(open && (left === null || left > 0) ? { ...claim, left } : null, why(table));
    }
  }

  /** The button of the key `C` or `M`. @param {0|1} which */
  button(which) {
    return [...this.#buttons.values()][which] ?? null;
  }

  /** A claim that was typed out is meant. @param {string} text @param {import("./table.js").Table} table */
  typed(text, { state, live }) {
    if (text.toLowerCase() !== "claim") return false;
    if (live && state.claim && state.you.includes(state.claim.player)) this.#claim(state.claim.turn, state.claim.player);
    else this.#tell(why({ state, live }));
    return true;
  }

  #claim(/** @type {number} */ turn, /** @type {1|2} */ seat, held = 0) {
    const shared = this.#buttons.size === 2;
    this.#send({ type: "claim", turn, held, ...(shared ? { as: seat } : {}) });
  }

  #make(/** @type {(1|2)[]} */ seats) {
    const key = seats.join();
    if (key === this.#made) return;
    this.#made = key;
    this.#buttons.clear();
    byId("bar").classList.toggle("two-claims", seats.length === 2);
    for (const place of byId("bar").querySelectorAll(".claim-place")) {
      const seat = /** @type {1|2} */ (Number(place.getAttribute("data-seat")));
      place.replaceChildren();
      if (!seats.includes(seat)) continue;
      const shared = seats.length === 2;
      this.#buttons.set(
        seat,
        new ClaimButton({
          place,
          seat,
          key: shared && seat === 2 ? "M" : "C",
          whose: shared ? (seat === 1 ? t("South") : t("North")) : "",
          send: (turn, who, held) => this.#claim(turn, who, held),
          tell: this.#tell,
        }),
      );
    }
  }
}

/** @param {{state: any, live: boolean}} table */
function why({ state, live }) {
  if (!live) return t("There is no connection at the moment.");
  if (state.phase === "over") return t("The game is over.");
  if (state.prove) return t("A claim has been made already.");
  return state.claims === "timed"
    ? t("You can claim after a move of your opponent, until 3 seconds after that turn; never in rounds 12 and 1.")
    : t("You can claim after a move of your opponent, until you do something yourself; never in rounds 12 and 1.");
}
