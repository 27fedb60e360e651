/** The elements that the board is made of, put together. */

import { element, svg } from "../site/element.js";

/** The picture over the ground: a layer of its own, so that sliding fog repaints nothing else. @param {import("./fog.js").Fog} fog @param {import("./marks.js").Marks} marks @param {import("./moments.js").Moments} moments */
export function weather(fog, marks, moments) {
  const layers = [moments.night, marks.below, ...fog.layers, marks.above, moments.stage];
  return svg("svg", { class: "mb-picture mb-weather", "aria-hidden": "true" }, ...layers);
}

/** @param {string} prefix @param {import("./words.js").Words} words @param {SVGElement[]} pictures @param {import("./panel.js").Panel} panel */
export function stage(prefix, { t }, pictures, panel) {
  const attributes = {
    class: "mb-stage",
    role: "application",
    "aria-roledescription": t("game board"),
    "aria-label": t("Board"),
    "aria-describedby": `${prefix}keys`,
  };
  return element("div", attributes, ...pictures, ...panel.cells.values());
}

/** @param {string} prefix @param {import("./words.js").Words} words @param {HTMLElement} stage @param {import("./panel.js").Panel} panel */
export function root(prefix, { t }, stage, panel) {
  const keys = t(
    "Tab goes from cluster to cluster or to what can be chosen, the arrow keys from cell to cell. Enter chooses. W, E, D, S, A and Q move fog up, up right, down right, down, down left and up left. P picks a part of a cluster, Escape lets go.",
  );
  const help = element("p", { id: `${prefix}keys`, class: "mb-unseen" }, keys);
  return element("div", { class: "menhirs-board" }, stage, ...panel.corners, panel.bubble, help);
}
