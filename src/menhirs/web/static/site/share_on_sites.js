// Games, puzzles and positions for other sites: a link, and the HTML of their widgets.
import { address, wholeAddress } from "./address.js";
import { edition } from "./edition.js";
import { element } from "./element.js";
import { t } from "./language.js";
import { settings } from "./settings.js";
import { copy, showLink } from "./share.js";
import { ask, showPicture } from "./wire.js";

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

/** Everything there is to share of a game that is over. @param {string} match */
export async function showGame(match) {
  const at = `/m/${match}`;
  const { theme, animation } = settings();
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  const file = (/** @type {string} */ name, /** @type {string} */ saved, /** @type {string} */ words) =>
    element("a", { class: "button", href: address(`${at}/${name}`), download: saved }, words);
  const picture = element("img", {
    class: "shared-game",
    width: 712,
    height: 676,
    alt: animation === "off" ? t("The final position") : t("The game as a moving picture"),
  });
  showPicture(picture, `${at}/${animation === "off" ? "picture" : "game"}.svg?theme=${dark ? "dark" : "light"}`);
  showLink(
    t("Share this game"),
    "",
    wholeAddress(at),
    picture,
    element(
      "div",
      { class: "row" },
      file("game.svg", `${match}.svg`, t("Save the moving picture")),
      file("picture.png", `${match}.png`, t("Save the final position")),
      file("record", "", t("Save the record")),
    ),
    snippetFor(`/embed${edition ? await movesOfGame(at) : at}`, t("A game of Menhirs dans le Brouillard")),
  );
}

/** The address of a widget of a local game: it contains the moves, since nobody else has the game. @param {string} at */
async function movesOfGame(at) {
  const record = await (await ask(`${at}/record`)).text();
  const opened = await ask("/api/analysis/open", { method: "POST", body: JSON.stringify({ text: record }) });
  /** @type {import("../../messages").AnalysisOpening} */
  const { position, line } = await opened.json();
  const moves = line.plies.map(({ action }) => action ?? "").filter(Boolean);
  return `/game?${new URLSearchParams({ position, moves: moves.join(" ") })}`;
}

/**
 * The HTML that shows something of ours on another site, with a button to copy it.
 * @param {string} path of the widget
 * @param {string} title
 * @param {string} [words] what it is for
 */
function snippetFor(path, title, words = t("Show it on your own site")) {
  const address = wholeAddress(path).replaceAll("&", "&amp;");
  const html = `<iframe src="${address}" width="480" height="560" title="${title.replaceAll('"', "&quot;")}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
  const field = element("textarea", { readonly: true, rows: 4, class: "snippet", "aria-label": t("HTML for your own site") }, html);
  const press = () => copy(html, t("Copied."));
  return element(
    "details",
    { class: "share-embed" },
    element("summary", {}, words),
    field,
    element("button", { type: "button", onclick: press }, t("Copy the HTML")),
  );
}
