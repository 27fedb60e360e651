// Puzzles and positions for other sites: a link, and the HTML of their widgets.
import { wholeAddress } from "./address.js";
import { t } from "./language.js";
import { showLink, snippetFor } from "./share.js";

/** Everything there is to share of a puzzle. @param {string} id */
export function showPuzzle(id) {
  const title = t("A puzzle of Menhirs dans le Brouillard");
  const daily = t("Puzzle of the day");
  showLink(
    t("Share this puzzle"),
    "",
    wholeAddress(`/puzzles/${id}`),
    snippetFor(`/embed/puzzles/${id}`, title),
    snippetFor("/embed/puzzles/today", daily, t("Show the puzzle of the day on your own site")),
  );
}

/** The position on a board and the moves that led there, for other sites. @param {string} position @param {string} start @param {string} moves */
export function showPosition(position, start, moves) {
  const title = t("A position of Menhirs dans le Brouillard");
  const line = `/embed/game?${new URLSearchParams({ position: start, moves })}`;
  showLink(
    t("Show it on your own site"),
    "",
    wholeAddress(`/analysis?${new URLSearchParams({ position })}`),
    snippetFor(`/embed/position?${new URLSearchParams({ position })}`, title, t("This position, to play on")),
    moves ? snippetFor(line, t("A game of Menhirs dans le Brouillard"), t("All moves, to step through")) : null,
  );
}
