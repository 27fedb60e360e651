// The review of a finished game: asked for, followed while it is made, and shown beside the board. Whatever it
// says comes from the server.
import { askData, complain } from "../site/data.js";
import { showTab } from "../frame/tabs.js";
import { byId, element, setText } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { actionWords } from "../frame/action_words.js";
import { showIn } from "../frame/in_sight.js";
import { Proof } from "./proof.js";
import { announce } from "../site/speech.js";
import { ValueGraph } from "./value_graph.js";
import { address } from "../site/address.js";
import { showGame } from "../site/share_on_sites.js";

/**
 * @typedef {import("../../messages").ReviewState} State
 * @typedef {import("../../messages").ReviewData} Review
 * @typedef {import("../../messages").ReviewMoment} Moment
 * @typedef {import("../../messages").PlyItem} Ply
 */

/** Milliseconds between two questions about how far it is. */
const ASK_EVERY = 800;

export class Report {
  #address;
  #go;
  #showLine;
  #graph;
  #proof;
  /** @type {State|null} what the server said last */
  #state = null;
  #timer = 0;
  #looked = false;
  /** The ply on the board. */
  #at = 0;

  /**
   * @param {object} given
   * @param {string} given.address of the review
   * @param {(ply: number) => void} given.go shows a ply of the game
   * @param {(ply: Ply) => void} given.showLine shows a ply that was not played
   */
  constructor({ address, go, showLine }) {
    this.#address = address;
    this.#go = (/** @type {number} */ ply) => {
      go(ply);
      boardIntoSight();
    };
    this.#showLine = showLine;
    this.#proof = new Proof(this.#address, () => this.#ask("GET"));
    this.#graph = new ValueGraph(byId("report-graph"), this.#go);
    byId("report-moments").addEventListener("click", ({ target }) => this.#pressed(target));
    byId("report-verdict").addEventListener("click", ({ target }) => this.#pressed(target));
    for (const button of byId("report-leaf").querySelectorAll("button")) button.addEventListener("click", () => this.leaf(button.dataset.leaf ?? ""));
  }

  share = showGame;

  /** @type {Review|null} */
  get #review() {
    return this.#state?.review ?? null;
  }

  /** The key moment of the next action. */
  get #moment() {
    return this.#review?.moments.find(({ ply }) => ply === this.#at + 1) ?? null;
  }

  get isBeforeMoment() {
    return this.#moment !== null;
  }

  /** The better action and the played one, for marks on the board. @returns {import("../board/marks.js").Advice[]} */
  get advice() {
    const { legal = null, mistake = null } = this.#moment ?? {};
    return [...(legal ? [legal] : []), ...(mistake ? [{ ...mistake, wrong: true }] : [])];
  }

  /** @param {number} at the ply on the board @param {boolean} over there may be a review: the game is over */
  show(at, over) {
    this.#at = at;
    if (over && !this.#looked) {
      this.#looked = true;
      // The list of one's games leads to the review itself.
      if (location.hash === "#review") this.begin();
      else this.#ask("GET");
    }
    this.#mark();
  }

  /** Goes to the key moment before or after the current ply; `now` is the one that stands there, or the next. @param {string} where */
  leaf(where) {
    const plies = this.#review?.moments.map(({ ply }) => ply) ?? [];
    const here = this.#at + 1;
    const wanted = where === "back" ? plies.filter((ply) => ply < here).at(-1) : plies.find((ply) => (where === "now" ? ply >= here : ply > here));
    if (wanted !== undefined) this.#go(wanted - 1);
  }

  /** Asks for the review, and shows it. */
  async begin() {
    if (!this.#state || this.#state.status === "none") {
      await this.#ask("POST");
      if (this.#state?.status !== "done") announce(t("The review is being made."));
    }
    showTab("show-report");
    // The button that was pressed is gone, and on a phone the review opens below the fold.
    byId("report").focus({ preventScroll: true });
    reviewIntoSight();
  }

  /** @param {"GET"|"POST"} method */
  async #ask(method) {
    clearTimeout(this.#timer);
    const { answer, refusal } = await askData(this.#address, undefined, { method });
    if (answer) this.#take(answer);
    else if (refusal && method === "POST") complain(refusal);
    const waits = this.#state?.status === "waiting" || this.#state?.status === "working";
    if (waits) this.#timer = window.setTimeout(() => this.#ask("GET"), ASK_EVERY);
  }

  /** @param {State} state */
  #take(state) {
    const before = this.#state?.status;
    this.#state = state;
    const { status, review } = state;
    byId("report-work").hidden = status === "done";
    byId("report-result").hidden = !review;
    byId("show-report").hidden = status === "none";
    if (status === "none") return;
    if (!before || before === "none") showTab("show-report");
    if (!review) return this.#showWork(state);
    this.#write(review);
    this.#mark();
    // It has grown: scroll, so that more than its first line is visible.
    if (document.activeElement === byId("report")) reviewIntoSight();
    this.#proof.look();
    if (before && before !== "none") announce(`${t("The review is done.")} ${review.verdict}`);
  }

  /** @param {State} state */
  #showWork({ status, done, plies, ahead }) {
    const bar = /** @type {HTMLProgressElement} */ (byId("report-progress"));
    bar.max = plies;
    bar.value = done;
    const waiting = ahead
      ? tn("{n} review is made before this one.", "{n} reviews are made before this one.", ahead, { n: ahead })
      : t("It begins in a moment.");
    setText(byId("report-done"), status === "waiting" ? waiting : t("{done} of {all} moves", { done, all: plies }));
  }

  /** @param {Review} review */
  #write(review) {
    const { verdict, turning_point: lost, moments, players } = review;
    const show = lost ? element("button", { type: "button", class: "quiet", "data-ply": lost }, t("Show it")) : null;
    byId("report-verdict").replaceChildren(verdict, ...(show ? [" ", show] : []));
    this.#graph.draw(review);
    byId("report-moments").replaceChildren(...moments.map((moment) => this.#item(moment)));
    byId("report-none").hidden = moments.length > 0;
    byId("report-leaf").hidden = moments.length === 0;
    byId("report-players").replaceChildren(
      ...players.map(({ name, words }) =>
        element(
          "section",
          {},
          element("h4", {}, name),
          element("ul", {}, ...words.map((text) => element("li", {}, text))),
        ),
      ),
    );
    this.#writeTable(review);
  }

  /** All values and remarks as a table. @param {Review} review */
  #writeTable({ plies, values, moments }) {
    const data = new Map(moments.map(({ ply, title }) => [ply, title]));
    const rows = plies.map(({ ply, action }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, String(ply)),
        ...[action, values[ply].words, data.get(ply) ?? ""].map((text) => element("td", {}, text)),
      ),
    );
    byId("report-rows").replaceChildren(...rows);
  }

  /** @param {Moment} moment */
  #item({ ply, named, title, text, played, better, line, exercise, is_good: good }) {
    const head = element(
      "button",
      { type: "button", class: "moment-head", "data-ply": ply },
      element("span", { class: "moment-sign", "aria-hidden": "true" }, good ? "○" : "▼"),
      element("strong", {}, title),
      " ",
      element("span", { class: "moment-ply" }, named),
    );
    const steps = line.map((item, step) =>
      element("button", { type: "button", class: "log-move", "data-of": ply, "data-line": step, "aria-label": item.words, "data-hint": item.words }, actionWords(item.action ?? "")),
    );
    const again = exercise ? element("a", { class: "moment-again", href: address(`/learn/again/${exercise.replace(".", "/")}`) }, t("Try it again")) : null;
    const more = element(
      "div",
      { class: "moment-more" },
      element("p", {}, element("b", {}, t("Played:")), " ", played),
      better ? element("p", {}, element("b", {}, t("Better:")), " ", better) : null,
      steps.length > 1 ? element("div", { class: "moment-line", role: "group", "aria-label": t("How it could have gone on") }, ...steps) : null,
    );
    const classes = `moment ${good ? "is-good" : "is-bad"}`;
    return element("li", { class: classes, "data-moment": ply }, head, element("p", { class: "moment-text" }, text), more, again);
  }

  #pressed(/** @type {EventTarget|null} */ target) {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button) return;
    const { ply, of, line } = button.dataset;
    if (ply) return this.#go(Number(ply) - 1);
    const moment = this.#review?.moments.find((one) => one.ply === Number(of));
    const step = moment?.line[Number(line)];
    if (!step) return;
    this.#go(Number(of) - 1);
    this.#showLine(step);
    for (const other of button.parentElement?.children ?? []) other.removeAttribute("aria-current");
    button.setAttribute("aria-current", "step");
  }

  /** Which key moment stands on the board, and whether there are others on either side. */
  #markLeaf() {
    const moments = this.#review?.moments ?? [];
    const here = this.#at + 1;
    const number = moments.findIndex(({ ply }) => ply === here) + 1;
    const words = number
      ? t("Moment {n} of {all}: {title}", { n: number, all: moments.length, title: moments[number - 1].title })
      : tn("{n} key moment", "{n} key moments", moments.length);
    setText(byId("report-leaf-now"), words);
    const none = { back: !moments.some(({ ply }) => ply < here), forward: !moments.some(({ ply }) => ply > here), now: !moments.some(({ ply }) => ply >= here) };
    for (const button of byId("report-leaf").querySelectorAll("button")) {
      // Disabled, not hidden: so the keyboard focus stays.
      button.setAttribute("aria-disabled", String(none[/** @type {"back"|"forward"|"now"} */ (button.dataset.leaf)]));
    }
  }

  /** Shows where on the graph and in the list the board stands. */
  #mark() {
    if (!this.#review) return;
    this.#graph.mark(this.#at);
    const current = this.#moment?.ply;
    this.#markLeaf();
    for (const item of byId("report-moments").children) {
      const is = item.getAttribute("data-moment") === String(current);
      const was = item.classList.contains("is-current");
      item.classList.toggle("is-current", is);
      item.querySelector(".moment-head")?.setAttribute("aria-expanded", String(is));
      item.querySelector(".log-move[aria-current]")?.removeAttribute("aria-current");
      const panel = is && !was && item.closest(".sheets");
      // The row that leads from moment to moment stays at the top.
      if (panel) showIn(item, panel, byId("report-leaf").offsetHeight);
    }
  }
}

/** On a small screen, scrolls the board into view when it changes. */
function boardIntoSight() {
  const board = byId("board");
  if (board.getBoundingClientRect().top < 0) board.scrollIntoView({ block: "start" });
}

function reviewIntoSight() {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  byId("report").scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
}
