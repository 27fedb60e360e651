/**
 * A position set up by hand: a click lays or takes away a tile, and fields say all else. Whether it can be is the
 * server's to say, after every change.
 */
import { announce } from "../site/speech.js";
import { ruleLink } from "../site/dialogs.js";
import { byId, element, setText } from "../site/element.js";
import { t } from "../site/language.js";
import { complain } from "../site/data.js";
import { askOpening, askSetUp } from "./asking.js";

/**
 * @typedef {import("../../messages").SetUpData} PageData
 * @typedef {import("../../messages").Named} Named
 *
 * @typedef {object} Handlers
 * @property {(told: PageData, legal: import("../../messages").Legal[]) => void} onBoard shows the board, each cell of which can be chosen
 * @property {() => void} onRefused nothing has changed
 * @property {(opening: import("../../messages").AnalysisOpening) => void} onDone
 * @property {() => void} onCancel
 */

export class SetUp {
  #handlers;
  #form = /** @type {HTMLFormElement} */ (byId("set-up"));
  /** @type {PageData|null} */
  #data = null;
  /** Counts requests, so that late answers are dropped. */
  #ticket = 0;

  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.#handlers = handlers;
    this.#form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.name === "tool") return;
      const settles = target instanceof HTMLSelectElement && ["rules", "round", "phase"].includes(target.name);
      this.#ask({ ...this.#fields(), settles });
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#finish();
    });
    byId("set-up-clear").addEventListener("click", () => this.#ask({ ...this.#fields(), menhirs: [], fog: [], last: "-" }));
    byId("set-up-cancel").addEventListener("click", () => this.#close());
  }

  get isOpen() {
    return !this.#form.hidden;
  }

  /** Begins with a position. @param {string} position */
  async open(position) {
    if (!(await this.#ask({ position }))) return;
    this.#form.hidden = false;
    byId("main").classList.add("setting-up");
    if (this.#data) this.#show(this.#data);
    this.#form.querySelector("input")?.focus({ preventScroll: true });
  }

  /** A cell was chosen: what lies there is laid or taken away. @param {string} cell */
  change(cell) {
    const fields = this.#fields();
    const tool = /** @type {"fog"|"menhirs"} */ (this.#value("tool"));
    const lies = fields[tool].includes(cell);
    fields[tool] = lies ? fields[tool].filter((one) => one !== cell) : [...fields[tool], cell];
    this.#ask(fields);
  }

  /** @param {string} name */
  #value(name) {
    return String(new FormData(this.#form).get(name) ?? "");
  }

  /** What the form says, with the tiles on the board. @returns {import("../../messages").SetUpFields} */
  #fields() {
    const { menhirs = [], fog = [] } = this.#data?.fields ?? {};
    return /** @type {import("../../messages").SetUpFields} */ ({
      ...Object.fromEntries(["rules", "player", "round", "phase", "chooser"].map((name) => [name, this.#value(name)])),
      last: this.#value("last") || "-",
      counts: [Number(this.#value("one")), Number(this.#value("two"))],
      menhirs,
      fog,
    });
  }

  /** @param {{position: string}|(import("../../messages").SetUpFields & {settles?: boolean})} fields */
  async #ask(fields) {
    const ticket = (this.#ticket += 1);
    const { answer, refusal } = await askSetUp(fields);
    if (ticket !== this.#ticket) return false;
    if (refusal) {
      complain(refusal);
      this.#handlers.onRefused();
      return false;
    }
    this.#data = answer;
    if (this.isOpen) this.#show(answer);
    return true;
  }

  /** @param {PageData} data */
  #show(data) {
    const { fields, problem } = data;
    const named = (/** @type {string[]} */ values) => values.map((value) => ({ value, name: value }));
    this.#choices("round", named(data.rounds), fields.round);
    this.#choices("player", data.players, fields.player);
    this.#choices("phase", data.phases, fields.phase);
    this.#choices("chooser", [{ value: "-", name: t("nobody") }, ...data.players], fields.chooser);
    this.#field("rules").value = fields.rules;
    this.#field("last").value = fields.last === "-" ? "" : fields.last;
    this.#field("one").value = String(fields.counts[0]);
    this.#field("two").value = String(fields.counts[1]);
    setText(byId("set-up-counts"), data.counts_words);
    setText(byId("set-up-one"), data.players[0].name);
    setText(byId("set-up-two"), data.players[1].name);
    byId("set-up-lasts").replaceChildren(...data.lasts.map((value) => element("option", { value })));
    const problemBox = byId("set-up-problem");
    problemBox.dataset.code = problem?.code ?? "";
    if (problem) {
      const rule = problem.rule ? element("a", { href: ruleLink(problem.rule.split("/")[0]), target: "_blank", rel: "noopener" }, t("rule {code}", { code: problem.rule })) : null;
      problemBox.replaceChildren(problem.text, ...(rule ? [" ", rule] : []));
    } else setText(problemBox, t("This position is possible."));
    byId("set-up-done").setAttribute("aria-disabled", String(Boolean(problem)));
    const legal = data.geometry.cells.map(({ name }) => ({ action: name, kind: "set-up", cell: name }));
    this.#handlers.onBoard(data, legal);
  }

  /** @param {string} name @param {Named[]} choices @param {string} chosen */
  #choices(name, choices, chosen) {
    const field = this.#field(name);
    field.replaceChildren(...choices.map((one) => element("option", { value: one.value }, one.name)));
    field.value = chosen;
  }

  /** @param {string} name */
  #field(name) {
    return /** @type {HTMLInputElement|HTMLSelectElement} */ (this.#form.elements.namedItem(name));
  }

  async #finish() {
    if (!this.#data) return;
    if (this.#data.problem) return announce(this.#data.problem.text);
    const { answer, refusal } = await askOpening({ text: this.#data.position });
    if (refusal) return complain(refusal);
    this.#leave();
    this.#handlers.onDone(answer);
  }

  #close() {
    this.#leave();
    this.#handlers.onCancel();
  }

  #leave() {
    this.#ticket += 1;
    this.#form.hidden = true;
    byId("main").classList.remove("setting-up");
    byId("main").focus({ preventScroll: true });
  }
}
