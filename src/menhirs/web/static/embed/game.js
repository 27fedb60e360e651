// A game in a frame: one steps through it, and a running one goes on by itself.
import { t } from "../site/language.js";
import { ask, boardOf, button, showText, data } from "./widget.js";

const NEWS_EVERY = 5000;

const { match, runs, geometry, plies: knownPlies } = data();
const board = boardOf(geometry, "south");
/** @type {import("../../messages").PlyItem[]} */
let plies = [];
let at = 0;

/** @param {number} wanted */
function showPly(wanted) {
  const to = Math.max(0, Math.min(wanted, plies.length - 1));
  const ply = plies[to];
  if (!ply) return;
  const glides = Math.abs(to - at) === 1;
  const events = glides ? plies[Math.max(to, at)].events : [];
  at = to;
  board.show({ view: ply.view, legal: [], phase: "over", events, animate: glides });
  showText(at === 0 ? t("The start.") : ply.words);
  for (const [one, end] of /** @type {[HTMLElement, boolean][]} */ ([[first, at === 0], [back, at === 0], [forward, at === plies.length - 1], [last, at === plies.length - 1]])) {
    one.setAttribute("aria-disabled", String(end));
  }
}

const first = button(t("To the start"), () => showPly(0), "«");
const back = button(t("One step back"), () => showPly(at - 1), "‹");
const forward = button(t("One step on"), () => showPly(at + 1), "›");
const last = button(t("To the end"), () => showPly(plies.length - 1), "»");

/** Reads the game; a view of its end stays at the end. */
async function read() {
  const news = knownPlies ?? (await ask(`/m/${match}/plies`));
  if (!news) return;
  const follows = at >= plies.length - 1;
  const isFirst = plies.length === 0;
  plies = news;
  if (isFirst) at = plies.length - 1;
  if (isFirst || follows) showPly(plies.length - 1);
}

document.addEventListener("keydown", ({ key }) => {
  if (key === "ArrowLeft") showPly(at - 1);
  if (key === "ArrowRight") showPly(at + 1);
});
read();
if (runs) setInterval(() => void (document.hidden || read()), NEWS_EVERY);
