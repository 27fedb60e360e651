// The panels that come and go with the state of a match. They show what the server says, no more.
import { Ring } from "./clock.js";
import { ask } from "./dialogs.js";
import { byId, setText } from "./element.js";
import { t, tn } from "./language.js";
import { nameOf, otherOf } from "./plates.js";
import { settings } from "./settings.js";
import { canShare, copy, share } from "./share.js";

/** The time to show a claimed win, of which the ring shows what is left. */
const PROVE = 30_000;

export class Panels {
  #send;
  #act;
  /** @type {"take-back"|"rematch"} */
  #offered = "rematch";
  #ring = new Ring(byId("prove"));

  /**
   * @param {object} given
   * @param {(message: object) => void} given.send
   * @param {(action: string) => void} given.act
   */
  constructor({ send, act }) {
    this.#send = send;
    this.#act = act;
    const press = (/** @type {string} */ id, /** @type {() => void} */ what) => byId(id).addEventListener("click", what);
    for (const button of byId("decide-choices").querySelectorAll("button")) {
      button.addEventListener("click", () => this.#choose(button, button.dataset.action ?? ""));
    }
    press("keep", () => this.#choose(byId("keep"), "keep"));
    press("pass", () => this.#choose(byId("pass"), "pass"));
    press("offer-yes", () => this.#answer(true));
    press("offer-no", () => this.#answer(false));
    press("rematch", () => this.#send({ type: "rematch" }));
    this.#invite();
  }

  #invite() {
    const url = new URL(location.pathname, location.origin).href;
    const field = /** @type {HTMLInputElement} */ (byId("invite"));
    field.value = url;
    field.addEventListener("focus", () => field.select());
    byId("invite-copy").addEventListener("click", () => copy(url, t("Copied. Now send it to your friend.")));
    const button = byId("invite-share");
    button.hidden = !canShare;
    button.addEventListener("click", () => share({ title: t("A game of Menhirs dans le Brouillard"), url }));
  }

  /** The board asks before a move counts, if one likes; these buttons do the same. */
  async #choose(/** @type {HTMLElement} */ button, /** @type {string} */ action) {
    const label = (button.querySelector("strong") ?? button).textContent?.trim() ?? "";
    const sure = { value: "yes", label, look: "primary" };
    if (!settings().confirm || (await ask({ title: t("Are you sure?"), answers: [sure] }))) this.#act(action);
  }

  #answer(/** @type {boolean} */ yes) {
    this.#send({ type: `${this.#offered}-answer`, yes });
  }

  /** @param {any} state @param {boolean} live whether this is now, and one can act on it */
  show(state, live) {
    const may = new Set(live ? state.legal.map((/** @type {any} */ { action }) => action) : []);
    reveal("waiting", live && state.phase === "waiting" && state.you.length > 0);
    byId("keep").hidden = !may.has("keep");
    byId("pass").hidden = !may.has("pass");
    this.#showDecide(state, live, may);
    this.#showProve(state, live);
    this.#showOffer(state, live);
    this.#showOver(state);
  }

  #showDecide(/** @type {any} */ state, /** @type {boolean} */ live, /** @type {Set<string>} */ may) {
    const yours = may.has("on");
    byId("decide-choices").hidden = !yours;
    const name = nameOf(state, state.player);
    const first = state.player === 1;
    let words = t("{name} thinks about how the game goes on.", { name });
    if (yours && first) words = t("{name} speaks first; {other} is asked only after a “back”.", { name, other: nameOf(state, 2) });
    else if (yours) words = t("{other} wants to go back to round 12. {name} settles it.", { name, other: nameOf(state, 1) });
    setText(byId("decide-words"), words);
    reveal("decide", live && state.phase === "decide");
  }

  #showProve(/** @type {any} */ state, /** @type {boolean} */ live) {
    const { prove } = state;
    if (!prove || !live) {
      reveal("prove", false);
      return this.#ring.stop();
    }
    const mine = state.you.includes(prove.player);
    const name = nameOf(state, prove.player);
    setText(byId("prove-title"), mine ? t("Show the winning move") : t("{name} claims victory", { name }));
    const words = mine
      ? t("{name} claimed. Play the move after which no menhir is covered; anything else loses.", { name })
      : t("Now {name} must show the winning move. Any other move loses.", { name });
    setText(byId("prove-words"), words);
    reveal("prove", true);
    this.#ring.run(prove.until === null ? null : prove.until - performance.now(), PROVE);
  }

  #showOffer(/** @type {any} */ state, /** @type {boolean} */ live) {
    const { take_back: back, rematch } = state.offers;
    const asker = back ?? rematch;
    if (!asker) return reveal("offer", false);
    this.#offered = back ? "take-back" : "rematch";
    const name = nameOf(state, asker);
    const mine = state.you.includes(asker) && state.you.length === 1;
    byId("offer-answers").hidden = mine;
    let words = back ? t("{name} would like to take the last move back.", { name }) : t("{name} would like to play again.", { name });
    if (mine) {
      const other = nameOf(state, otherOf(asker));
      words = back ? t("You asked to take a move back. {other} decides.", { other }) : t("You asked for another game. {other} decides.", { other });
    }
    setText(byId("offer-words"), words);
    reveal("offer", live && state.you.length > 0);
  }

  #showOver(/** @type {any} */ state) {
    const { outcome, series, may } = state;
    if (!outcome) return reveal("over", false);
    setText(byId("over-title"), outcome.text);
    const why = byId("over-why");
    why.hidden = !outcome.why;
    setText(why, outcome.why ?? "");
    byId("rematch").hidden = !may.rematch || Boolean(series.next);
    byId("next-game").hidden = !series.next;
    const total = byId("over-series");
    total.hidden = !(series.game > 1);
    const score = (/** @type {1|2} */ player) =>
      t("{name}: {wins}, {points}", {
        name: nameOf(state, player),
        wins: tn("{n} win", "{n} wins", series.wins[player - 1], { n: series.wins[player - 1] }),
        points: tn("{n} point", "{n} points", series.points[player - 1], { n: series.points[player - 1] }),
      });
    setText(total, t("After {n} games: {scores}.", { n: series.game, scores: `${score(1)}; ${score(2)}` }));
    reveal("over", true);
  }
}

/** Shows or hides a panel; one that appears below the edge of a small screen comes into sight. */
function reveal(/** @type {string} */ id, /** @type {boolean} */ shown) {
  const panel = byId(id);
  const appears = shown && panel.hidden;
  panel.hidden = !shown;
  if (appears) panel.scrollIntoView({ block: "nearest" });
}
