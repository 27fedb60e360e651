/** Staged moments on the board: night falls around a claim, and the last stones rise when a game is won. */

import { set, svg } from "../site/element.js";
import { place, use } from "./shapes.js";

/** How long a won game is looked at, in milliseconds. */
const TRIUMPH = 3600;
/** @type {KeyframeAnimationOptions} */
const STAYS = { fill: "backwards", easing: "ease-in-out" };
const FALLS = { opacity: [0, 0.78, 0.78, 0.7, 0] };
const THINS = { opacity: [1, 0.3, 0.3, 1] };
const SHINES = { opacity: [0, 1, 0.85, 0], scale: [0.3, 1, 1.08, 1.3] };
const TURNS = { opacity: [0, 0.85, 0.7, 0], rotate: ["0deg", "48deg"], scale: [0.4, 1.1] };
const RISES = { translate: ["0 0", "0 -34px", "0 -30px", "0 0"], scale: [1, 1.5, 1.45, 1] };

export class Moments {
  /** @param {string} prefix @param {import("./layout.js").Layout} layout */
  constructor(prefix, layout) {
    this.prefix = prefix;
    /** Over the ground and under the fog. */
    this.night = svg("path", { class: "mb-night" });
    /** Over everything. */
    this.stage = svg("g", { class: "mb-triumph" });
    this.layout = layout;
    this.arrange(layout);
  }

  /** @param {import("./layout.js").Layout} layout */
  arrange(layout) {
    this.layout = layout;
    set(this.night, "d", layout.outline(layout.names));
  }

  /**
   * The stones that won the game rise and shine, once what hid them has gone; 0 is no time for animations.
   * @param {string[]} cells
   * @param {SVGElement[]} fog what thins meanwhile
   * @param {number} time
   */
  rise(cells, fog, time) {
    if (!time || !cells.length) return;
    const how = { ...STAYS, duration: TRIUMPH, delay: time };
    this.night.animate(FALLS, how);
    for (const layer of fog) layer.animate(THINS, how);
    for (const cell of cells) {
      const [rays, glow, stone] = ["rays", "glow", "menhir"].map((shape) => svg("g", {}, use(this.prefix, shape)));
      const spot = svg("g", { "data-cell": cell }, rays, glow, stone);
      place(spot, this.layout.at(cell));
      this.stage.append(spot);
      rays.animate(TURNS, how);
      glow.animate(SHINES, how);
      stone.animate(RISES, how).onfinish = () => spot.remove();
    }
  }
}
