// "Prove it": where the server allows it, the layout of a reviewed game is solved, so that nothing is estimated.
import { askData, complain } from "../site/data.js";
import { byId, setText } from "../site/element.js";
import { t } from "../site/language.js";
import { announce } from "../site/speech.js";

/** @typedef {import("../../messages").ProofState} State */

/** Milliseconds between two questions about how far it is. */
const ASK_EVERY = 2000;

export class Proof {
  #address;
  #onDone;
  #waits = false;

  /** @param {string} review the address of the review @param {() => void} onDone there is a better review */
  constructor(review, onDone) {
    this.#address = `${review}/proof`;
    this.#onDone = onDone;
    byId("report-prove").addEventListener("click", () => this.#ask("POST"));
  }

  /** There is a review: can it be proven? */
  look() {
    if (!this.#waits) this.#ask("GET");
  }

  /** @param {"GET"|"POST"} method */
  async #ask(method) {
    const { answer, refusal } = await askData(this.#address, undefined, { method });
    const waited = this.#waits;
    if (answer) this.#show(answer);
    else if (refusal && method === "POST") complain(refusal);
    if (method === "POST" && this.#waits) announce(t("The layout is being solved."));
    if (this.#waits) window.setTimeout(() => this.#ask("GET"), ASK_EVERY);
    else if (waited && answer?.status === "done") this.#onDone();
  }

  /** @param {State} state */
  #show({ status, words, done, stages }) {
    this.#waits = status === "waiting" || status === "working";
    byId("report-proof").hidden = status === "unavailable" || status === "done";
    byId("report-prove").hidden = status !== "offered";
    const bar = /** @type {HTMLProgressElement} */ (byId("report-proof-progress"));
    bar.hidden = !this.#waits;
    bar.max = Math.max(1, stages);
    bar.value = done;
    const solving = t("Solving the layout: {done} of {all} stages", { done, all: stages });
    setText(byId("report-proof-words"), this.#waits ? (stages ? solving : t("It begins in a moment.")) : words);
  }
}
