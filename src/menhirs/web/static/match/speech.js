// What people who listen hear, now and when they ask.
import { byId } from "../site/element.js";
import { language, t, tn } from "../site/language.js";

/** @type {string[]} */
let waiting = [];
let timer = 0;

/** Says something through the live region; what comes at the same time is said in one breath. */
export function announce(/** @type {string} */ text) {
  if (!text) return;
  waiting.push(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const words = waiting.join(" ");
    waiting = [];
    const live = byId("live");
    // The same words again would not be read unless they change.
    live.textContent = live.textContent === words ? `${words}\u00a0` : words;
  }, 120);
}

const list = new Intl.ListFormat(language, { type: "conjunction" });

/** Names in a row, as one says them. @param {string[]} names */
export function listed(names) {
  return list.format(names);
}

/** @param {{fog: string[], menhirs: string[], free: string[], clusters: string[][]}} view */
export function boardInWords({ menhirs, free, clusters }) {
  const covered = menhirs.filter((name) => !free.includes(name));
  const lines = clusters.map((tiles, i) =>
    tn("Cluster {number}, {n} tile: {cells}.", "Cluster {number}, {n} tiles: {cells}.", tiles.length, {
      n: tiles.length,
      number: i + 1,
      cells: listed(tiles),
    }),
  );
  if (clusters.length === 0) lines.push(t("There is no fog on the board."));
  if (covered.length) lines.push(t("Menhirs under fog: {cells}.", { cells: listed(covered) }));
  if (free.length) lines.push(t("Free menhirs: {cells}.", { cells: listed(free) }));
  return lines.join(" ");
}
