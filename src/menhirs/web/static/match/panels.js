// The panels that come and go with the state of a match. They show what the server says, no more.
import { Ring } from "../frame/ring.js";
import { ask } from "../site/dialogs.js";
import { byId, element, setText } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { nameOf, otherOf } from "./plates.js";
import { asksFirst } from "../site/settings.js";
import { announce } from "../site/speech.js";
import { canShare, copy, share, showCode } from "../site/share.js";
import { ask as request } from "../site/wire.js";

/** What keeps a rating. @typedef {{words: string, address: string, label: string}} Reminder */

export class Panels {
  #send;
  #act;
  /** @type {"take-back"|"rematch"} */
  #offered = "rematch";
  #waiting = 0;
  #ring = new Ring(byId("prove"));

  /**
   * @param {object} given
   * @param {(message: object) => void} given.send
   * @param {(action: string) => void} given.act
   */
  constructor({ send, act }) {
    this.#send = send;
    this.#act = act;
    const press = (/** @type {string} */ id, /** @type {(event: Event) => void} */ what) => byId(id).addEventListener("click", what);
    press("keep", (event) => this.#choose(event, byId("keep"), "keep"));
    press("pass", (event) => this.#choose(event, byId("pass"), "pass"));
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
    button.hidden = !canShare;
    button.addEventListener("click", () => share({ title: t("A game of Menhirs dans le Brouillard"), url }));
  }

  /** The board asks before a move counts, if one likes; these buttons do the same. */
  async #choose(/** @type {Event} */ event, /** @type {HTMLElement} */ button, /** @type {string} */ action) {
    if (asksFirst(event)) await this.#ask(button, action);
    else this.#act(action);
  }

  /** Asks before a choice counts. */
  async #ask(/** @type {HTMLElement} */ button, /** @type {string} */ action) {
    const label = (button.querySelector("strong") ?? button).textContent?.trim() ?? "";
    const text = button.querySelector("span")?.textContent ?? ""; // what a choice leads to
    const sure = { value: "yes", label, look: "primary" };
    if (await ask({ title: t("Are you sure?"), text, answers: [sure], final: true })) this.#act(action);
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
    reveal("free-seat", waits && state.you.length === 0 && !("forOthers" in byId("main").dataset));
    byId("keep").hidden = !may.has("keep");
    byId("pass").hidden = !may.has("pass");
    this.#showDecide(state, live, may);
    this.#showProve(match);
    this.#showOffer(state, live);
    this.#showGone(match);
    this.#showOver(state);
  }

  #showDecide(/** @type {import("./match_state.js").State} */ { decide }, /** @type {boolean} */ live, /** @type {Set<string>} */ may) {
    if (!decide) return reveal("decide", false);
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
  }

  #choice(/** @type {import("../../messages").DecisionChoice} */ { action, title, words }) {
    const button = element(
      "button",
      { type: "button", class: "choice", "data-action": action, onclick: () => this.#ask(button, action) },
      element("strong", {}, title),
      element("span", {}, words),
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
    this.#ring.run(match.leftOf(prove), claiming?.show ?? 1);
  }

  #showOffer(/** @type {import("./match_state.js").State} */ state, /** @type {boolean} */ live) {
    const { take_back: back, rematch } = state.offers;
    const asker = back ?? rematch;
    if (!asker) return reveal("offer", false);
    this.#offered = back ? "take-back" : "rematch";
    const name = nameOf(state, asker);
    const mine = state.you.includes(asker) && state.you.length === 1;
    byId("offer-answers").hidden = mine;
    byId("offer-withdraw").hidden = !mine;
    byId("offer-withdraw").dataset.offer = back ? "take-back" : state.offers.rematch_layout === "same" ? "rematch-same-layout" : "rematch";
    const kind = back ? "back" : (state.offers.rematch_layout ?? "new");
    const words = mine ? askedWords(kind, nameOf(state, otherOf(asker))) : offerWords(kind, name);
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

  #showOver(/** @type {import("./match_state.js").State} */ state) {
    const { outcome, series, may } = state;
    if (!outcome) return reveal("over", false);
    const why = byId("over-why");
    why.hidden = !outcome.why;
    setText(why, outcome.why ?? "");
    // A tournament says who meets next.
    const isLast = Boolean(series.next) || "tournament" in byId("main").dataset;
    byId("rematch").hidden = !may.rematch || isLast;
    byId("rematch-same").hidden = !may.rematch || !may.same_layout || isLast;
    const level = byId("next-level");
    level.hidden = !may.next_level;
    level.dataset.level = String(may.next_level?.level ?? "");
    setText(level, t("Next level: {name}", { name: may.next_level?.name ?? "" }));
    byId("next-game").hidden = !series.next;
    // What was aborted has no result: there is nothing to explain or to show around.
    for (const id of ["over-report", "over-share"]) byId(id).hidden = outcome.winner === null;
    setText(byId("over-report"), outcome.winner === 0 ? t("Review this game") : t("Where was it lost?"));
    const total = byId("over-series");
    total.hidden = !(series.game > 1);
    const score = (/** @type {1|2} */ player) =>
      t("{name}: {wins}, {points}", {
        name: series.calls[player - 1],
        wins: tn("{n} win", "{n} wins", series.wins[player - 1], { n: series.wins[player - 1] }),
        points: tn("{n} point", "{n} points", series.points[player - 1], { n: series.points[player - 1] }),
      });
    this.#showRatings();
    setText(total, t("After {n} games: {scores}.", { n: series.game, scores: `${score(1)}; ${score(2)}` }));
    reveal("over", true);
  }

  /** What a rated game did to the ratings of both, asked for once. */
  async #showRatings() {
    const line = document.getElementById("over-ratings");
    const address = line?.dataset.ratings;
    if (!line || !address) return;
    delete line.dataset.ratings;
    const answer = await request(address).catch(() => null);
    /** @type {{told: string[], keep: Reminder[]}} */
    const { told, keep } = answer?.ok ? await answer.json() : { told: [], keep: [] };
    line.hidden = told.length === 0;
    setText(line, told.join(" · "));
    const reminders = byId("over-keep");
    reminders.hidden = keep.length === 0;
    reminders.replaceChildren(...keep.map((/** @type {Reminder} */ { words, address, label }) => element("p", {}, words, " ", element("a", { href: address }, label))));
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

/**
 * Shows or hides a panel. One that appears below the edge of a small screen comes into sight, but only as far
 * as the page can scroll without taking the status and the board from under somebody's finger.
 */
function reveal(/** @type {string} */ id, /** @type {boolean} */ shown) {
  const panel = byId(id);
  const appears = shown && panel.hidden;
  panel.hidden = !shown;
  if (!appears) return;
  const end = innerHeight - byId("bar").offsetHeight;
  const below = panel.getBoundingClientRect().bottom - end;
  const spare = byId("status").getBoundingClientRect().top;
  if (below > 0 && below <= spare) scrollBy(0, below);
}
