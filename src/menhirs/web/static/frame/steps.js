// Looking back at any ply, while the game goes on underneath.
import { byId } from "../site/element.js";
import { t } from "../site/language.js";

export class Steps {
  /** @type {import("../../messages").PlyItem[]} */
  plies = [];
  /** The ply that is looked at; null on the live game. @type {number|null} */
  at = null;
  #changed;

  /** @param {(step: {ply: import("../../messages").PlyItem, events: import("../../messages").Event[]}|null) => void} changed null: back to the game */
  constructor(changed) {
    this.#changed = changed;
    for (const button of byId("review").querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.step(/** @type {HTMLElement} */ (button).dataset.step ?? ""));
    }
    document.getElementById("review-leave")?.addEventListener("click", () => this.leave());
  }

  get last() {
    return this.plies.length - 1;
  }

  /** @returns {Record<string, import("./keys.js").Key>} the keys that step */
  get keys() {
    const back = { down: () => this.step("back") };
    const on = { down: () => this.step("forward") };
    const ends = { Home: { down: () => this.step("start") }, End: { down: () => this.step("end") } };
    return { ArrowLeft: back, ArrowRight: on, ",": back, ".": on, ...ends };
  }

  /** New plies from the server; a take-back may have removed the one that is looked at. */
  update(/** @type {import("../../messages").PlyItem[]} */ plies) {
    this.plies = plies;
    if (this.at !== null && this.at > this.last) this.leave();
    else this.#tell();
  }

  /** @param {string} step start, back, forward or end */
  step(step) {
    const now = this.at ?? this.last;
    if (step === "start") this.go(0);
    else if (step === "end") this.leave();
    else if (step === "back") this.go(now - 1);
    else if (this.at !== null && now + 1 >= this.last) this.leave();
    else if (this.at !== null) this.go(now + 1);
  }

  /** @param {number} ply */
  go(ply) {
    const wanted = Math.max(0, Math.min(ply, this.last));
    if (this.last < 0 || wanted === this.at) return;
    const now = this.at ?? this.last;
    this.at = wanted;
    this.#tell();
    // One step glides, forward as it was played and backward as it was taken back.
    const one = Math.abs(wanted - now) === 1;
    const events = one ? this.plies[Math.max(wanted, now)].events : [];
    this.#changed({ ply: this.plies[wanted], events });
  }

  /** As `go`, and again where something else than the game is on the board. @param {number} ply */
  show(ply) {
    if (ply >= this.last && this.at !== null) return this.leave();
    if (ply !== (this.at ?? this.last)) return this.go(ply);
    this.#changed(this.at === null ? null : { ply: this.plies[ply], events: [] });
  }

  leave() {
    if (this.at === null) return;
    this.at = null;
    this.#tell();
    this.#changed(null);
  }

  /** A link to the current position. */
  get link() {
    const url = new URL(location.href);
    url.hash = "";
    url.searchParams.set("ply", String(this.at ?? this.last));
    return url.href;
  }

  /** The action that led to the current ply. @param {boolean} isBeforeMoment the report has something to say about the next */
  inWords(isBeforeMoment) {
    if (this.at === null) return "";
    const words = this.at === 0 ? t("The start.") : this.plies[this.at]?.words ?? "";
    // The report counts the move that it is about, and shows the board before it.
    if (isBeforeMoment) return t("Before move {ply} of {all}. {words}", { ply: this.at + 1, all: this.last, words });
    return t("Move {ply} of {all}: {words}", { ply: this.at, all: this.last, words });
  }

  #tell() {
    const [now, past] = [this.at ?? this.last, this.at !== null];
    for (const button of byId("review").querySelectorAll("button")) {
      const { step } = button.dataset;
      const back = step === "start" || step === "back";
      // Disabled, not hidden: so the keyboard focus stays.
      button.setAttribute("aria-disabled", String(back ? now <= 0 : step ? !past : false));
    }
  }
}
