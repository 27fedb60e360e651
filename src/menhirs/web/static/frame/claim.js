// The claim button: always there, always alike. It knows whether one may claim, never whether one should.
import { Ring } from "./ring.js";
import { tick } from "./sound.js";
import { element, setText, svg } from "../site/element.js";
import { t } from "../site/language.js";

/** Milliseconds: longer than any short press, and the ring of match.css fills in the same time. */
const HOLD = 600;
/** Milliseconds between two presses of a key that belong together: long enough for slow hands. */
const TWICE = 5000;

/** Stands in the ring where no seconds are counted. */
const STONE = "M16 31q-.8-13 2.600-17.200 3.200-3.800 6.400-.5 3.400 4 3.500 17.700z";

/** @typedef {import("../../messages").ClaimState} Chance */

export class ClaimButton {
  #seat;
  #claiming;
  #send;
  #tell;
  #darken;
  #button;
  #ring;
  /** @type {number|null} the turn that one can claim on now */
  #turn = null;
  /** The turn whose time is over: a press is sent all the same, for the referee to refuse and to note. @type {number|null} */
  #late = null;
  /** The number of the match's state: with another one no turn is late any more. */
  #state = -1;
  #why = "";
  /** @type {{turn: number, timer: number, since: number}|null} */
  #held = null;
  /** @type {{turn: number, at: number}|null} */
  #first = null;

  /**
   * @param {object} given
   * @param {Element} given.place
   * @param {1|2} given.seat
   * @param {import("../../messages").Claiming} given.claiming what the server says about claims: the time for one, and words
   * @param {string} given.key the letter that does the same
   * @param {string} given.whose empty if there is only one button
   * @param {(turn: number, seat: 1|2, held: number) => void} given.send the referee gives back the time held
   * @param {(text: string, seat: 1|2) => void} given.tell
   * @param {(dark: boolean) => void} [given.darken] night falls over the board while somebody holds the button
   */
  constructor({ place, seat, claiming, key, whose, send, tell, darken = () => {} }) {
    this.#seat = seat;
    this.#claiming = claiming;
    this.#send = send;
    this.#tell = tell;
    this.#darken = darken;
    const circle = (/** @type {string} */ look) => svg("circle", { class: look, cx: 22, cy: 22, r: 18, pathLength: 100 });
    this.#button = element(
      "button",
      { type: "button", class: "claim", "aria-disabled": "true", "aria-keyshortcuts": key },
      svg("svg", { viewBox: "0 0 44 44", "aria-hidden": "true" }, circle("ring-bed"), circle("ring"), circle("held"), svg("text", { class: "ring-number", x: 22, y: 27 }), svg("path", { class: "claim-stone", d: STONE })),
      element("span", { class: "claim-word" }, claiming.label),
      whose ? element("span", { class: "claim-whose visually-hidden" }, whose) : null,
      element("kbd", { "aria-hidden": "true" }, key),
    );
    this.standAt(place);
    this.#ring = new Ring(this.#button);
    this.#ring.stop();
    this.#listen();
  }

  /** @param {Element} place */
  standAt(place) {
    if (this.#button.parentElement !== place) place.replaceChildren(this.#button);
  }

  /**
   * @param {Chance|null} chance the open window, if it is open for this seat
   * @param {string} why what to say if someone presses while it is closed
   * @param {number} [state] the number of the match's state; without one nothing is sent too late
   */
  update(chance, why, state = Number.NaN) {
    if (chance || state !== this.#state) this.#late = null;
    else this.#late ??= this.#turn;
    this.#state = state;
    this.#why = why;
    this.#turn = chance ? chance.turn : null;
    this.#button.setAttribute("aria-disabled", String(!chance));
    this.#button.classList.toggle("is-running", typeof chance?.left === "number");
    if (!chance) return this.#ring.stop();
    const over = () => this.update(null, t("The time to claim on that turn is over."), state);
    this.#ring.run(chance.left, this.#claiming.window ?? 1, over, tick);
  }

  /** The turn that one comes too late for; null if there is none. */
  get late() {
    return this.#late;
  }

  /** A key goes down: held long enough, or twice in a row, it claims. */
  down() {
    if (this.#held) return;
    if (this.#first && performance.now() - this.#first.at < TWICE) {
      const { turn, at } = this.#first;
      this.#first = null;
      return this.#claim(turn, at);
    }
    this.#begin();
  }

  up() {
    if (!this.#held) return;
    // Only keys count twice: a double click is made too easily.
    this.#first = { turn: this.#held.turn, at: this.#held.since };
    this.#end(this.#claiming.twice);
  }

  #listen() {
    const button = this.#button;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.#begin();
    });
    button.addEventListener("pointerup", () => this.#end(this.#claiming.hold));
    button.addEventListener("pointercancel", () => this.#end(""));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (!event.repeat) this.down();
    });
    button.addEventListener("keyup", (event) => {
      if (event.key === "Enter" || event.key === " ") this.up();
    });
    button.addEventListener("blur", () => this.#end(""));
    // A click without a pointer comes from a screen reader, which can't hold a button down.
    button.addEventListener("click", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType || event.detail > 0) return;
      this.down();
      this.up();
    });
  }

  #begin() {
    // The turn is the one on the board when the press begins, whatever happens during it.
    const turn = this.#turn ?? this.#late;
    if (turn === null || turn === this.#late) this.#tell(this.#why, this.#seat);
    if (turn === null) return;
    this.#button.classList.add("holding");
    this.#darken(true);
    const since = performance.now();
    const timer = window.setTimeout(() => {
      this.#held = null;
      this.#button.classList.remove("holding");
      this.#claim(turn, since);
    }, HOLD);
    this.#held = { turn, timer, since };
  }

  #end(/** @type {string} */ hint) {
    if (!this.#held) return;
    clearTimeout(this.#held.timer);
    this.#held = null;
    this.#button.classList.remove("holding");
    this.#darken(false);
    if (hint) this.#tell(hint, this.#seat);
  }

  #claim(/** @type {number} */ turn, /** @type {number} */ since) {
    this.#first = null;
    navigator.vibrate?.(40);
    this.#send(turn, this.#seat, Math.round(performance.now() - since));
  }

  /** @param {string} word */
  name(word) {
    const label = this.#button.querySelector(".claim-whose");
    if (label) setText(label, word);
  }
}
