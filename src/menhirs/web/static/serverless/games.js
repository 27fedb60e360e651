/**
 * The games that are kept in this browser: a few on the front page, all on a page of their own, where everything can be
 * saved to one file and read again.
 */
import { address } from "../site/address.js";
import { askOrTell } from "../site/data.js";
import { toast } from "../site/dialogs.js";
import { byId, element, press } from "../site/element.js";
import { takeFiles } from "../site/file_field.js";
import { language, t } from "../site/language.js";
import { portraitOf } from "../site/portrait.js";
import { save } from "../site/save.js";
import { showPicture } from "../site/wire.js";
import { exportData, importData } from "./data_exchange.js";

/**
 * @typedef {object} Game
 * @property {string} match
 * @property {string} opponent
 * @property {number|null} level of the computer
 * @property {string} title
 * @property {string} round
 * @property {string} age
 * @property {string} going
 * @property {string} picture
 * @property {string} day
 *
 * @typedef {{section: string, title: string, games: Game[]}} Section
 */

/** @param {string} section @param {Game} game */
function card(section, game) {
  const finished = section === "finished";
  const board = element("div", { class: "game-board", "aria-hidden": "true" });
  for (const [look, theme] of [["when-light", ""], ["when-dark", "&theme=dark"]]) {
    const image = element("img", { class: look, width: 712, height: 676, alt: "" });
    if (game.picture) showPicture(image, game.picture + theme);
    board.append(image);
  }
  const link = element("a", { class: "whole-card", href: address(`/m/${game.match}${finished ? "#review" : ""}`) }, game.opponent);
  const portrait = game.level ? element("img", { class: "game-portrait", src: portraitOf(game.level), width: 96, height: 96, alt: "" }) : null;
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(game.day));
  return element(
    "li",
    { class: "game-card", "data-match": game.match },
    game.picture ? board : null,
    element(
      "div",
      { class: "game-words" },
      element("p", { class: "game-title" }, portrait, portrait ? " " : null, link),
      finished ? element("p", { class: "game-going" }, game.going) : null,
      element("p", { class: "game-rest" }, [game.title, game.round].filter(Boolean).join(" · ")),
      finished ? null : element("p", { class: "game-rest" }, game.age),
      finished ? element("p", { class: "game-rest game-day" }, element("time", { datetime: game.day }, day)) : null,
    ),
  );
}

/** @param {Section[]} sections */
export function showGames(sections) {
  const parts = sections.flatMap(({ section, title, games }) => [
    element("h2", { class: "games-head" }, title),
    element("ul", { class: `game-cards ${section}` }, ...games.map((game) => card(section, game))),
  ]);
  byId("game-lists").replaceChildren(...parts);
}

/**
 * Shows a page of all games, or of those found by a search.
 * @param {{sections: Section[], is_search: boolean, is_first: boolean, following: string|null}} data
 */
export function showPageOfGames({ sections, is_search: isSearch, is_first: isFirst, following }) {
  showGames(sections);
  const some = sections.length > 0;
  const isAll = isFirst && !isSearch;
  byId("no-games").hidden = some || !isAll;
  byId("none-found").hidden = some || isAll;
  byId("save-records").hidden = !some;
  byId("turn-pages").hidden = isFirst && !following;
  const older = /** @type {HTMLAnchorElement} */ (byId("older-games"));
  older.hidden = !following;
  if (following) older.href = address(following);
  if (isSearch) document.querySelector("details.search")?.setAttribute("open", "");
}

/** Makes the page of all games work. @param {() => void} renew */
export function keepEverything(renew) {
  takeFiles("everything-file", async (text) => {
    if (!(await importData(text))) return;
    toast(t("The file has been read."));
    renew();
  });
  press("save-everything", async () => {
    const text = await exportData();
    if (text) save(new Blob([text], { type: "application/json" }), "menhirs.json");
    else toast(t("That did not work."), { alert: true });
  });
  byId("bring-game").addEventListener("submit", async (event) => {
    event.preventDefault();
    const record = /** @type {HTMLTextAreaElement} */ (byId("bring-record")).value;
    const data = await askOrTell("/api/records", { record });
    if (data) location.assign(address(`/m/${data.match}`));
  });
}
