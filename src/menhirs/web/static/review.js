// Looking back at any ply, while the game goes on underneath.
import { byId, setText } from "./element.js";
import { t } from "./language.js";

export class Review {
  /** @type {import("./log.js").Ply[]} */
  plies = [];
  /** The ply that is looked at; null on the live game. @type {number|null} */
  at = null;
  #changed;

  /** @param {(step: {ply: import("./log.js").Ply, events: any[]}|null) => void} changed null: back to the game */
  constructor(changed) {
    this.#changed = changed;
    for (const button of byId("review").querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.step(/** @type {HTMLElement} */ (button).dataset.step ?? ""));
    }
    byId("review-leave").addEventListener("click", () => this.leave());
  }

  get last() {
    return this.plies.length - 1;
  }

  /** New plies from the server; a take-back may have removed the one that is looked at. */
  update(/** @type {import("./log.js").Ply[]} */ plies) {
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

  leave() {
    if (this.at === null) return;
    this.at = null;
    this.#tell();
    this.#changed(null);
  }

  /** A link to what is on the board. */
  get link() {
    const url = new URL(location.pathname, location.origin);
    url.searchParams.set("ply", String(this.at ?? this.last));
    return url.href;
  }

  #tell() {
    const panel = byId("review");
    panel.hidden = this.at === null;
    if (this.at === null) return;
    const words = this.at === 0 ? t("The start.") : this.plies[this.at]?.words ?? "";
    setText(byId("review-words"), t("Move {ply} of {all}: {words}", { ply: this.at, all: this.last, words }));
  }
}
