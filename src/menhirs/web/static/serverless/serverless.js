/**
 * The start of every page of a static site: it connects to the local server, and does a server's work for the page. The
 * page's own script follows, at once or when its gaps are filled.
 */
import { edition } from "../site/edition.js";
import { byId, element } from "../site/element.js";
import { t } from "../site/language.js";
import { arrive, data } from "./arrival.js";
import { LocalServer } from "./local_server.js";
import { takeDownloads } from "./downloads.js";
import { fill } from "./fill.js";
import { takeForms } from "./forms.js";
import { keepEverything, showGames, showPageOfGames } from "./games.js";
import { keepSite, takeNewer } from "../offline/keeping.js";
import { keepLanguage } from "./languages.js";
import { tellWaiting } from "./waiting.js";

const stays = takeNewer();
const localServer = new LocalServer();
tellWaiting(localServer);
window.menhirsLocalServer = localServer;
takeForms();
takeDownloads();
keepLanguage();

/** There is no such game, or no such position. @param {string} why */
function lose(why) {
  const home = element("a", { class: "button primary", href: edition?.home }, t("To the front page"));
  byId("main").replaceChildren(
    element("section", { class: "lost" }, element("h1", {}, t("Lost in the fog")), element("p", {}, why), element("p", {}, home)),
  );
}

/** Parts of a page that may come later. */
async function complete() {
  if (document.querySelector(".awaited")) await data(localServer).then(fill, () => {});
  if (document.getElementById("games-here")) await data(localServer, "/you/games/now").then(listGames, () => {});
}

/** The front page begins with a few of them. @param {{sections: import("./games.js").Section[]}} data */
function listGames({ sections }) {
  showGames(sections);
  byId("games-here").hidden = !sections.length;
}

/** The page of all games, as its address asks for them. */
async function completeGames() {
  try {
    const found = await data(localServer);
    fill(found);
    showPageOfGames(found);
  } catch (error) {
    lose(error instanceof Error ? error.message : String(error));
  }
}

/** Whether the local server is needed on this page, now or soon. */
function isNeeded() {
  return !document.body.classList.contains("reading") && edition?.page !== "/about";
}

if (edition?.waits) arrive(localServer, lose);
else if (isNeeded()) {
  const ofGames = edition?.page === "/you/games";
  const partial = document.querySelector(".awaited, #game-lists");
  const work = ofGames ? completeGames : partial ? complete : () => localServer.wake();
  // The page itself comes first: Python takes some time of the processor.
  addEventListener("load", () => requestIdleCallback(work, { timeout: 1000 }));
  if (ofGames) keepEverything(completeGames);
}
// The page and its game come first: only then are all files fetched that are to be kept.
if (edition?.waits || isNeeded()) localServer.onSettled = () => keepSite(stays); // also if it is broken: a newer version may mend that
else addEventListener("load", () => keepSite(stays));
if (edition?.page === "/m/") navigator.storage?.persist?.().catch(() => {});
