// The visitor's games on the front page, kept as they are now. Without a script they are as they were when it loaded.
import { announce } from "../site/speech.js";
import { t } from "../site/language.js";
import { tellTimes } from "../site/times.js";
import "./all.js";

const EVERY = 15_000; // milliseconds between two looks
const EVERY_UNSEEN = 60_000; // while another tab is in front: only the number in the title matters then
const PLACE = "#your-games";

const title = document.title.replace(/^\(\d+\) /, "");
let timer = 0;
let shown = document.querySelector(PLACE)?.outerHTML ?? "";

/** The games in which somebody waits for the visitor. */
const turns = () => Number(document.querySelector(PLACE)?.getAttribute("data-turns") ?? 0);

async function look() {
  clearTimeout(timer);
  const answer = await fetch("/you/games/now").catch(() => null);
  if (answer?.ok) show(await answer.text());
  wait();
}

/** @param {string} text a piece of the page, as the server made it */
function show(text) {
  const place = document.querySelector(PLACE);
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(PLACE);
  // Not while a link is being copied.
  const copying = document.activeElement instanceof HTMLInputElement && place?.contains(document.activeElement);
  if (!place || !fresh || fresh.outerHTML === shown || copying) return;
  const before = turns();
  shown = fresh.outerHTML;
  const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  place.replaceWith(document.adoptNode(fresh));
  tellTimes(fresh);
  for (const link of fresh.querySelectorAll("a")) if (link.getAttribute("href") === focused) link.focus();
  const now = turns();
  document.title = now ? `(${now}) ${title}` : title;
  if (now > before) announce(t("It is your turn in another game."));
}

function wait() {
  clearTimeout(timer);
  timer = window.setTimeout(look, document.hidden ? EVERY_UNSEEN : EVERY);
}

/** Looks now and then how the games stand, if there are any. */
export function followGames() {
  if (!document.querySelector(PLACE)) return;
  wait();
  document.addEventListener("visibilitychange", () => (document.hidden ? wait() : look()));
  // A page from the browser's back cache is outdated.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) look();
  });
}
