// The whole board in words, for people who listen.
import { language, t, tn } from "../site/language.js";

const list = new Intl.ListFormat(language, { type: "conjunction" });

/** @param {{fog: string[], menhirs: string[], free: string[], clusters: string[][]}} view */
export function boardInWords({ menhirs, free, clusters }) {
  const covered = menhirs.filter((name) => !free.includes(name));
  const lines = clusters.map((tiles, i) =>
    tn("Cluster {number}, {n} tile: {cells}.", "Cluster {number}, {n} tiles: {cells}.", tiles.length, {
      n: tiles.length,
      number: i + 1,
      cells: list.format(tiles),
    }),
  );
  if (clusters.length === 0) lines.push(t("There is no fog on the board."));
  if (covered.length) lines.push(t("Menhirs under fog: {cells}.", { cells: list.format(covered) }));
  if (free.length) lines.push(t("Free menhirs: {cells}.", { cells: list.format(free) }));
  return lines.join(" ");
}
