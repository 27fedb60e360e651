/** What the board says: labels for a screen reader, and the default of the translation functions. */

/**
 * @typedef {import("../site/language.js").Gaps} Gaps
 * @typedef {(text: string, gaps?: Gaps) => string} Translate
 * @typedef {(one: string, several: string, n: number, gaps?: Gaps) => string} TranslateNumber
 * @typedef {{t: Translate, tn: TranslateNumber}} Words
 */

/** @param {string} text @param {Gaps} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));

/** English as it stands, for pages without a catalogue. @type {Words} */
export const ENGLISH = {
  t: (text, values = {}) => filled(text, values),
  tn: (one, many, n, values = {}) => filled(n === 1 ? one : many, { n, ...values }),
};

/** @param {Translate} t @returns {Record<string, string>} */
export function directionWords(t) {
  return {
    N: t("north"),
    NE: t("north-east"),
    SE: t("south-east"),
    S: t("south"),
    SW: t("south-west"),
    NW: t("north-west"),
  };
}

/** How much is chosen. @param {Words} words @param {number} n @param {boolean} picked */
export function countWords({ tn }, n, picked) {
  return picked
    ? tn("{n} tile picked.", "{n} tiles picked.", n, { n })
    : tn("{n} tile chosen.", "{n} tiles chosen.", n, { n });
}

/** How many tiles a part still lacks. @param {Words} words @param {number} n */
export const lackWords = ({ t }, n) => t("Pick {n} more.", { n });

/**
 * The question before an action counts; a move that shows a claim decides the game.
 * @param {Words} words
 * @param {import("../../messages").Legal} legal
 * @param {boolean} proving
 */
export function questionWords({ t, tn }, { kind, action, cell = "", tiles = [], direction = "" }, proving) {
  if (kind === "place") return t("Place fog on {cell}?", { cell });
  if (kind === "remove") return t("Take the fog off {cell}?", { cell });
  if (kind === "flip") return t("Turn over the menhir on {cell}?", { cell });
  if (kind !== "move") return `${action}?`;
  const n = tiles.length;
  const values = { n, direction: directionWords(t)[direction] };
  return proving
    ? tn("Show your claim by moving {n} tile {direction}?", "Show your claim by moving {n} tiles {direction}?", n, values)
    : tn("Move {n} tile {direction}?", "Move {n} tiles {direction}?", n, values);
}

/** Which menhirs would be bare then and which under fog. @param {Words} words @param {string[]} menhirs @param {string[]} fog */
export function outlookWords({ t }, menhirs, fog) {
  const bare = menhirs.filter((cell) => !fog.includes(cell)).join(", ");
  const covered = menhirs.filter((cell) => fog.includes(cell)).join(", ");
  return [
    bare && t("Free menhirs then: {cells}.", { cells: bare }),
    covered && t("Menhirs under fog then: {cells}.", { cells: covered }),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * A cell as one hears it: its name, what lies there, and which cluster its fog belongs to.
 * @param {Words} words
 * @param {string} cell
 * @param {import("../../messages").View} view
 * @param {string[]} cluster
 * @param {boolean} dense
 */
export function cellLabel({ t, tn }, cell, view, cluster, dense) {
  const menhir = view.menhirs.includes(cell);
  if (!cluster.length) {
    if (menhir) return t("{cell}: menhir", { cell });
    if (view.flipped.includes(cell)) return t("{cell}: forest, a menhir turned over", { cell });
    return t("{cell}: forest", { cell });
  }
  const lies = menhir && !dense ? t("{cell}: fog on a menhir", { cell }) : t("{cell}: fog", { cell });
  const n = cluster.length;
  const [first] = cluster;
  return `${lies}, ${tn("cluster {first}, {n} tile", "cluster {first}, {n} tiles", n, { first, n })}`;
}
