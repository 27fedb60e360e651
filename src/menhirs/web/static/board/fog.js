/**
 * The fog tiles. Every tile is a node of its own that stays the same while it moves, so that it
 * slides from cell to cell; what lies where follows from the view, how it got there from the events.
 */

import { svg } from "../site/element.js";
import { found } from "./layout.js";
import { place, use } from "./shapes.js";

/** @type {import("./layout.js").Point} */
const STILL = [0, 0];

/** @typedef {{tile: SVGElement, shadow: SVGElement}} Nodes */

const RISES = { translate: ["0 0", "0 -26px"], opacity: [1, 0] };
const SETTLES = { translate: ["0 -22px", "0 0"], opacity: [0, 1] };

export class Fog {
  /** @param {string} prefix @param {import("./layout.js").Layout} layout */
  constructor(prefix, layout) {
    this.prefix = prefix;
    this.layout = layout;
    /** How long animations take now, in milliseconds; 0 for none. */
    this.time = 0;
    // All shadows first: they fall from a whole bank of fog, not inside it.
    this.shadows = svg("g", { class: "mb-shadows" });
    this.bridgework = svg("g", { class: "mb-bridges" });
    this.bank = svg("g", { class: "mb-tiles" });
    this.layers = [this.shadows, this.bridgework, this.bank];
    /** @type {Map<string, Nodes>} by cell */
    this.tiles = new Map();
    /** @type {Map<string, SVGElement>} by cell and direction, between tiles that hang together */
    this.bridges = new Map();
  }

  /**
   * Shows the fog of a view, sliding what an event says has moved; 0 is no time for animations.
   * @param {import("../../messages").View} view
   * @param {import("./layout.js").Layout} layout
   * @param {{moved?: import("../../messages").Event, time: number}} how
   */
  update(view, layout, { moved, time }) {
    this.layout = layout;
    this.time = time;
    if (moved) this.rename(view, moved);
    const clusters = new Map(view.clusters.flatMap((tiles) => tiles.map((tile) => /** @type {const} */ ([tile, tiles]))));
    for (const [cell, nodes] of this.tiles) {
      if (!clusters.has(cell)) this.lose(cell, nodes);
    }
    for (const cell of view.fog) {
      if (!this.tiles.has(cell)) this.gain(cell);
    }
    /** @type {Set<string>} */
    const wanted = new Set();
    for (const cell of view.fog) {
      for (const direction of layout.directions.slice(0, 3)) {
        // The other three directions lead back.
        const next = layout.next(cell, direction);
        if (next && clusters.get(cell)?.includes(next)) wanted.add(`${cell}-${direction}`);
      }
    }
    for (const [key, bridge] of this.bridges) {
      if (!wanted.has(key)) {
        bridge.remove();
        this.bridges.delete(key);
      }
    }
    for (const key of wanted) {
      if (!this.bridges.has(key)) this.bridges.set(key, this.bridge(key));
    }
    this.displace([], STILL);
  }

  /** Forgets all tiles: after the table was turned they all lie elsewhere. */
  clear() {
    for (const layer of this.layers) layer.replaceChildren();
    this.tiles.clear();
    this.bridges.clear();
  }

  /**
   * Hands the nodes of moved tiles over to the cells they landed on, forwards or in a review back.
   * @param {import("../../messages").View} view
   * @param {import("../../messages").Event} moved
   */
  rename(view, { tiles = [], landed = [], direction = "" }) {
    const has = (/** @type {string[]} */ cells) => cells.every((cell) => this.tiles.has(cell));
    const back = !has(tiles) || !landed.every((cell) => view.fog.includes(cell));
    /** @type {Map<string, string>} */
    const to = new Map();
    for (const tile of tiles) {
      const next = this.layout.next(tile, direction);
      if (!next) return;
      if (back) to.set(next, tile);
      else to.set(tile, next);
    }
    if (!has([...to.keys()])) return;
    const taken = [...to].map(([from, cell]) => /** @type {const} */ ([cell, found(this.tiles, from)]));
    for (const from of to.keys()) this.tiles.delete(from);
    for (const [cell, nodes] of taken) this.tiles.set(cell, nodes);
    const bridges = [...this.bridges].filter(([key]) => this.ends(key).every((end) => end && to.has(end)));
    for (const [key] of bridges) this.bridges.delete(key);
    for (const [key, node] of bridges) {
      const [from, way] = key.split("-");
      this.bridges.set(`${to.get(from)}-${way}`, node);
    }
  }

  /** The two cells that a bridge joins. @param {string} key */
  ends(key) {
    const [cell, direction] = key.split("-");
    return [cell, this.layout.next(cell, direction)];
  }

  /** @param {string} cell */
  gain(cell) {
    const inner = svg("g", { class: "mb-lift" }, use(this.prefix, "fog"));
    const nodes = { tile: svg("g", { class: "mb-tile" }, inner), shadow: svg("g") };
    nodes.shadow.append(use(this.prefix, "shadow"));
    this.bank.append(nodes.tile);
    this.shadows.append(nodes.shadow);
    this.tiles.set(cell, nodes);
    place(nodes.tile, this.layout.at(cell));
    if (!this.time) return;
    nodes.tile.animate(SETTLES, { duration: this.time, easing: "ease-out" });
    nodes.shadow.animate({ opacity: [0, 1] }, this.time);
  }

  /** @param {string} cell @param {Nodes} nodes */
  lose(cell, { tile, shadow }) {
    this.tiles.delete(cell);
    shadow.remove();
    if (!this.time) return tile.remove();
    const rising = tile.animate(RISES, { duration: this.time, easing: "ease-in", fill: "forwards" });
    rising.onfinish = () => tile.remove();
  }

  /** @param {string} key */
  bridge(key) {
    const [cell, direction] = key.split("-");
    const shift = this.layout.shift(direction).join(" ");
    const node = svg("g", {}, svg("path", { d: `M0 0L${shift}`, class: "mb-bridge" }));
    place(node, this.layout.at(cell));
    this.bridgework.append(node);
    if (this.time) node.animate({ opacity: [0, 0, 1] }, this.time);
    return node;
  }

  /** Holds some tiles off their cells, as one does in dragging; the others go back to theirs. @param {string[]} tiles @param {import("./layout.js").Point} shift */
  displace(tiles, shift) {
    const off = (/** @type {string} */ cell) => (tiles.includes(cell) ? shift : STILL);
    for (const [cell, { tile, shadow }] of this.tiles) {
      place(tile, this.layout.at(cell), off(cell));
      place(shadow, this.layout.at(cell), off(cell));
    }
    for (const [key, node] of this.bridges) {
      const [one, other] = this.ends(key).map((end) => end !== undefined && tiles.includes(end));
      const [cell] = key.split("-");
      place(node, this.layout.at(cell), off(cell));
      node.classList.toggle("is-torn", one !== other);
    }
  }

  /** Lifts one tile a little, as if held by its edge. @param {string|null} cell */
  lift(cell) {
    for (const [name, { tile }] of this.tiles) tile.classList.toggle("is-lifted", name === cell);
  }
}
