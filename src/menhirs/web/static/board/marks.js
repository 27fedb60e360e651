/** Everything drawn over ground and fog: names, the last move, outlines and previews. */

import { set, svg } from "../site/element.js";
import { TICK, hexagon, place, use } from "./shapes.js";

/** @typedef {import("../../messages").Legal & {wrong?: boolean}} Advice an action to draw; a wrong one is a mistake that was made */

/** @type {import("./layout.js").Point} */
const NAME_SPOT = [-31, 46];
const HALO = [62, 54, 46, 38, 31, 25, 20];

export class Marks {
  /** @param {string} prefix @param {import("./layout.js").Layout} layout */
  constructor(prefix, layout) {
    this.prefix = prefix;
    this.layout = layout;
    /** @type {string[][]} */
    this.groups = [];
    /** @type {import("../../messages").Threat[]} */
    this.threats = [];
    this.wake = svg("g", { class: "mb-wake" });
    this.came = svg("g", { class: "mb-came" });
    this.shimmers = svg("g", { class: "mb-shimmers" });
    this.names = svg("g", { class: "mb-names" });
    const path = (/** @type {string} */ name) => svg("path", { class: `mb-${name}` });
    this.last = path("last");
    this.ghosts = svg("g", { class: "mb-ghosts" });
    this.ghostEdge = path("ghost-edge");
    this.touching = path("touching");
    /** @type {Advice[]} */
    this.advised = [];
    /** Whether they have numbers. */
    this.numbered = false;
    this.advice = svg("g", { class: "mb-advice" });
    this.threat = path("threat");
    this.threatWays = svg("g", { class: "mb-threat-ways" });
    this.lit = path("lit");
    this.heldEdge = path("held-edge");
    this.held = path("held");
    this.mays = svg("g", { class: "mb-mays" });
    this.parts = svg("g", { class: "mb-parts" });
    const tick = [svg("circle", { r: 21 }), svg("path", { d: TICK })];
    this.question = svg("g", { class: "mb-parts mb-question" }, ...tick);
    // Dark and light, as it must be seen on fog and on moss.
    const rings = [svg("path", { d: hexagon(55) }), svg("path", { d: hexagon(55) })];
    this.cursor = svg("g", { class: "mb-cursor" }, ...rings);
    // Light that a chosen bank throws around itself: wide strokes instead of a blur.
    this.halo = svg("g", { class: "mb-halo" }, ...HALO.map((width) => svg("path", { "stroke-width": width })));
    /** Under the fog. */
    this.below = svg("g", {}, this.wake, this.ghosts, this.halo);
    /** Over the fog. */
    this.above = svg(
      "g",
      {},
      ...[this.shimmers, this.names, this.last, this.came, this.touching, this.threat, this.threatWays],
      ...[this.mays, this.ghostEdge, this.lit, this.heldEdge, this.held, this.advice, this.parts, this.question, this.cursor],
    );
    this.cells = new Map(
      layout.names.map((name) => {
        const label = svg("text", {}, name);
        const shimmer = use(prefix, "shimmer");
        this.names.append(label);
        this.shimmers.append(shimmer);
        return /** @type {const} */ ([name, { label, shimmer }]);
      }),
    );
    this.arrange(layout);
  }

  /** @param {import("./layout.js").Layout} layout */
  arrange(layout) {
    this.layout = layout;
    this.surround(this.groups);
    this.advise(this.advised, this.numbered);
    this.threaten(this.threats);
    for (const [name, { label, shimmer }] of this.cells) {
      place(label, layout.at(name), NAME_SPOT);
      place(shimmer, layout.at(name));
    }
  }

  /** Names are written on fog or on ground, and menhirs shimmer through fog. @param {string[]} fog @param {string[]} menhirs */
  cover(fog, menhirs) {
    for (const [name, { label, shimmer }] of this.cells) {
      const fogged = fog.includes(name);
      label.classList.toggle("is-fogged", fogged);
      shimmer.classList.toggle("is-there", fogged && menhirs.includes(name));
    }
  }

  /** The last move; its marks come once the fog has arrived. @param {import("../../messages").View} view @param {number} time */
  update(view, time) {
    const { layout } = this;
    const last = view.last?.tiles.length ? view.last : null;
    const outline = last ? layout.contour(last.tiles) : "";
    const late = time && this.last.getAttribute("d") !== outline;
    set(this.last, "d", outline);
    // Placed fog came from nowhere, and a claim puts the taken tile back.
    const behind = last?.direction && layout.opposite(last.direction);
    const taken = last?.taken && !view.fog.includes(last.taken) ? [last.taken] : [];
    const left = last && behind ? layout.front(last.tiles, behind).map((cell) => layout.next(cell, behind)) : [];
    this.wake.replaceChildren(
      ...left.flatMap((cell) => (cell ? [use(this.prefix, "wake", ...layout.at(cell))] : [])),
      ...taken.map((cell) => use(this.prefix, "taken", ...layout.at(cell))),
    );
    this.came.replaceChildren(...(last && behind ? [this.arrow(last.tiles, behind)] : []));
    for (const node of late ? [this.last, this.wake, this.came] : []) {
      node.animate({ opacity: [0, 0, 1] }, time);
    }
  }

  /** One arrow over the edge by which the last of the tiles came in. @param {string[]} tiles @param {string} behind */
  arrow(tiles, behind) {
    const { layout } = this;
    const [x, y] = layout.before(layout.prow(tiles, behind), behind, 0.5);
    const turn = `translate(${x} ${y}) rotate(${layout.angle(layout.opposite(behind))})`;
    return svg("g", { transform: turn }, use(this.prefix, "came"));
  }

  /** A line around each of these groups. @param {string[][]} groups */
  surround(groups) {
    this.groups = groups;
    set(this.touching, "d", groups.map((group) => this.layout.contour(group)).join(" "));
  }

  /** Actions to think of: an arrow for a move, a ring for a cell. The best one is the boldest. @param {Advice[]} actions @param {boolean} [numbered] */
  advise(actions, numbered = false) {
    this.advised = actions;
    this.numbered = numbered;
    const drawn = actions.map((action, rank) => {
      const { edge, sign } = this.#advice(action);
      const paths = ["casing", "line"].flatMap((name) => [
        svg("path", { class: `mb-advice-edge mb-advice-${name}`, d: edge }),
        svg("path", { class: `mb-advice-${name}`, d: sign }),
      ]);
      const number = numbered ? this.#badge(action, rank + 1) : [];
      const look = action.wrong ? " is-mistake" : rank ? " is-second" : "";
      return svg("g", { class: `mb-advised${look}` }, ...paths, ...number);
    });
    this.advice.replaceChildren(...drawn.reverse());
  }

  /** The number of an action among several. @param {import("../../messages").Legal} action @param {number} number */
  #badge({ cell, tiles, direction }, number) {
    const { layout } = this;
    const [x, y] = tiles ? layout.middle(tiles) : layout.at(cell ?? layout.names[0]);
    const [dx, dy] = direction ? layout.shift(direction) : [0, -76];
    const at = { x: x + dx / 2, y: y + dy / 2 };
    return [svg("circle", { class: "mb-badge", cx: at.x, cy: at.y, r: 17 }), svg("text", { class: "mb-badge", x: at.x, y: at.y + 8 }, String(number))];
  }

  /** What goes round the tiles, and the arrow or the sign on a cell. @param {import("../../messages").Legal} action */
  #advice({ kind, cell, tiles, direction }) {
    const { layout } = this;
    if (tiles && direction) {
      const [[x, y], [dx, dy]] = [layout.middle(tiles), layout.shift(direction)];
      const long = Math.hypot(dx, dy);
      const [ux, uy] = [dx / long, dy / long];
      const [ax, ay, bx, by] = [x - ux * 30, y - uy * 30, x + ux * 85, y + uy * 85];
      const wing = (/** @type {1|-1} */ side) => `${bx - ux * 34 - side * uy * 26} ${by - uy * 34 + side * ux * 26}`;
      return { edge: layout.contour(tiles), sign: `M${ax} ${ay}L${bx} ${by}M${wing(1)}L${bx} ${by}L${wing(-1)}` };
    }
    if (!cell) return { edge: "", sign: "" };
    const [x, y] = layout.at(cell);
    const ring = `M${x - 40} ${y}a40 40 0 1 0 80 0a40 40 0 1 0 -80 0`;
    const cross = `M${x - 17} ${y - 17}l34 34m0 -34l-34 34`;
    const plus = `M${x - 22} ${y}h44m-22 -22v44`;
    return { edge: ring, sign: kind === "place" ? plus : cross };
  }

  /** A line around the tiles of each move, and an arrow where it goes. @param {import("../../messages").Threat[]} threats */
  threaten(threats) {
    const { layout } = this;
    this.threats = threats;
    set(this.threat, "d", threats.map(({ tiles }) => layout.contour(tiles)).join(" "));
    const ways = threats.map(({ lands, direction }) => this.arrow(lands, layout.opposite(direction)));
    this.threatWays.replaceChildren(...ways);
  }

  /** The cluster that is pointed at. @param {string[]} cells */
  light(cells) {
    set(this.lit, "d", this.layout.contour(cells));
  }

  /** The tiles that are chosen, perhaps held off their cells. @param {string[]} cells @param {import("./layout.js").Point} [shift] */
  hold(cells, shift = [0, 0]) {
    const outline = this.layout.contour(cells);
    for (const node of [this.held, this.heldEdge, ...this.halo.children]) set(node, "d", outline);
    for (const node of [this.held, this.heldEdge, this.halo]) place(node, shift);
  }

  /** Where fog would come to lie. @param {string[]} cells */
  ghost(cells) {
    const wanted = cells.join();
    if (this.ghosts.dataset.cells === wanted) return;
    this.ghosts.dataset.cells = wanted;
    const { layout } = this;
    const clouds = cells.map((cell) => {
      const [x, y] = layout.at(cell);
      return use(this.prefix, "body0", x, y);
    });
    this.ghosts.replaceChildren(...clouds);
    set(this.ghostEdge, "d", layout.contour(cells));
  }

  /**
   * A tick on the tiles of a part, a ring on those that can still join it; dots over it show how many are missing.
   * @param {string[]} picked
   * @param {string[]} open
   * @param {number} missing
   */
  pick(picked, open, missing) {
    const wanted = `${picked}:${open}`;
    if (this.parts.dataset.cells === wanted) return;
    this.parts.dataset.cells = wanted;
    const marks = [...picked, ...open].map((cell) => {
      const [x, y] = this.layout.at(cell);
      const chosen = picked.includes(cell);
      const disc = svg("circle", { r: chosen ? 21 : 14 });
      const tick = chosen ? [svg("path", { d: TICK })] : [];
      const attributes = { class: chosen ? "is-picked" : "is-open" };
      return svg("g", { ...attributes, transform: `translate(${x} ${y})` }, disc, ...tick);
    });
    this.parts.replaceChildren(...marks, ...(picked.length && missing ? [this.#tally(picked, missing)] : []));
  }

  /** A dot for every tile of a part, and an open one for every tile that it lacks. @param {string[]} picked @param {number} missing */
  #tally(picked, missing) {
    const [x, y] = picked.map((cell) => this.layout.at(cell)).reduce((high, spot) => (spot[1] < high[1] ? spot : high));
    const all = picked.length + missing;
    const dots = Array.from({ length: all }, (_, number) =>
      svg("circle", { class: number < picked.length ? "is-full" : "is-empty", cx: (number - (all - 1) / 2) * 22, r: 7.5 }),
    );
    const bed = svg("rect", { x: -11 * all - 8, y: -17, width: 22 * all + 16, height: 34, rx: 17 });
    return svg("g", { class: "mb-tally", transform: `translate(${x} ${y - 48})` }, bed, ...dots);
  }

  /** A small sign wherever something can be placed, taken or turned over. @param {import("../../messages").Legal[]} legal */
  allow(legal) {
    const signs = legal.filter(({ cell, kind }) => cell && ["place", "remove", "flip"].includes(kind));
    const wanted = signs.map(({ action }) => action).join();
    if (this.mays.dataset.actions === wanted) return;
    this.mays.dataset.actions = wanted;
    this.mays.replaceChildren(...signs.map(({ cell, kind }) => use(this.prefix, `may-${kind}`, ...this.layout.at(cell ?? ""))));
  }

  /** A tick on the cell that a confirmation is asked for; none without one. @param {string|null} cell */
  ask(cell) {
    this.question.classList.toggle("is-there", Boolean(cell));
    if (cell) place(this.question, this.layout.at(cell));
  }

  /** The cell that the keyboard stands on; none without one. @param {string|undefined} cell */
  point(cell) {
    this.cursor.classList.toggle("is-there", Boolean(cell));
    if (cell) place(this.cursor, this.layout.at(cell));
  }
}
