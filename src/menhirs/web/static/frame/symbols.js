// The little signs for placing fog and for taking it away, alike on the plates and on the track.
import { svg } from "../site/element.js";

const CLOUD = "M5 17a5 5 0 0 1 .6-9.9 6.5 6.5 0 0 1 12.3 1.2A4.4 4.4 0 0 1 18 17z";

/** Fog to place: a cloud. @param {string} [look] */
export function cloud(look = "") {
  return svg("svg", { viewBox: "0 0 24 24", class: `sign cloud ${look}`, "aria-hidden": "true" }, svg("path", { d: CLOUD }));
}

/** Fog to take away: a disc with a minus in it. @param {string} [look] */
export function taking(look = "") {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: `sign taking ${look}`, "aria-hidden": "true" },
    svg("circle", { cx: 12, cy: 12, r: 8.5 }),
    svg("path", { d: "M7.5 12h9" }),
  );
}
