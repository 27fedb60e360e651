// Shows on every page that a game of the visitor's tournament is ready.
import { element } from "./element.js";
import { t } from "./language.js";
import { edition } from "./edition.js";
import { store, stored } from "./stored.js";

const KEY = "menhirs.tournaments";
const ASK_EVERY = 5000;

/** @returns {string[]} the tournaments that the visitor plays in */
function playing() {
  const kept = stored(KEY);
  return Array.isArray(kept) ? kept.map(String) : [];
}

/**
 * Notes that the visitor plays in a tournament, or not any more.
 * @param {string} tournament
 * @param {boolean} plays
 */
export function remember(tournament, plays) {
  const others = playing().filter((name) => name !== tournament);
  store(KEY, (plays ? [...others, tournament] : others).slice(-20));
}

let shown = "";

/** @param {string} match */
function announceReady(match) {
  shown = match;
  document.querySelector("#game-ready")?.remove();
  const go = element("a", { class: "button primary", href: `/m/${match}` }, t("Go to your game"));
  const words = element("p", {}, t("Your game in the tournament is ready."));
  document.querySelector("#toasts")?.append(element("div", { class: "toast", id: "game-ready", role: "status" }, words, go));
}

async function look() {
  if (edition || document.hidden || !playing().length) return;
  const answer = await fetch("/tournaments/ready");
  if (!answer.ok) return;
  /** @type {{match?: string, tournament?: string}} */
  const { match = "", tournament } = await answer.json();
  if (!match || location.pathname === `/m/${match}`) {
    document.querySelector("#game-ready")?.remove();
    shown = "";
    return;
  }
  // On the tournament's own page one waits for nothing else: the game opens by itself, once.
  const opened = `menhirs.opened.${match}`;
  if (location.pathname === `/tournaments/${tournament}` && sessionStorage.getItem(opened) === null) {
    sessionStorage.setItem(opened, "1");
    location.assign(`/m/${match}`);
  } else if (shown !== match) announceReady(match);
}

/** Asks now and then whether a game waits for the visitor. */
export function lookForGames() {
  const again = () => void look().catch(() => undefined); // a failed poll: the next one will do
  setInterval(again, ASK_EVERY);
  document.addEventListener("visibilitychange", again);
  again();
}
