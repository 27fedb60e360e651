/**
 * What moss, trees, stones and fog look like: shapes that are defined once and used for every cell,
 * the same as on the pictures that the server draws. Colours are custom properties of the style
 * sheet. All shapes have their middle at (0, 0) and fit into a hexagon of radius 60.
 */

import { svg } from "../site/element.js";
import { vapours } from "./vapour.js";

const FIR = "M0-27L9-13H5L12-1H-12L-5-13H-9Z";
const SAPLING = "M0-20L7-9H4L9 0H-9L-4-9H-7Z";
const OAK = "M-11-6Q-16-14-8-18Q-5-26 3-23Q12-24 12-15Q16-8 9-4Q0 1-11-6Z";
const SPRIGS = ["-36-4", "-31 19", "34 12", "29-22", "-25-25"]
  .map((spot) => `M${spot}l-4-8m4 8v-10m0 10l4-8`)
  .join("");
// A menhir leans a little and has a shoulder, as they do.
const STONE = "M-17 30L-19 10L-16-9L-10-26L-4-35L4-37L10-28L13-15L17-3L17 14L18 29L7 32L-7 32Z";
const STONE_DARK_SIDE = "M4-37L10-28L13-15L17-3L17 14L18 29L7 32L9 16L6-1L6-17Z";
const STONE_CRACKS = "M-14-14L-6-9L-7-4M6-1L-3 5L-4 9M-18 16L-10 20";
const LICHEN = "M-11 6l1 2M-7 10v.1M-2-22l1 3";
export const ARROW = "M-7 13V-1H-17L0-21L17-1H7V13Z";
const CAME = "M0 19V-21M-12-9L0-22L12-9";
export const TICK = "M-10 1L-3 8L10-8";

/** Light that falls from a point to all sides. */
const RAYS = Array.from({ length: 14 }, (_, number) => {
  const [angle, far] = [(number * Math.PI) / 7, number % 2 ? 118 : 165];
  const spot = (/** @type {number} */ turn) => `${(Math.cos(angle + turn) * far).toFixed(1)} ${(Math.sin(angle + turn) * far).toFixed(1)}`;
  return `M0 0L${spot(-0.08)}L${spot(0.08)}Z`;
}).join("");

const CORNERS = [[60, 0], [30, 52], [-30, 52], [-60, 0], [-30, -52], [30, -52]];

/** Points on the sides of a hexagon, clockwise: at each of these parts of every side. @param {number} radius @param {...number} parts */
function onSides(radius, ...parts) {
  return CORNERS.flatMap(([x1, y1], number) => {
    const [x2, y2] = CORNERS[(number + 1) % 6];
    return parts.map((part) => {
      const [x, y] = [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
      return `${((x * radius) / 60).toFixed(1)} ${((y * radius) / 60).toFixed(1)}`;
    });
  });
}

/** A hexagon with rounded corners. @param {number} radius */
export function hexagon(radius) {
  const points = onSides(radius, 0.12, 0.88, 1);
  const sides = [0, 3, 6, 9, 12, 15].map((side) => {
    const [start, end, corner] = points.slice(side, side + 3);
    return `${start}L${end}Q${corner} `;
  });
  return `M${sides.join("")}${points[0]}Z`;
}

/** A hexagon whose sides billow twice. @param {number} radius */
export function cloud(radius) {
  const bulge = `A${(radius * 0.33).toFixed(1)} ${(radius * 0.33).toFixed(1)} 0 0 1 `;
  const [first, ...points] = onSides(radius, 0, 0.5);
  return `M${first}${[...points, first].map((point) => bulge + point).join("")}Z`;
}

/** @typedef {Record<string, string|number>} Attributes */

const fill = (/** @type {string} */ d, /** @type {string} */ colour, /** @type {Attributes} */ more = {}) => svg("path", { d, fill: colour, ...more });
const line = (/** @type {string} */ d, /** @type {string} */ colour, /** @type {number} */ width, /** @type {Attributes} */ more = {}) =>
  svg("path", {
    d,
    fill: "none",
    stroke: colour,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  });

/** A shape that {@link definitions} holds, with its middle at a place. @param {string} prefix @param {string} shape */
export function use(prefix, shape, x = 0, y = 0) {
  return svg("use", { href: `#${prefix}${shape}`, x, y });
}

/**
 * Puts an SVG node somewhere; a style sheet may let it glide there.
 * @param {SVGElement} node
 * @param {import("./layout.js").Point} at
 * @param {import("./layout.js").Point} [shift]
 */
export function place(node, [x, y], [dx, dy] = [0, 0]) {
  node.style.transform = `translate(${x + dx}px, ${y + dy}px)`;
}

/** Everything that is referred to by name, with a prefix to the names: one for every board. @param {string} prefix */
export function definitions(prefix) {
  const paint = (/** @type {string} */ name) => `url(#${prefix}${name}-paint)`;
  const stop = (/** @type {number} */ offset, /** @type {string} */ colour, opacity = 1) =>
    svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
  const gradient = (/** @type {string} */ name) => {
    // Lit from the north-west.
    const even = ["tray", "stone"].includes(name);
    const kind = even ? "linearGradient" : "radialGradient";
    const way = even ? { x2: 0.9, y2: 0.8 } : { cx: 0.42, cy: 0.36, r: 0.68 };
    const stops = [stop(0, `var(--mb-${name})`), stop(1, `var(--mb-${name}-dim)`)];
    return svg(kind, { id: `${prefix}${name}-paint`, ...way }, ...stops);
  };
  const ground = (/** @type {string} */ name) => [
    fill(hexagon(57), `var(--mb-${name}-side)`, { transform: "translate(0 3)" }),
    fill(hexagon(57), paint(name)),
  ];
  const tree = (/** @type {string} */ crown, /** @type {string} */ leaves) => [
    line("M0-3V5", "var(--mb-trunk)", 4),
    fill(crown, `var(--mb-${leaves})`, {
      stroke: `var(--mb-${leaves}-dim)`,
      "stroke-width": 2,
      "stroke-linejoin": "round",
    }),
  ];
  const stone = (/** @type {string} */ d) => [
    fill(d, paint("stone")),
    fill(STONE_DARK_SIDE, "var(--mb-stone-line)", { "fill-opacity": 0.3 }),
    line(STONE_CRACKS, "var(--mb-stone-line)", 1.2, { "stroke-opacity": 0.7 }),
    line(LICHEN, "var(--mb-lichen)", 5, { "stroke-opacity": 0.75 }),
    line(d, "var(--mb-stone-line)", 2.6),
  ];
  const dim = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ rx, /** @type {number} */ ry) =>
    svg("ellipse", { cx, cy, rx, ry, fill: "var(--mb-shadow)", "fill-opacity": 0.3 });
  const badge = () => svg("circle", { r: 14, fill: "var(--mb-fog)", "fill-opacity": 0.85, stroke: "var(--mb-ink-on-fog)", "stroke-width": 2.4 });
  const shapes = {
    moss: ground("moss"),
    heath: [...ground("heath"), line(SPRIGS, "var(--mb-heather)", 2.6)],
    fir: tree(FIR, "needles"),
    sapling: tree(SAPLING, "needles"),
    oak: tree(OAK, "leaves"),
    menhir: [dim(7, 31, 26, 7), ...stone(STONE)],
    overturned: [
      dim(5, 27, 28, 7),
      svg("g", { transform: "translate(2 15) rotate(98) scale(.72)" }, ...stone(STONE)),
    ],
    glow: [svg("circle", { r: 110, fill: paint("glow") })],
    rays: [fill(RAYS, paint("glow"))],
    // What can be done on a cell: as small as a sign may be that stands on every one.
    "may-place": [svg("circle", { r: 12, fill: "var(--mb-fog)", "fill-opacity": 0.75 })],
    "may-remove": [badge(), line("M-6.5 0H6.5", "var(--mb-ink-on-fog)", 4)],
    "may-flip": [badge(), line("M-6-3A7 7 0 0 1 6-3M6-9V-3H0M6 3A7 7 0 0 1-6 3", "var(--mb-ink-on-fog)", 2.6)],
    // Soft edges instead of a blur, which a phone would have to paint anew in every frame.
    shimmer: [
      line(STONE, paint("shimmer"), 9, { "stroke-opacity": 0.2 }),
      fill(STONE, paint("shimmer")),
      line(STONE, paint("shimmer"), 3, { "stroke-opacity": 0.5 }),
    ],
    came: [
      line(CAME, "var(--mb-fog)", 11, { "stroke-opacity": 0.75 }),
      line(CAME, "var(--mb-ink-on-fog)", 5.5),
    ],
    taken: [
      line(cloud(47), "var(--mb-shadow)", 5, { "stroke-opacity": 0.3 }),
      line(cloud(47), "var(--mb-fog)", 2.5, { "stroke-opacity": 0.9 }),
    ],
  };
  const glow = [stop(0.25, "var(--mb-glow)", 0.95), stop(1, "var(--mb-glow)", 0)];
  // A stone stands out of the fog that hides its foot.
  const rising = [stop(0, "var(--mb-shimmer)", 0.72), stop(0.55, "var(--mb-shimmer)", 0.5), stop(1, "var(--mb-shimmer)", 0.08)];
  return svg(
    "defs",
    {},
    ...["tray", "moss", "heath", "stone"].map(gradient),
    svg("linearGradient", { id: `${prefix}shimmer-paint`, x2: 0, y2: 1 }, ...rising),
    svg("radialGradient", { id: `${prefix}glow-paint` }, ...glow),
    ...vapours(prefix),
    ...Object.entries(shapes).map(([name, parts]) =>
      svg("g", { id: prefix + name }, ...parts),
    ),
  );
}
