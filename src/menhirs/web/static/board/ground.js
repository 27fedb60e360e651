/**
 * The tray and the tiles that were laid: moss with its trees, heath with its menhirs.
 */

import { set, svg } from "../site/element.js";
import { definitions, place, use } from "./shapes.js";

// From north to south, as nearer trees stand before farther ones; none where the name is written.
const TREE_SPOTS = [[-16, -15], [15, -17], [-34, 8], [0, 8], [32, 7], [32, 27], [13, 31]];
const TREES = ["fir", "fir", "sapling", "oak", "oak"];
const CLEARING_FOR_STONE = [3, 5, 6];

export class Ground {
  /** @param {string} prefix @param {import("./layout.js").Layout} layout */
  constructor(prefix, layout) {
    this.prefix = prefix;
    this.tray = svg("g");
    this.floor = svg("g");
    this.standing = svg("g");
    const layers = [definitions(prefix), this.tray, this.floor, this.standing];
    this.node = svg("svg", { class: "mb-picture", "aria-hidden": "true" }, ...layers);
    /** @type {Map<string, {floor: SVGElement, standing: SVGElement, kind?: string}>} */
    this.cells = new Map();
    for (const name of layout.names) {
      const floor = svg("use", { class: "mb-floor" });
      const standing = svg("g", { class: "mb-standing" });
      this.cells.set(name, { floor, standing });
    }
    this.arrange(layout);
  }

  /** Lays everything where it lies from this side of the table. @param {import("./layout.js").Layout} layout */
  arrange(layout) {
    set(this.node, "viewBox", layout.box.join(" "));
    const outline = layout.outline(layout.names);
    const rim = (/** @type {number} */ width, /** @type {string} */ colour, /** @type {Record<string, string>} */ more = {}) =>
      svg("path", {
        d: outline,
        fill: "none",
        stroke: `var(--mb-${colour})`,
        "stroke-width": width,
        "stroke-linejoin": "round",
        ...more,
      });
    this.tray.replaceChildren(
      rim(24, "tray-dim", { transform: "translate(0 5)" }), // its thickness
      rim(24, "rim"),
      rim(8, "tray-dim"),
      svg("path", { d: outline, fill: `url(#${this.prefix}tray-paint)` }),
    );
    const southwards = [...this.cells].sort(
      ([one], [other]) => layout.at(one)[1] - layout.at(other)[1],
    );
    for (const [name, cell] of southwards) {
      place(cell.floor, layout.at(name));
      place(cell.standing, layout.at(name));
      this.floor.append(cell.floor);
      this.standing.append(cell.standing);
    }
  }

  /** @param {import("../../messages").View} view @param {boolean} dense then not even the ground may show what fog covers */
  update(view, dense) {
    for (const [name, cell] of this.cells) {
      const menhir = view.menhirs.includes(name);
      const kind = menhir ? "menhir" : view.flipped.includes(name) ? "flipped" : "forest";
      const floor = menhir && !(dense && view.fog.includes(name)) ? "heath" : "moss";
      set(cell.floor, "href", `#${this.prefix}${floor}`);
      if (cell.kind !== kind) {
        cell.kind = kind;
        const things = svg("g", { class: `mb-rise is-${kind}` }, ...this.things(name, kind));
        cell.standing.replaceChildren(things);
      }
    }
  }

  /** Hides what stands under fog. @param {string[]} fog */
  cover(fog) {
    for (const [name, { standing }] of this.cells) {
      standing.classList.toggle("is-fogged", fog.includes(name));
    }
  }

  /** @param {string} name @param {string} kind */
  things(name, kind) {
    if (kind === "menhir") return [use(this.prefix, "menhir")];
    if (kind === "forest") return this.wood(name, []);
    return [...this.wood(name, CLEARING_FOR_STONE), use(this.prefix, "overturned")];
  }

  /** Each cell has a wood of its own, which comes back unchanged when fog has passed over it. @param {string} name @param {number[]} cleared */
  wood(name, cleared) {
    let seed = name.charCodeAt(0) * 7919 + name.charCodeAt(1) * 104729;
    const upTo = (/** @type {number} */ limit) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * limit);
    };
    const clearings = [...cleared, upTo(TREE_SPOTS.length), upTo(TREE_SPOTS.length)];
    return TREE_SPOTS.map(([x, y]) => ({ tree: TREES[upTo(5)], x: x + upTo(9) - 4, y: y + upTo(7) - 3 }))
      .filter((_, spot) => !clearings.includes(spot))
      .map(({ tree, x, y }) => use(this.prefix, tree, x, y));
  }
}
