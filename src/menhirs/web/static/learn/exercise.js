/**
 * An exercise on a page: the board of the match page, a task, and an answer to every try. It knows no rule:
 * the server judges each action, and sends what the board then shows.
 *
 *     const exercise = new Exercise({ onRight({ opening, helped, wrong }) {}, onWrong({ opening }) {} });
 *     exercise.open(opening);     // as GET /api/exercises/{set}/{exercise} gives it, or as the page brings it
 *     exercise.again();           // from the beginning
 *
 * The page has the elements of `exercise.html`. What comes next is the page's own business: it shows `#next` in
 * `onRight`.
 */
import { boardSettings, pageBoard } from "../frame/page_board.js";
import { keepFocus, placesIn } from "../frame/bar.js";
import { ClaimButton } from "../frame/claim.js";
import { showDecide } from "../frame/decide.js";
import { listen } from "../frame/keys.js";
import { play } from "../frame/sound.js";
import { announce } from "../site/speech.js";
import { boardInWords } from "../frame/board_in_words.js";
import { showFreed, showTrack } from "../frame/track.js";
import { askOrTell } from "../site/data.js";
import { ruleLink } from "../site/dialogs.js";
import { byId, click, element, later, press, setText } from "../site/element.js";
import { t } from "../site/language.js";
import { follow } from "../site/settings.js";
import { isUnhurried, setUnhurried } from "./progress.js";

/**
 * @typedef {import("../../messages").Opening} Opening
 * @typedef {import("../../messages").ExerciseState} State
 * @typedef {import("../../messages").TryData} PageData
 * @typedef {import("../../messages").PlyItem} Ply
 *
 * @typedef {object} Done
 * @property {Opening} opening
 * @property {boolean} helped whether the answer was shown
 * @property {number} wrong how many tries were wrong
 *
 * @typedef {object} Handlers
 * @property {(done: Done) => void} [onRight] all steps are done
 * @property {(tried: {opening: Opening, data: PageData}) => void} [onWrong]
 */

/** Milliseconds to look at something before it goes on. */
const LOOK = 450;
const LOOK_AT_MISTAKE = 1300;

export class Exercise {
  #handlers;
  /** @type {import("../board/board.js").Board|null} */
  #board = null;
  #geometry = "";
  /** @type {Opening} there is none before the first `open`, and nothing can be done then */
  #opening = /** @type {Opening} */ (/** @type {unknown} */ (null));
  /** @type {State} */
  #state = /** @type {State} */ (/** @type {unknown} */ (null));
  /** The right actions so far. @type {string[]} */
  #actions = [];
  #wrong = 0;
  #helped = false;
  /** The answer, once a hint was given. @type {string} */
  #answer = "";
  /** Counts tries, so that a late answer is recognised. */
  #ticket = 0;
  /** @type {ClaimButton|null} */
  #claim = null;
  #clock = 0;

  /** @param {Handlers} [handlers] */
  constructor(handlers = {}) {
    this.#handlers = handlers;
    press("keep", () => this.act("keep"));
    press("let-go", () => this.act("no"));
    press("hint", () => this.hint());
    press("again", () => this.again());
    press("ready", () => this.#begin());
    const unhurried = /** @type {HTMLInputElement} */ (byId("unhurried"));
    unhurried.checked = isUnhurried();
    unhurried.addEventListener("change", () => {
      setUnhurried(unhurried.checked);
      this.again();
    });
    listen({
      c: { down: () => this.#claim?.down(), up: () => this.#claim?.up() },
      k: { down: () => click("keep") },
      l: { down: () => click("let-go") },
      h: { down: () => click("hint") },
      n: { down: () => click("next") },
      g: { down: () => this.#board?.focus() },
      b: { down: () => announce(boardInWords(this.#state.scene.view)) },
    });
    follow(() => this.#configure());
  }

  /** @param {Opening} opening */
  open(opening) {
    this.#opening = opening;
    this.#wrong = 0;
    this.#helped = false;
    const geometry = JSON.stringify(opening.geometry);
    if (geometry !== this.#geometry) {
      this.#board?.destroy();
      this.#geometry = geometry;
      this.#board = pageBoard(opening.geometry, {
        onAction: (action) => this.act(action),
        onExplain: (tried) => this.#explain(tried),
      });
      this.#board.standAt(placesIn(byId("bar")));
    }
    byId("main").classList.toggle("with-rounds", opening.rounds);
    byId("unhurried-choice").hidden = typeof opening.state.claim?.left !== "number";
    this.#configure();
    this.#makeClaim(opening);
    this.again();
  }

  /** From the beginning. */
  again() {
    this.#ticket += 1;
    clearTimeout(this.#clock);
    this.#actions = [];
    this.#answer = "";
    this.#state = this.#opening.state;
    this.#tell("", "");
    const first = this.#opening.plies[0];
    this.#board?.clearSelection();
    this.#board?.show({ view: first.view, legal: [], phase: "over", events: [], animate: false });
    // A timed exercise starts after a click.
    byId("ready").hidden = !this.#hurries;
    this.#around(false);
    if (this.#hurries) announce(this.#state.task);
    else this.#begin();
  }

  get #hurries() {
    return typeof this.#state.claim?.left === "number" && !isUnhurried();
  }

  /** The opponent's last turn is shown, and then it is the learner's. */
  async #begin() {
    const ticket = (this.#ticket += 1);
    byId("ready").hidden = true;
    const [, ...plies] = this.#opening.plies;
    if (plies.length) await later(LOOK);
    if (!(await this.#play(plies, ticket))) return;
    announce([plies[0]?.words, this.#state.task].filter(Boolean).join(" "));
    this.#live();
  }

  /** Shows plies one after the other. @param {Ply[]} plies @param {number} ticket @param {() => void} [onReply] */
  async #play(plies, ticket, onReply) {
    for (const [number, ply] of plies.entries()) {
      if (number > 0) await later(LOOK + (this.#board?.motion.time ?? 0));
      if (ticket !== this.#ticket) return false;
      // The first is announced with the verdict.
      if (number > 0) {
        announce(ply.words);
        onReply?.();
      }
      this.#board?.show({ view: ply.view, legal: [], phase: "over", events: ply.events, animate: true });
      showFreed(byId("freed"), ply.view, 1); // in step with the text beside the board
      play(ply.events);
    }
    if (plies.length) await later(this.#board?.motion.time ?? 0);
    return ticket === this.#ticket;
  }

  /** The position as it is, with what may be done. @param {import("../../messages").Event[]} [events] */
  #live(events = []) {
    const { scene, legal, phase } = this.#state;
    this.#board?.show({ view: scene.view, legal, phase, events, animate: events.length > 0 });
    this.#around(true);
  }

  /** Does something, and shows what came of it. @param {string} action */
  async act(action) {
    const ticket = (this.#ticket += 1);
    clearTimeout(this.#clock);
    this.#around(false);
    const data = await this.#ask("try", { action });
    if (ticket !== this.#ticket) return;
    if (!data) {
      this.#board?.clearSelection();
      return this.#around(true);
    }
    if (data.verdict === "wrong") await this.#mistaken(data, ticket);
    else await this.#advance(data, action, ticket);
  }

  /** @param {PageData} data @param {string} action @param {number} ticket */
  async #advance(data, action, ticket) {
    this.#actions.push(action);
    this.#answer = "";
    this.#tell(data.text, "right");
    this.#state = data.state;
    const done = data.verdict === "right";
    announce([data.text, done ? "" : data.state.task].filter(Boolean).join(" "));
    if (!(await this.#play(data.plies, ticket))) return;
    this.#live();
    if (!done) return;
    this.#handlers.onRight?.({ opening: this.#opening, helped: this.#helped, wrong: this.#wrong });
  }

  /** @param {PageData} data @param {number} ticket */
  async #mistaken(data, ticket) {
    this.#wrong += 1;
    this.#handlers.onWrong?.({ opening: this.#opening, data });
    this.#tell(data.text, "wrong", data.rule);
    announce([data.plies[0]?.words, data.text].filter(Boolean).join(" "));
    // The verdict is about the try: the later position is announced separately.
    const reply = () => {
      const shown = t("The board shows what follows.");
      this.#tell(`${data.text} ${shown}`, "wrong", data.rule);
    };
    if (!(await this.#play(data.plies, ticket, reply))) return;
    // A refutation stays on the board as long as one likes; a simple slip goes back by itself.
    const timed = this.#hurries;
    if (data.plies.length > 1 || timed) {
      byId("again").hidden = false;
      byId("again").classList.add("primary");
      byId("hint").hidden = true;
      return byId("again").focus({ preventScroll: true });
    }
    await later(data.plies.length ? LOOK_AT_MISTAKE : 0);
    if (ticket !== this.#ticket) return;
    this.#live(data.plies.flatMap(({ events }) => events));
  }

  /** Why something is not possible. @param {import("../board/hand.js").Try} tried */
  async #explain(tried) {
    const data = await this.#ask("try", tried);
    if (!data || data.legal) return null;
    this.#tell(data.text, "wrong", data.rule);
    return { text: data.text, rule: data.rule };
  }

  /** Helps a little; asked again, shows the answer. */
  async hint() {
    if (this.#answer) {
      this.#helped = true;
      return this.act(this.#answer);
    }
    const ticket = this.#ticket;
    const hint = await this.#ask("hint", {});
    if (!hint || ticket !== this.#ticket) return;
    this.#answer = hint.action;
    setText(byId("hint"), t("Show me"));
    const text = hint.text || t("Look here.");
    this.#board?.light(hint.cells);
    announce(text);
    this.#tell(text, "hint");
  }

  /**
   * @template {"try"|"hint"} What
   * @param {What} what
   * @param {object} more
   * @returns {Promise<(What extends "try" ? PageData : import("../../messages").HintData)|null>}
   */
  async #ask(what, more) {
    const { set, id } = this.#opening;
    return askOrTell(`/api/exercises/${set}/${id}/${what}`, { actions: this.#actions, ...more });
  }

  /** The message about the last try. @param {string} text @param {"right"|"wrong"|"hint"|""} look @param {string} [rule] */
  #tell(text, look, rule = "") {
    const answerBox = byId("said");
    answerBox.dataset.look = look;
    const code = rule ? element("a", { href: ruleLink(rule), target: "_blank", rel: "noopener" }, t("rule {code}", { code: rule })) : null;
    answerBox.replaceChildren(text, ...(code ? [" ", code] : []));
  }

  /** Everything but the board. @param {boolean} live whether one may act now */
  #around(live) {
    keepFocus(() => this.#paint(live));
  }

  /** @param {boolean} live */
  #paint(live) {
    const { legal, task, done, steps, decide, prove, claim, scene, phase } = this.#state;
    const main = byId("main");
    main.dataset.phase = phase;
    main.classList.toggle("yours", live && done < steps);
    main.classList.toggle("done", done === steps);
    setText(byId("status"), task || t("Done."));
    const may = new Set(live ? legal.map(({ action }) => action) : []);
    byId("keep").hidden = !may.has("keep");
    byId("let-go").hidden = !(live && claim);
    byId("hint").hidden = !live || done === steps;
    setText(byId("hint"), this.#answer ? t("Show me") : t("Hint"));
    byId("again").hidden = this.#actions.length === 0 && (this.#wrong === 0 || !byId("ready").hidden);
    byId("again").classList.remove("primary");
    byId("next").hidden = true;
    showTrack(byId("track"), this.#opening.tracks, { round: scene.round, phase });
    showFreed(byId("freed"), scene.view, 1);
    showDecide(live ? decide : null, (action) => this.act(action));
    byId("prove").hidden = !live || !prove;
    setText(byId("prove-title"), prove?.title ?? "");
    setText(byId("prove-words"), prove?.words ?? "");
    this.#window(live ? claim : null);
  }

  /** @param {Opening} opening */
  #makeClaim({ claiming, state }) {
    const place = byId("claim");
    place.replaceChildren();
    place.hidden = !claiming;
    this.#claim = null;
    if (!claiming) return;
    const hint = (/** @type {string} */ text) => {
      this.#tell(text, "hint");
      announce(text);
    };
    const send = () => this.act("claim");
    const darken = (/** @type {boolean} */ dark) => this.#board?.darken(dark);
    this.#claim = new ClaimButton({ place, seat: state.you, claiming, key: "C", whose: "", send, tell: hint, darken });
  }

  /** Opens or closes the time for a claim. @param {State["claim"]} claim */
  #window(claim) {
    clearTimeout(this.#clock);
    const left = this.#hurries ? (claim?.left ?? null) : null;
    const chance = claim ? { player: this.#state.you, turn: this.#actions.length, left } : null;
    this.#claim?.update(chance, t("There is nothing to claim at the moment."));
    if (left !== null) this.#clock = window.setTimeout(() => this.#tooLate(), left);
  }

  /** The time is over, unless somebody is just holding the button down. */
  #tooLate() {
    const holding = byId("claim").querySelector(".holding");
    if (holding) this.#clock = window.setTimeout(() => this.#tooLate(), 100);
    else this.act("no");
  }

  #configure() {
    this.#board?.configure(boardSettings(this.#opening?.state.you === 2 ? "north" : "south"));
  }
}
