/**
 * What fog is made of: round puffs with soft edges, so that tiles which lie together run into one
 * bank by themselves. No filter blurs them: a phone would have to paint that anew in every frame.
 *
 * A tile has parts in several layers, each drawn for all tiles before the next: its shadow, its body,
 * and the light on it from the north-west. That way no edge of a tile shows inside a bank.
 */

import { svg } from "../site/element.js";

/** @typedef {{x: number, y: number, r: number}} Puff */

/**
 * The colour of a kind of puff, and how much of it is left from the middle to the edge.
 * @type {Record<string, [string, ...[number, number][]]>}
 */
const PAINTS = {
  body: ["fog-dim", [0.55, 1], [0.72, 0.86], [0.86, 0.4]],
  light: ["fog", [0, 0.95], [0.35, 0.8], [0.7, 0.28]],
  dusk: ["wave", [0, 0.5], [0.6, 0.3]],
  shadow: ["shadow", [0.62, 0.5], [0.85, 0.16]],
  wake: ["fog", [0, 0.6], [0.5, 0.42]],
};

/** Curls in the fog: thin in the ends, as a breath leaves them. */
const CURLS = [
  "M-34-8Q-18-24 2-15Q14-9 26-16Q14-4 0-10Q-18-17-34-8ZM-22 17Q-6 6 10 14Q20 19 33 12Q20 25 8 19Q-6 12-22 17Z",
  "M-28-18Q-10-30 8-20Q20-14 30-19Q18-8 6-15Q-10-23-28-18ZM-36 10Q-20-2-4 7Q10 15 24 7Q12 21-6 12Q-20 4-36 10Z",
];

/** The puffs of one tile: a big one, and six around it that are never quite alike. @param {number} variant @returns {Puff[]} */
function puffs(variant) {
  let seed = 17 + variant * 101;
  const about = (/** @type {number} */ middle, /** @type {number} */ most) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return middle + (seed / 2 ** 31 - 1) * most;
  };
  const around = [0, 1, 2, 3, 4, 5].map((number) => {
    const angle = (number * Math.PI) / 3 + about(0.5, 0.22);
    const far = about(33, 3);
    return { x: Math.cos(angle) * far, y: Math.sin(angle) * far, r: about(29, 4) };
  });
  return [{ x: 0, y: 0, r: 54 }, ...around];
}

/** @param {Puff} puff @param {string} paint */
const circle = ({ x, y, r }, paint) => svg("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: r.toFixed(1), fill: paint });

/** @param {number} variant */
const curl = (variant) => svg("path", { d: CURLS[variant % 2], transform: `rotate(${variant * 4 - 6})`, class: "mb-curl" });

/** Everything of fog that is referred to by name. @param {string} prefix */
export function vapours(prefix) {
  const paint = (/** @type {string} */ name) => `url(#${prefix}${name}-vapour)`;
  const shape = (/** @type {string} */ name, /** @type {SVGElement[]} */ ...parts) => svg("g", { id: prefix + name }, ...parts);
  const paints = Object.entries(PAINTS).map(([name, [colour, ...stops]]) => {
    const fading = [...stops, [1, 0]].map(([offset, part]) =>
      svg("stop", { offset, "stop-color": `var(--mb-${colour})`, "stop-opacity": part }),
    );
    return svg("radialGradient", { id: `${prefix}${name}-vapour` }, ...fading);
  });
  const tiles = [0, 1, 2, 3].flatMap((variant) => {
    const [middle, ...around] = puffs(variant);
    const lit = around.map(({ x, y, r }) => ({ x: x * 0.82 - 4, y: y * 0.82 - 7, r: r * 0.86 }));
    return [
      shape(`body${variant}`, ...[middle, ...around].map((puff) => circle(puff, paint("body")))),
      shape(
        `light${variant}`,
        circle({ x: 12, y: 19, r: 34 }, paint("dusk")),
        circle({ x: -6, y: -9, r: 40 }, paint("light")),
        ...lit.map((puff) => circle(puff, paint("light"))),
        curl(variant),
      ),
    ];
  });
  return [
    ...paints,
    ...tiles,
    shape("shadow", circle({ x: 4, y: 9, r: 66 }, paint("shadow"))),
    shape("wake", circle({ x: 0, y: 0, r: 58 }, paint("wake")), curl(0)),
    // Between two tiles: as wide as the side that they share, and well into both.
    shape("strand", svg("ellipse", { rx: 40, ry: 45, fill: paint("body") })),
  ];
}
