// The value of a game at every ply as a graph: above the line for player 1, below it for player 2. Proven values are
// filled, estimates are hatched and dashed. It works as a slider too.
import { set, svg } from "../site/element.js";
import { t } from "../site/language.js";

/** @typedef {import("../../messages").ReviewData} Review */

const [WIDTH, HEIGHT, EDGE, STRIP] = [340, 116, 6, 18];
/** The least points that fill the height, so that a small lead looks small. */
const LEAST = 6;
const MIDDLE = (HEIGHT + STRIP) / 2;

export class ValueGraph {
  #picture;
  #go;
  /** @type {Review["values"]} */
  #values = [];
  #cursor = svg("path", { class: "graph-cursor" });

  /** @param {HTMLElement} holder @param {(ply: number) => void} go */
  constructor(holder, go) {
    this.#go = go;
    this.#picture = svg("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "slider",
      tabindex: 0,
      "aria-label": t("The game, move by move"),
      "aria-valuemin": 0,
      "aria-valuemax": 0,
      "aria-valuenow": 0,
    });
    holder.append(this.#picture);
    this.#picture.addEventListener("click", (event) => this.#clicked(/** @type {MouseEvent} */ (event)));
  }

  /** @param {Review} review */
  draw({ values, moments }) {
    this.#values = values;
    const most = Math.max(LEAST, ...values.map(({ value }) => Math.abs(value)));
    const y = (/** @type {number} */ value) => MIDDLE - (value / most) * (MIDDLE - STRIP - 2);
    const wide = this.#wide;
    const bars = values.map(({ value, proven }, ply) => {
      const [top, height] = [Math.min(y(value), MIDDLE), Math.abs(y(value) - MIDDLE)];
      const look = `graph-bar is-${value > 0 ? "first" : "second"} ${proven ? "is-proven" : "is-estimated"}`;
      return svg("rect", { class: look, x: this.#x(ply) - wide / 2, y: top, width: wide, height });
    });
    const edge = (/** @type {boolean} */ wanted) =>
      values
        .map(({ value, proven }, ply) => (proven === wanted ? `M${this.#x(ply) - wide / 2} ${y(value)}h${wide}` : ""))
        .join("");
    const signs = moments.map(({ ply, is_good: good }) => {
      const x = this.#x(ply);
      const d = good ? `M${x - 4} 8a4 4 0 1 0 8 0a4 4 0 1 0 -8 0` : `M${x - 5} 3h10l-5 9z`;
      return svg("path", { class: `graph-sign ${good ? "is-good" : "is-bad"}`, d });
    });
    this.#picture.replaceChildren(
      hatching(),
      ...bars,
      svg("path", { class: "graph-zero", d: `M0 ${MIDDLE}H${WIDTH}` }),
      svg("path", { class: "graph-edge", d: edge(true) }),
      svg("path", { class: "graph-edge is-estimated", d: edge(false) }),
      ...signs,
      this.#cursor,
    );
    set(this.#picture, "aria-valuemax", values.length - 1);
  }

  /** @param {number} at the ply on the board */
  mark(at) {
    const value = this.#values[at];
    if (!value) return;
    const x = this.#x(at);
    set(this.#cursor, "d", `M${x} ${STRIP - 4}V${HEIGHT}`);
    set(this.#picture, "aria-valuenow", at);
    set(this.#picture, "aria-valuetext", t("After move {ply}: {words}", { ply: at, words: value.words }));
  }

  get #wide() {
    return (WIDTH - 2 * EDGE) / Math.max(1, this.#values.length);
  }

  /** The middle of a ply's bar. @param {number} ply */
  #x(ply) {
    return EDGE + (ply + 0.5) * this.#wide;
  }

  /** The ply at the pointer; in the strip above, the position before the mark. @param {MouseEvent} event */
  #clicked({ clientX, clientY }) {
    const box = this.#picture.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * WIDTH;
    const inStrip = ((clientY - box.top) / box.height) * HEIGHT < STRIP;
    const ply = Math.floor((x - EDGE) / this.#wide) - (inStrip ? 1 : 0);
    this.#go(Math.max(0, Math.min(ply, this.#values.length - 1)));
  }
}

/** The hatching of estimates: leaning one way for player 1, the other for player 2. */
function hatching() {
  const pattern = (/** @type {string} */ whose, /** @type {number} */ turn) =>
    svg(
      "pattern",
      { id: `hatch-${whose}`, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` },
      svg("path", { class: `hatch is-${whose}`, d: "M1.2 0V5" }),
    );
  return svg("defs", {}, pattern("first", 45), pattern("second", -45));
}
