/**
 * The engine's lines for the position on the board. The engine thinks on the server, and only while somebody looks:
 * it is stopped when the page is hidden or left, and when another position is shown.
 */
import { announce } from "../site/speech.js";
import { moreLink } from "../site/dialogs.js";
import { byId, element, setText } from "../site/element.js";
import { language, t, tn } from "../site/language.js";
import { store, stored } from "../site/stored.js";
import { ask as request } from "../site/wire.js";

/**
 * @typedef {import("../../messages").EngineData} PageData
 * @typedef {import("./asking.js").Line} Line
 */

const KEY = "menhirs.engine";
/** Milliseconds that one stays at a position before the engine is asked: stepping through asks for nothing. */
const PAUSE = 300;
const number = new Intl.NumberFormat(language, { notation: "compact" });

export class Engine {
  #play;
  #point;
  #on = /** @type {HTMLInputElement} */ (byId("engine-on"));
  #count = /** @type {HTMLSelectElement} */ (byId("engine-count"));
  /** @type {Line|null} */
  #line = null;
  /** @type {AbortController|null} */
  #stop = null;
  #timer = 0;
  /** @type {PageData|null} */
  #data = null;

  /**
   * @param {object} given
   * @param {(action: string) => void} given.play
   * @param {(actions: string[]) => void} given.point draws the first actions of the lines on the board, best first
   */
  constructor({ play, point }) {
    this.#play = play;
    this.#point = point;
    /** @type {{on: boolean, lines: string}} */
    const { on, lines } = { on: true, lines: "3", ...stored(KEY) };
    this.#on.checked = on;
    this.#count.value = lines;
    const change = () => {
      store(KEY, { on: this.#on.checked, lines: this.#count.value });
      this.#begin();
    };
    this.#on.addEventListener("change", change);
    this.#count.addEventListener("change", change);
    byId("engine-on-again").addEventListener("click", () => this.#begin());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#end() : this.#begin()));
    window.addEventListener("pagehide", () => this.#end());
  }

  /** Another position is on the board; null if there is nothing to think about. @param {Line|null} line */
  look(line) {
    if (JSON.stringify(line) === JSON.stringify(this.#line)) return this.#show();
    this.#line = line;
    this.#begin();
  }

  toggle() {
    this.#on.click();
    announce(this.#on.checked ? t("The engine thinks.") : t("The engine is off."));
  }

  /** What it has found so far. */
  get inWords() {
    const lines = this.#data?.lines ?? [];
    if (!lines.length) return t("The engine has found nothing yet.");
    return lines.map(({ words, actions }, i) => `${i + 1}: ${actions[0]}. ${words}`).join(" ");
  }

  #begin() {
    this.#end();
    this.#data = null;
    this.#show();
    if (!this.#line || !this.#on.checked || document.hidden) return;
    this.#timer = window.setTimeout(() => this.#listen(), PAUSE);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.#stop = null;
  }

  async #listen() {
    const stop = (this.#stop = new AbortController());
    try {
      const response = await request("/api/analysis/engine", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ ...this.#line, lines: Number(this.#count.value) }),
        signal: stop.signal,
      });
      if (!response.ok || !response.body) return this.#fail(await response.json());
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        const lines = (rest + piece.value).split("\n");
        rest = lines.pop() ?? "";
        const last = lines.at(-1);
        if (!last || stop.signal.aborted) continue;
        this.#data = JSON.parse(last);
        this.#show();
      }
      if (this.#data?.status !== "thinking" && !stop.signal.aborted) announce(this.#data?.lines[0]?.words ?? "");
    } catch {
      if (!stop.signal.aborted) this.#fail({ text: t("There is no connection at the moment.") });
    }
  }

  /** @param {{text: string, more?: string}} data */
  #fail(data) {
    const link = moreLink(data);
    byId("engine-state").replaceChildren(data.text, ...(link ? [" ", link] : []));
    byId("engine-on-again").hidden = false;
  }

  #show() {
    const data = this.#on.checked ? this.#data : null;
    const lines = data?.lines ?? [];
    const first = lines.flatMap(({ actions }) => actions.slice(0, 1));
    setText(byId("engine-state"), this.#on.checked && this.#line ? stateWords(data) : "");
    byId("engine-on-again").hidden = data?.status !== "paused";
    byId("engine-legend").hidden = !lines.length;
    byId("engine-lines").replaceChildren(...lines.map((line, i) => this.#item(line, i + 1)));
    const book = data?.book ?? [];
    byId("book").hidden = !book.length;
    byId("book-moves").replaceChildren(
      ...book.map(({ action, label, words }) => this.#item({ actions: [action], label, words, proven: true }, 0)),
    );
    this.#point(first);
  }

  /** @param {{actions: string[], label: string, words: string, proven: boolean}} line @param {number} place 0 without a number */
  #item({ actions, label, words, proven }, place) {
    const button = element(
      "button",
      {
        type: "button",
        class: proven ? "engine-line proven" : "engine-line",
        "aria-label": `${place || ""} ${words} ${t("Play {action}", { action: actions[0] ?? "" })}`.trim(),
        onclick: () => actions[0] && this.#play(actions[0]),
      },
      place ? element("span", { class: "engine-number" }, String(place)) : null,
      element("span", { class: "engine-value" }, label),
      element("span", { class: "engine-moves" }, actions.join(" ")),
    );
    return element("li", {}, button);
  }
}

/** @param {PageData|null} data */
function stateWords(data) {
  if (!data || (data.status === "thinking" && !data.lines.length)) return t("Thinking…");
  if (data.status === "waiting") return t("The engine is busy with others; you are next.");
  if (data.source === "table") return t("From the tables of the solved layout");
  const far = tn("{n} turn ahead", "{n} turns ahead", data.depth);
  return `${far} · ${t("{n} positions", { n: number.format(data.nodes) })}`;
}
