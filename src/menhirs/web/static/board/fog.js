/**
 * The fog. Every tile keeps its nodes while it moves, so that it drifts from cell to cell; what lies
 * where follows from the view, how it got there from the events. Strands join the tiles of a bank:
 * they stretch and tear where it is split.
 */

import { svg } from "../site/element.js";
import { found } from "./layout.js";
import { place, use } from "./shapes.js";

/** @typedef {import("./layout.js").Point} Point */
/**
 * @typedef {object} Tile
 * @property {string} cell where it lies
 * @property {SVGElement} tile its body
 * @property {SVGElement} light
 * @property {SVGElement} shadow
 */
/** @typedef {{ends: [Tile, Tile], node: SVGElement}} Strand */

/** @type {Point} */
const STILL = [0, 0];
/** The last tiles of a bank set out so much later than the first, as a part of the time of a slide. */
const LAG = 0.12;
/** So far (in steps, beyond the first) a strand stretches before it is gone. */
const TEARS = 0.6;

const THINS = { body: { opacity: [1, 0], scale: [1, 1.35], translate: ["0 0", "3px -16px"] }, light: { opacity: [1, 0.7, 0], scale: [1, 1.5], translate: ["0 0", "-6px -34px"] } };
const SETTLES = { opacity: [0, 1], scale: [1.3, 1], translate: ["0 -22px", "0 0"] };

export class Fog {
  /** @param {string} prefix @param {import("./layout.js").Layout} layout */
  constructor(prefix, layout) {
    this.prefix = prefix;
    this.layout = layout;
    /** How long animations take now, in milliseconds; 0 for none. */
    this.time = 0;
    const layer = (/** @type {string} */ name) => svg("g", { class: `mb-${name}` });
    this.shadows = layer("shadows");
    this.strandwork = layer("strands");
    this.bank = layer("tiles");
    this.lights = layer("lights");
    this.layers = [this.shadows, this.strandwork, this.bank, this.lights];
    /** @type {Map<string, Tile>} by cell */
    this.tiles = new Map();
    /** @type {Strand[]} between tiles that hang together */
    this.strands = [];
    /** Counts the tiles that were laid, so that neighbours look different. */
    this.laid = 0;
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
    const drifting = moved ? this.rename(view, moved) : [];
    const gone = [...this.tiles.values()].filter(({ cell }) => !view.fog.includes(cell));
    for (const tile of gone) this.lose(tile);
    for (const cell of view.fog) {
      if (!this.tiles.has(cell)) this.gain(cell);
    }
    this.join(view.clusters);
    this.displace([], STILL);
    this.stagger(drifting, moved?.direction ? layout.shift(moved.direction) : STILL);
  }

  /** The cells in front start first. @param {string[]} cells @param {Point} shift */
  stagger(cells, [dx, dy]) {
    const ahead = (/** @type {string} */ cell) => this.layout.at(cell)[0] * dx + this.layout.at(cell)[1] * dy;
    const [most, least] = [Math.max(...cells.map(ahead)), Math.min(...cells.map(ahead))];
    for (const [cell, tile] of this.tiles) {
      const late = cells.includes(cell) && most > least ? (LAG * this.time * (most - ahead(cell))) / (most - least) : 0;
      for (const node of this.nodes(tile)) node.style.transitionDelay = late ? `${Math.round(late)}ms` : "";
    }
  }

  /** Lets strands join the tiles of each cluster, and no others. @param {string[][]} clusters */
  join(clusters) {
    const { layout } = this;
    /** @type {Map<string, [string, string]>} */
    const wanted = new Map();
    for (const tiles of clusters) {
      for (const cell of tiles) {
        for (const direction of layout.directions.slice(0, 3)) {
          // The other three directions lead back.
          const next = layout.next(cell, direction);
          if (next && tiles.includes(next)) wanted.set(`${cell} ${next}`, [cell, next]);
        }
      }
    }
    this.strands = this.strands.filter((strand) => {
      const [one, other] = strand.ends;
      const whole = [one, other].every((tile) => this.tiles.get(tile.cell) === tile);
      const key = [`${one.cell} ${other.cell}`, `${other.cell} ${one.cell}`].find((key) => whole && wanted.has(key));
      if (key) wanted.delete(key);
      else this.tear(strand);
      return key !== undefined;
    });
    for (const [one, other] of wanted.values()) this.strands.push(this.strand(found(this.tiles, one), found(this.tiles, other)));
  }

  /** Forgets all tiles: after the table was turned they all lie elsewhere. */
  clear() {
    for (const layer of this.layers) layer.replaceChildren();
    this.tiles.clear();
    this.strands = [];
  }

  /**
   * Hands the moved tiles over to the cells they landed on, forwards or in a review back; which cells these are.
   * @param {import("../../messages").View} view
   * @param {import("../../messages").Event} moved
   * @returns {string[]}
   */
  rename(view, { tiles = [], landed = [], direction = "" }) {
    const { layout } = this;
    const has = (/** @type {string[]} */ cells) => cells.every((cell) => this.tiles.has(cell));
    const back = !has(tiles) || !landed.every((cell) => view.fog.includes(cell));
    /** @type {Map<string, string>} */
    const to = new Map();
    for (const tile of tiles) {
      const next = layout.next(tile, direction);
      if (!next) return [];
      if (back) to.set(next, tile);
      else to.set(tile, next);
    }
    if (!has([...to.keys()])) return [];
    const taken = [...to].map(([from, cell]) => /** @type {const} */ ([cell, found(this.tiles, from)]));
    for (const from of to.keys()) this.tiles.delete(from);
    for (const [cell, tile] of taken) {
      this.tiles.set(cell, tile);
      tile.cell = cell;
    }
    return taken.map(([cell]) => cell);
  }

  /** @param {Tile} tile */
  nodes({ tile, light, shadow }) {
    return [tile, light, shadow];
  }

  /** @param {string} cell */
  gain(cell) {
    const look = (this.laid += 1) % 4;
    const node = (/** @type {string} */ shape, /** @type {SVGElement} */ layer) => {
      const made = svg("g", {}, svg("g", { class: "mb-lift" }, use(this.prefix, shape)));
      place(made, this.layout.at(cell));
      layer.append(made);
      return made;
    };
    const tile = {
      cell,
      tile: node(`body${look}`, this.bank),
      light: node(`light${look}`, this.lights),
      shadow: node("shadow", this.shadows),
    };
    this.tiles.set(cell, tile);
    if (!this.time) return;
    for (const { firstElementChild: inner } of [tile.tile, tile.light]) inner?.animate(SETTLES, { duration: this.time, easing: "ease-out" });
    tile.shadow.animate({ opacity: [0, 1] }, this.time);
  }

  /** Lets a tile thin away. @param {Tile} lost */
  lose(lost) {
    this.tiles.delete(lost.cell);
    lost.shadow.remove();
    for (const [node, way] of /** @type {const} */ ([[lost.tile, THINS.body], [lost.light, THINS.light]])) {
      if (!this.time) node.remove();
      else this.#last(node.firstElementChild ?? node, way, () => node.remove(), 1.6);
    }
  }

  /** Plays an animation to its end, after which the node is no longer needed. @param {Element} node @param {PropertyIndexedKeyframes} way @param {() => void} end @param {number} [long] times a slide */
  #last(node, way, end, long = 1) {
    const motion = node.animate(way, { duration: this.time * long, easing: "ease-out", fill: "forwards" });
    motion.onfinish = end;
  }

  /** @param {Tile} one @param {Tile} other @returns {Strand} */
  strand(one, other) {
    const node = svg("g", {}, use(this.prefix, "strand"));
    this.strandwork.append(node);
    if (this.time) node.animate({ opacity: [0, 0, 1] }, this.time * 1.2);
    /** @type {Strand} */
    const strand = { ends: [one, other], node };
    this.stretch(strand, this.layout.at(one.cell), this.layout.at(other.cell));
    return strand;
  }

  /** A strand of tiles that no longer hang together stretches after them, and is gone. @param {Strand} strand */
  tear(strand) {
    const { node, ends } = strand;
    if (!this.time) return node.remove();
    this.stretch(strand, this.layout.at(ends[0].cell), this.layout.at(ends[1].cell));
    this.#last(node, { opacity: [Number(node.style.opacity || 1), 0] }, () => node.remove(), 0.8);
  }

  /** Lays a strand from one point to another: the farther they are apart, the thinner it is. @param {Strand} strand @param {Point} from @param {Point} to */
  stretch({ node }, [x, y], [toX, toY]) {
    const [shift] = this.layout.shifts.values();
    const far = Math.hypot(toX - x, toY - y) / Math.hypot(...shift);
    const beyond = Math.max(0, far - 1);
    const angle = Math.atan2(toY - y, toX - x);
    const size = `scale(${1 + beyond}, ${Math.max(0.15, 1 - 1.2 * beyond)})`;
    node.style.transform = `translate(${(x + toX) / 2}px, ${(y + toY) / 2}px) rotate(${angle}rad) ${size}`;
    node.style.opacity = String(Math.max(0, 1 - beyond / TEARS));
  }

  /** Holds some tiles off their cells, as one does in dragging; the others go back to theirs. @param {string[]} tiles @param {Point} shift */
  displace(tiles, shift) {
    const off = (/** @type {Tile} */ { cell }) => (tiles.includes(cell) ? shift : STILL);
    for (const tile of this.tiles.values()) {
      for (const node of this.nodes(tile)) place(node, this.layout.at(tile.cell), off(tile));
    }
    for (const strand of this.strands) {
      const [from, to] = strand.ends.map((tile) => {
        const [[x, y], [dx, dy]] = [this.layout.at(tile.cell), off(tile)];
        return /** @type {Point} */ ([x + dx, y + dy]);
      });
      this.stretch(strand, from, to);
    }
    this.stagger(tiles, shift);
  }

  /** Raises the tiles that are chosen. @param {string[]} chosen */
  raise(chosen) {
    for (const [cell, tile] of this.tiles) {
      for (const node of this.nodes(tile)) node.classList.toggle("is-chosen", chosen.includes(cell));
    }
  }

  /** Lifts one tile a little, as if held by its edge. @param {string|null} cell */
  lift(cell) {
    for (const [name, { tile, light }] of this.tiles) {
      for (const node of [tile, light]) node.classList.toggle("is-lifted", name === cell);
    }
  }
}
