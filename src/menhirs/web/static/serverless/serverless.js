/**
 * What every page of a static site begins with: it opens the line to the desk, and does what a server does for a page
 * elsewhere. The page's own script follows, at once or when its gaps are filled.
 */
import { pathOf } from "../site/address.js";
import { edition } from "../site/edition.js";
import { byId, element } from "../site/element.js";
import { t } from "../site/language.js";
import { Desk } from "./desk.js";
import { takeDownloads } from "./downloads.js";
import { fill } from "./fill.js";
import { takeForms } from "./forms.js";
import { keepEverything, showGames } from "./games.js";
import { keepSite } from "./keeping.js";
import { keepLanguage } from "./languages.js";
import { tellWaiting } from "./waiting.js";

const desk = new Desk();
tellWaiting(desk);
window.menhirsDesk = desk;
takeForms();
takeDownloads();
keepLanguage();

/** What the desk tells for this page. @returns {Promise<any>} */
async function told() {
  const [path] = (pathOf(location.href) ?? "/").split("#");
  const answer = await desk.ask(path);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.text);
  return found;
}

/** A page that is nothing without what the desk tells. */
async function arrive() {
  document.documentElement.classList.add("arriving");
  try {
    fill(await told());
    await import(new URL(byId("then").dataset.script ?? "", location.href).href);
  } catch (error) {
    lose(error instanceof Error ? error.message : String(error));
  }
  document.documentElement.classList.remove("arriving");
}

/** There is no such game, or no such position. @param {string} why */
function lose(why) {
  const home = element("a", { class: "button primary", href: edition?.home }, t("To the front page"));
  byId("main").replaceChildren(
    element("section", { class: "lost" }, element("h1", {}, t("Lost in the fog")), element("p", {}, why), element("p", {}, home)),
  );
}

/** Parts of a page that may come later. */
async function complete() {
  const found = await told().catch(() => null);
  if (!found) return;
  fill(found);
  const lists = document.getElementById("game-lists");
  if (!lists || !found.sections) return;
  showGames(found.sections, Number(lists.dataset.most) || Infinity);
  const some = found.sections.length > 0;
  for (const id of ["games-here", "save-records"]) document.getElementById(id)?.toggleAttribute("hidden", !some);
  document.getElementById("no-games")?.toggleAttribute("hidden", some);
}

/** Whether the desk is needed on this page, now or soon. */
function isNeeded() {
  return !document.body.classList.contains("reading") && edition?.page !== "/about";
}

if (edition?.waits) arrive();
else if (isNeeded()) {
  const partial = document.querySelector(".awaited, #game-lists");
  // The page itself comes first: Python takes some time of the processor.
  addEventListener("load", () => requestIdleCallback(() => (partial ? complete() : desk.wake()), { timeout: 1000 }));
  if (edition?.page === "/you/games") keepEverything(complete);
}
// The page and its game come first: only then are all files fetched that are to be kept.
if (edition?.waits || isNeeded()) desk.onReady = keepSite;
else addEventListener("load", keepSite);
if (edition?.page === "/m/") navigator.storage?.persist?.().catch(() => {});
