// The claim buttons, and the message after a useless press.
import { ClaimButton } from "../frame/claim.js";
import { byId, setText } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { announce } from "../site/speech.js";

export class Claims {
  #send;
  #tell;
  #darken;
  /** The last announcement of the time to claim. */
  #announced = "";
  /** @type {Map<1|2, ClaimButton>} */
  #buttons = new Map();
  #made = "";

  /** @param {{send: (message: object) => void, tell: (text: string, seat?: 1|2) => void, darken: (dark: boolean) => void}} given */
  constructor({ send, tell, darken }) {
    this.#send = send;
    this.#tell = tell;
    this.#darken = darken;
  }

  /** @param {import("./match_state.js").MatchState} match */
  show(match) {
    const { state, live } = match;
    const claiming = ["waiting", "over"].includes(state.phase) ? null : match.claiming;
    this.#make(claiming ? state.you : [], claiming);
    byId("lesson").hidden = this.#buttons.size === 0;
    for (const place of places()) place.hidden = !mayCome(match);
    this.#sayWhenOpen(match);
    setText(byId("lesson-words"), claiming?.lesson ?? "");
    const { claim } = state;
    for (const [seat, button] of this.#buttons) {
      const open = live && claim && claim.player === seat;
      const left = open ? match.leftOf(claim) : null;
      button.update(open && (left === null || left > 0) ? { ...claim, left } : null, why(match), state.state);
    }
  }

  /** Announces to screen readers that one may claim, and for how long. @param {import("./match_state.js").MatchState} match */
  #sayWhenOpen(match) {
    const { claim, you } = match.state;
    const left = claim && match.live && you.includes(claim.player) ? match.leftOf(claim) : 0;
    const open = claim && (left === null || left > 0);
    const now = open ? `${claim.turn} ${left === null}` : "";
    if (now === this.#announced) return;
    this.#announced = now;
    const seconds = Math.ceil((left ?? 0) / 1000);
    if (open) announce(left === null ? t("You can claim now.") : tn("You can claim now: {n} second left.", "You can claim now: {n} seconds left.", seconds));
  }

  /** Every player's button lies in the bar at that player's own edge of the board. */
  place() {
    for (const [seat, button] of this.#buttons) button.standAt(placeOf(seat));
  }

  /** What stands beside the buttons when there is nothing else to say. @param {import("./match_state.js").MatchState} match */
  note({ claiming }) {
    return (this.#buttons.size > 0 && claiming?.note) || "";
  }

  /** The button of the key `C` or `M`. @param {0|1} which */
  button(which) {
    return [...this.#buttons.values()][which] ?? null;
  }

  /** A claim that was typed out is meant. @param {string} text @param {import("./match_state.js").MatchState} match */
  typed(text, { state, live, claiming }) {
    if (text.toLowerCase() !== "claim") return false;
    const late = [...this.#buttons].find(([, button]) => button.late !== null);
    if (live && state.claim && state.you.includes(state.claim.player)) this.#claim(state.claim.turn, state.claim.player);
    else if (live && late) this.#claim(late[1].late ?? 0, late[0]);
    else this.#tell(why({ state, live, claiming }));
    return true;
  }

  #claim(/** @type {number} */ turn, /** @type {1|2} */ seat, held = 0) {
    const shared = this.#buttons.size === 2;
    this.#send({ type: "claim", turn, held, ...(shared ? { as: seat } : {}) });
  }

  #make(/** @type {(1|2)[]} */ seats, /** @type {import("../../messages").Claiming|null} */ claiming) {
    const key = seats.join();
    if (key === this.#made) return;
    this.#made = key;
    this.#buttons.clear();
    for (const place of places()) place.replaceChildren();
    if (!claiming) return;
    const shared = seats.length === 2;
    for (const seat of seats) {
      const button = new ClaimButton({
        place: placeOf(seat),
        seat,
        claiming,
        key: shared && seat === 2 ? "M" : "C",
        whose: shared ? (seat === 1 ? t("South") : t("North")) : "",
        send: (turn, who, held) => this.#claim(turn, who, held),
        tell: this.#tell,
        darken: this.#darken,
      });
      this.#buttons.set(seat, button);
    }
  }
}

/** @returns {HTMLElement[]} */
function places() {
  return [...document.querySelectorAll(".claim-place")].map((place) => /** @type {HTMLElement} */ (place));
}

/** Where a player's button lies. @param {1|2} seat */
function placeOf(seat) {
  return /** @type {HTMLElement} */ (document.querySelector(`.bar[data-player="${seat}"] .claim-place`) ?? places().at(-1));
}

/**
 * Whether somebody can claim now or later in this round: elsewhere the button would only take room.
 * @param {import("./match_state.js").MatchState} match
 */
function mayCome({ state, tracks }) {
  if (["waiting", "paused", "flip", "over"].includes(state.phase)) return false;
  return Boolean(state.claim) || tracks.flat().some(({ round, claims }) => claims && round === state.round);
}

/** @param {Pick<import("./match_state.js").MatchState, "state"|"live"|"claiming">} match */
function why({ state, live, claiming }) {
  if (!live) return t("There is no connection at the moment.");
  if (state.phase === "over") return t("The game is over.");
  if (state.prove) return t("A claim has been made already.");
  return claiming?.when ?? t("Nobody can claim in this game.");
}
