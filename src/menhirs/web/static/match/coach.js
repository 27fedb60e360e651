// Help against the computer: a hint with its reason, and what threatens. In a guided match there is a coach as well,
// with one tip at a time and a warning before it is too late. What to say, and whether to warn, the server decides.
import { askInBar } from "../frame/question.js";
import { ruleLink } from "../site/dialogs.js";
import { byId, element } from "../site/element.js";
import { t } from "../site/language.js";
import { change, follow, settings } from "../site/settings.js";
import { announce } from "../site/speech.js";

/**
 * @typedef {import("../../messages").Threat} Threat
 * @typedef {{state: number, text: string, why: string, threats: Threat[]}} Help the requested help, and the state it is about
 */

export class Coach {
  /** Tips that were said: each is read out once. @type {Set<string>} */
  #said = new Set();
  /** Tips that were put away, or were over and come back because a turn was taken back. @type {Set<string>} */
  #away = new Set();
  /** The last announced tip. @type {string|undefined} */
  #last = undefined;
  /** Positions in which a warning was given: none is given twice. @type {Set<string>} */
  #warned = new Set();
  /** @type {Help|null} */
  #help = null;
  /** @type {import("./match_state.js").MatchState|null} */
  #match = null;
  #box = document.getElementById("coach");

  /**
   * @param {object} given
   * @param {(message: object) => void} given.send
   * @param {(action: string) => void} given.suggest shows an action on the board, not yet played
   * @param {(threats: Threat[]) => void} given.threaten marks moves on the board
   */
  constructor({ send, suggest, threaten }) {
    this.suggest = suggest;
    this.threaten = threaten;
    if (!this.#box) return;
    const press = (/** @type {string} */ id, /** @type {() => void} */ what) =>
      document.getElementById(id)?.addEventListener("click", ({ currentTarget }) => {
        const off = currentTarget instanceof Element && currentTarget.getAttribute("aria-disabled") === "true";
        if (!off) what();
      });
    press("coach-close", () => this.#putAway());
    press("coach-hint", () => send({ type: "hint" }));
    press("coach-why", () => this.#explain());
    press("coach-threats", () => send({ type: "threats" }));
    press("coach-back", () => send({ type: "take-back" }));
    const warn = document.getElementById("coach-warn");
    if (!(warn instanceof HTMLInputElement)) return;
    warn.addEventListener("change", () => change({ warn: warn.checked }));
    follow((now) => (warn.checked = now.warn));
  }

  /** What to add to an action, so that the server warns first: once in a position. */
  get careful() {
    const state = this.#match?.state;
    return state?.coach && settings().warn && !this.#warned.has(state.position) ? { warn: true } : {};
  }

  /** @param {import("./match_state.js").MatchState} match */
  show(match) {
    this.#match = match;
    const { state, live } = match;
    if (!this.#box) return;
    if (this.#help && this.#help.state !== state.state) this.#forget();
    const tip = state.coach?.tip;
    if (this.#last && this.#last !== tip?.key) this.#away.add(this.#last);
    this.#last = tip?.key;
    const shown = tip && !this.#away.has(tip.key) ? tip : null;
    this.#say(this.#help?.text ?? shown?.text ?? "", this.#help ? "" : (shown?.rule ?? ""));
    this.#box.hidden = !this.#help && !shown;
    byId("coach-why").hidden = !this.#help?.why;
    for (const id of ["coach-hint", "coach-threats"]) byId(id).hidden = state.phase === "over";
    disable("coach-hint", !live || !state.may.hint);
    disable("coach-threats", !live || !state.may.threats);
    disable("coach-back", !live || !state.may.take_back);
    if (!shown || this.#said.has(shown.key)) return;
    this.#said.add(shown.key);
    announce(shown.text);
  }

  /** @param {string} text @param {string} rule */
  #say(text, rule) {
    const words = byId("coach-words");
    if (words.dataset.shown === text) return;
    words.dataset.shown = text;
    const named = t("rule {code}", { code: rule });
    const link = element("a", { href: ruleLink(rule), target: "_blank", rel: "noopener" }, named);
    words.replaceChildren(text, ...(rule ? [" ", link] : []));
    if (text) this.#keep(text);
  }

  /** Adds a tip to the list in the panel. @param {string} text */
  #keep(text) {
    const data = byId("coach-told");
    byId("coach-silent").hidden = true;
    if (data.firstElementChild?.textContent !== text) data.prepend(element("li", {}, text));
  }

  #forget() {
    this.#help = null;
    this.threaten([]);
  }

  #putAway() {
    const key = this.#match?.state.coach?.tip?.key;
    if (this.#help) this.#forget();
    else if (key) this.#away.add(key);
    if (this.#match) this.show(this.#match);
    byId("coach-hint").focus();
  }

  /** A hint: the reason is shown on request. @param {{action: string, text: string, why: string}} hint */
  hint({ action, text, why }) {
    this.#tell({ text, why, threats: [] });
    this.suggest(action);
  }

  /** What threatens, in words and on the board. @param {{text: string, threats: Threat[]}} data */
  threats({ text, threats }) {
    this.#tell({ text, why: "", threats });
  }

  /** @param {Omit<Help, "state">} help */
  #tell(help) {
    if (!this.#match) return;
    this.#help = { ...help, state: this.#match.state.state };
    this.show(this.#match);
    this.threaten(help.threats);
    announce(help.text);
  }

  #explain() {
    if (!this.#help || !this.#match) return;
    const { text, why } = this.#help;
    this.#help = { ...this.#help, text: `${text} ${why}`, why: "" };
    this.show(this.#match);
    announce(why);
    byId("coach-hint").focus({ preventScroll: true });
  }

  /** Asks whether an action is meant, though it lets the opponent win. @param {string} text @returns {Promise<boolean>} */
  async warn(text) {
    if (this.#match) this.#warned.add(this.#match.state.position);
    announce(text);
    const answers = { strong: t("Think again"), other: t("Play it anyway"), more: t("Play it, and warn me no more") };
    const answer = await askInBar({ text, ...answers, focus: "strong" });
    if (answer === "more") change({ warn: false });
    return answer === "other" || answer === "more";
  }
}

/** A button that keeps its place and the focus. @param {string} id @param {boolean} off */
function disable(id, off) {
  document.getElementById(id)?.setAttribute("aria-disabled", String(off));
}
