// The panels that come and go with the state of a match. They show what the server says, no more.
import { Ring } from "../frame/ring.js";
import { askInBar, endQuestion } from "../frame/question.js";
import { byId, element, press, setText } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { nameOf, otherOf } from "./plates.js";
import { showResult } from "./result.js";
import { settings } from "../site/settings.js";
import { announce } from "../site/speech.js";
import { canShare, copy, share, showCode } from "../site/share.js";

export class Panels {
  #send;
  #act;
  /** @type {"take-back"|"rematch"} */
  #offered = "rematch";
  #waiting = 0;
  /** The state that a question in the bar is about. */
  #about = -1;
  #ring = new Ring(byId("prove"));

  /**
   * @param {object} given
   * @param {(message: object) => void} given.send
   * @param {(action: string) => void} given.act
   */
  constructor({ send, act }) {
    this.#send = send;
    this.#act = act;
    press("keep", () => this.#choose(t("Keep all fog?"), t("Keep all fog"), "keep"));
    press("pass", () => this.#choose(t("Pass?"), t("Pass"), "pass"));
    press("offer-yes", () => this.#answer(true));
    press("offer-no", () => this.#answer(false));
    press("offer-withdraw", () => this.#send({ type: "withdraw", offer: byId("offer-withdraw").dataset.offer }));
    press("gone-win", () => this.#send({ type: "left", tie: false }));
    press("gone-tie", () => this.#send({ type: "left", tie: true }));
    press("rematch", () => this.#send({ type: "rematch" }));
    press("rematch-same", () => this.#send({ type: "rematch", layout: "same" }));
    press("next-level", () => this.#send({ type: "rematch", level: Number(byId("next-level").dataset.level) }));
    this.#invite();
  }

  #invite() {
    const url = new URL(location.pathname, location.origin).href;
    const field = /** @type {HTMLInputElement} */ (byId("invite"));
    field.value = url;
    field.addEventListener("focus", () => field.select());
    byId("invite-copy").addEventListener("click", () => copy(url, t("Copied. Now send it to your friend.")));
    document.getElementById("invite-code")?.addEventListener("click", () => showCode(url));
    const button = byId("invite-share");
    const send = () => share({ title: t("A game of Menhirs dans le Brouillard"), url });
    button.hidden = !canShare;
    button.addEventListener("click", send);
    const first = document.getElementById("invite-first");
    if (first && canShare) setText(first, t("Share…"));
    first?.addEventListener("click", canShare ? send : () => byId("invite-copy").click());
  }

  /** A button in a place of its own is not pressed by a slip: it asks only if confirmations are always on. */
  async #choose(/** @type {string} */ text, /** @type {string} */ strong, /** @type {string} */ action) {
    const mustConfirm = settings().confirm === "always";
    if (!mustConfirm || (await askInBar({ text, strong, other: t("Cancel"), focus: "strong" })) === "strong") this.#act(action);
  }

  /** The decision is always asked about: both ways stay in sight, and the chosen one is marked. */
  async #decide(/** @type {HTMLElement} */ button, /** @type {import("../../messages").DecisionChoice} */ { action, title, words }) {
    button.setAttribute("aria-pressed", "true");
    announce(words);
    const answer = await askInBar({ text: words, strong: title, other: t("Cancel"), focus: "other" });
    button.setAttribute("aria-pressed", "false");
    if (answer === "strong") this.#act(action);
  }

  #answer(/** @type {boolean} */ yes) {
    this.#send({ type: `${this.#offered}-answer`, yes });
  }

  /** @param {import("./match_state.js").MatchState} match */
  show(match) {
    const { state, live } = match;
    const may = new Set(live ? state.legal.map(({ action }) => action) : []);
    const waits = live && state.phase === "waiting";
    reveal("waiting", waits && state.you.length > 0);
    document.getElementById("invite-first")?.toggleAttribute("hidden", !(waits && state.you.length > 0));
    reveal("free-seat", waits && state.you.length === 0 && !("forOthers" in byId("main").dataset));
    if (this.#about !== state.state) endQuestion("");
    this.#about = state.state;
    byId("keep").hidden = !may.has("keep");
    byId("pass").hidden = !may.has("pass");
    this.#showDecide(state, live, may);
    this.#showProve(match);
    this.#showOffer(state, live);
    this.#showGone(match);
    showResult(state);
  }

  #showDecide(/** @type {import("./match_state.js").State} */ { decide, player }, /** @type {boolean} */ live, /** @type {Set<string>} */ may) {
    if (!decide) {
      clockStandsBy(0);
      return reveal("decide", false);
    }
    setText(byId("decide-title"), decide.title);
    setText(byId("decide-words"), decide.words);
    const holder = byId("decide-choices");
    holder.hidden = !may.has("on");
    const shown = JSON.stringify(decide.choices);
    if (holder.dataset.shown !== shown) {
      holder.dataset.shown = shown;
      holder.replaceChildren(...decide.choices.map((choice) => this.#choice(choice)));
    }
    reveal("decide", live);
    clockStandsBy(live && !holder.hidden ? player : 0);
  }

  #choice(/** @type {import("../../messages").DecisionChoice} */ choice) {
    const button = element(
      "button",
      { type: "button", class: "choice", "data-action": choice.action, "aria-pressed": "false", onclick: () => this.#decide(button, choice) },
      element("strong", {}, choice.title),
      element("span", {}, choice.words),
    );
    return button;
  }

  #showProve(/** @type {import("./match_state.js").MatchState} */ match) {
    const { live, claiming } = match;
    const { prove } = match.state;
    if (!prove || !live) {
      reveal("prove", false);
      return this.#ring.stop();
    }
    setText(byId("prove-title"), prove.title);
    setText(byId("prove-words"), prove.words);
    reveal("prove", true);
    const left = match.leftOf(prove);
    byId("prove").classList.toggle("unhurried", left === null);
    this.#ring.run(left, claiming?.show ?? 1);
  }

  #showOffer(/** @type {import("./match_state.js").State} */ state, /** @type {boolean} */ live) {
    const { take_back: back, rematch } = state.offers;
    const asker = back ?? rematch;
    if (!asker) return reveal("offer", false);
    this.#offered = back ? "take-back" : "rematch";
    const name = nameOf(state, asker);
    const isOwn = state.you.includes(asker) && state.you.length === 1;
    byId("offer-answers").hidden = isOwn;
    byId("offer-withdraw").hidden = !isOwn;
    byId("offer-withdraw").dataset.offer = back ? "take-back" : state.offers.rematch_layout === "same" ? "rematch-same-layout" : "rematch";
    const kind = back ? "back" : (state.offers.rematch_layout ?? "new");
    const words = isOwn ? askedWords(kind, nameOf(state, otherOf(asker))) : offerWords(kind, name);
    setText(byId("offer-words"), words);
    const shown = live && state.you.length > 0;
    if (shown && byId("offer").hidden) announce(words);
    reveal("offer", shown);
  }

  /** The opponent has gone: for how long one has to wait, and then what one can do. */
  #showGone(/** @type {import("./match_state.js").MatchState} */ match) {
    clearTimeout(this.#waiting);
    const { state, live } = match;
    const { gone } = state;
    if (!gone || !live || state.you.length !== 1 || state.you[0] === gone.player) return reveal("gone", false);
    const left = match.leftUntilEnd;
    const name = nameOf(state, gone.player);
    const due = left <= 0;
    byId("gone-answers").hidden = !due;
    const seconds = Math.ceil(left / 1000);
    const words = due
      ? t("{name} has not come back. You can end the game, or wait.", { name })
      : tn("{name} has gone. In {n} second you can end the game.", "{name} has gone. In {n} seconds you can end the game.", seconds, { name, n: seconds });
    if (due && !byId("gone").hidden) announce(words);
    setText(byId("gone-words"), words);
    reveal("gone", true);
    if (!due) this.#waiting = window.setTimeout(() => this.#showGone(match), left % 1000 || 1000);
  }
}

/** The decision takes the room of the plate: the clock that runs meanwhile stands beside it. @param {0|1|2} player who decides; 0: nobody */
function clockStandsBy(player) {
  for (const seat of [1, 2]) {
    const plate = byId(`plate-${seat}`);
    const clock = document.querySelector(`.plate-clock[data-player="${seat}"]`);
    const place = seat === player ? byId("decide") : plate;
    if (!clock || clock.parentElement === place) continue;
    if (place === plate) plate.append(clock);
    else place.prepend(clock);
  }
}

/** What the other asks for. @param {"back"|"new"|"same"} kind @param {string} name */
function offerWords(kind, name) {
  if (kind === "back") return t("{name} would like to take the last move back.", { name });
  if (kind === "same") return t("{name} would like to play the same layout again, with sides swapped.", { name });
  return t("{name} would like to play again, with sides swapped.", { name });
}

/** What one has asked for oneself. @param {"back"|"new"|"same"} kind @param {string} other */
function askedWords(kind, other) {
  if (kind === "back") return t("You asked to take a move back. {other} decides.", { other });
  if (kind === "same") return t("You asked for the same layout with sides swapped. {other} decides.", { other });
  return t("You asked for another game with sides swapped. {other} decides.", { other });
}

/** Shows or hides a part of the page. */
function reveal(/** @type {string} */ id, /** @type {boolean} */ shown) {
  byId(id).hidden = !shown;
}
