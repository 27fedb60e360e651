/** What is written and drawn over ground and fog: names, the last move, outlines and ghosts. */

import { place, set, svg, use } from "./nodes.js";
import { cloud, hexagon } from "./shapes.js";

const NAME_SPOT = [-31, 45];
const PICKED = "M-10 1L-3 8L10-8";

export class Marks {
  /** @param {string} prefix @param {import("./layout.js").Layout} layout */
  constructor(prefix, layout) {
    this.prefix = prefix;
    this.trail = svg("g", { class: "mb-came-from" });
    this.shimmers = svg("g", { class: "mb-shimmers" });
    this.names = svg("g", { class: "mb-names" });
    const path = (name) => svg("path", { class: `mb-${name}` });
    this.lastEdge = path("last-edge");
    this.last = path("last");
    this.ghosts = svg("g", { class: "mb-ghosts" });
    this.ghostEdge = path("ghost-edge");
    this.lit = path("lit");
    this.heldEdge = path("held-edge");
    this.held = path("held");
    this.parts = svg("g", { class: "mb-parts" });
    // Dark and light, as it must be seen on fog and on moss.
    const rings = [svg("path", { d: hexagon(55) }), svg("path", { d: hexagon(55) })];
    this.cursor = svg("g", { class: "mb-cursor" }, ...rings);
    /** Under the fog. */
    this.below = svg("g", {}, this.trail, this.ghosts);
    /** Over the fog. */
    this.above = svg(
      "g",
      {},
      ...[this.shimmers, this.names, this.lastEdge, this.last, this.ghostEdge, this.lit],
      ...[this.heldEdge, this.held, this.parts, this.cursor],
    );
    this.cells = new Map(
      layout.names.map((name) => {
        const label = svg("text", {}, name);
        const shimmer = use(prefix, "shimmer");
        this.names.append(label);
        this.shimmers.append(shimmer);
        return [name, { label, shimmer }];
      }),
    );
    this.arrange(layout);
  }

  arrange(layout) {
    this.layout = layout;
    for (const [name, { label, shimmer }] of this.cells) {
      place(label, layout.at(name), NAME_SPOT);
      place(shimmer, layout.at(name));
    }
  }

  /** Names are written on fog or on ground, and menhirs shimmer through fog. */
  cover(fog, menhirs) {
    for (const [name, { label, shimmer }] of this.cells) {
      const fogged = fog.includes(name);
      label.classList.toggle("is-fogged", fogged);
      shimmer.classList.toggle("is-there", fogged && menhirs.includes(name));
    }
  }

  /** The last move; its marks come once the fog has arrived. */
  update(view, time) {
    const { layout } = this;
    const last = view.last?.tiles.length ? view.last : null;
    const outline = last ? layout.outline(last.tiles) : "";
    const late = time && this.last.getAttribute("d") !== outline;
    set(this.last, "d", outline);
    set(this.lastEdge, "d", outline);
    this.trail.replaceChildren(...(last ? this.cameFrom(last, view) : []));
    for (const node of late ? [this.last, this.lastEdge, this.trail] : []) {
      node.animate({ opacity: [0, 0, 1] }, time);
    }
  }

  /** Puffs that the last moved tiles left behind them, and the hole where one was taken. */
  cameFrom({ tiles, direction, taken }, view) {
    const { layout } = this;
    const puffs = direction ? this.puffs(tiles, direction) : []; // placed fog came from nowhere
    // A claim puts the taken tile back.
    const holes = taken && !view.fog.includes(taken) ? [taken] : [];
    return [...puffs, ...holes.map((cell) => use(this.prefix, "taken", ...layout.at(cell)))];
  }

  puffs(tiles, direction) {
    const { layout } = this;
    const [dx, dy] = layout.shifts.get(direction);
    const behind = layout.towards(-dx, -dy);
    return layout.front(tiles, behind).map((tile) => {
      const [x, y] = layout.before(tile, behind, 0.5);
      const turn = `translate(${x} ${y}) rotate(${layout.angle(direction)})`;
      return svg("g", { transform: turn }, use(this.prefix, "trail"));
    });
  }

  /** The cluster that is pointed at. */
  light(cells) {
    set(this.lit, "d", this.layout.outline(cells));
  }

  /** The tiles that are chosen, perhaps held off their cells. */
  hold(cells, shift = [0, 0]) {
    const outline = this.layout.outline(cells);
    for (const node of [this.held, this.heldEdge]) {
      set(node, "d", outline);
      place(node, shift);
    }
  }

  /** Where fog would come to lie. */
  ghost(cells) {
    const wanted = cells.join();
    if (this.ghosts.dataset.cells === wanted) return;
    this.ghosts.dataset.cells = wanted;
    const { layout } = this;
    const clouds = cells.map((cell) => {
      const [x, y] = layout.at(cell);
      return svg("path", { d: cloud(50), transform: `translate(${x} ${y})` });
    });
    this.ghosts.replaceChildren(...clouds);
    set(this.ghostEdge, "d", layout.outline(cells));
  }

  /** A tick on the tiles of a part, a ring on those that can still join it. */
  pick(picked, open) {
    const wanted = `${picked}:${open}`;
    if (this.parts.dataset.cells === wanted) return;
    this.parts.dataset.cells = wanted;
    const marks = [...picked, ...open].map((cell) => {
      const [x, y] = this.layout.at(cell);
      const chosen = picked.includes(cell);
      const disc = svg("circle", { r: chosen ? 21 : 14 });
      const tick = chosen ? [svg("path", { d: PICKED })] : [];
      const attributes = { class: chosen ? "is-picked" : "is-open" };
      return svg("g", { ...attributes, transform: `translate(${x} ${y})` }, disc, ...tick);
    });
    this.parts.replaceChildren(...marks);
  }

  /** The cell that the keyboard stands on; none without one. */
  point(cell) {
    this.cursor.classList.toggle("is-there", Boolean(cell));
    if (cell) place(this.cursor, this.layout.at(cell));
  }
}
