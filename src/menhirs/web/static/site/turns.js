/**
 * Whose turn it is in the visitor's games: while a page is open, it asks now and then, marks itself, and
 * tells of every new turn where that is wanted. Only browsers that have had a seat ask.
 */
import { t } from "./language.js";
import { markElsewhere } from "./turn_mark.js";
import { edition } from "./edition.js";
import { store, stored } from "./stored.js";

/** @typedef {{match: string, since: number, opponent: string, present: boolean}} Turn */

const SEATED = "menhirs.seated";
const KNOWN = "menhirs.turns";
const WANTED = "menhirs.alerts";
const EVERY = 20_000;
const EVERY_IN_THE_BACKGROUND = 60_000;
const FORGOTTEN_AFTER = 15 * 24 * 3600 * 1000;
/** Turns that came while no page was open are not announced. */
const NEWS_FOR = 2 * EVERY_IN_THE_BACKGROUND;

/** This browser has a seat in a game: from now on its pages ask. */
export function rememberSeat() {
  if (edition) return;
  if (!asks()) setTimeout(look, EVERY);
  store(SEATED, Date.now());
}

function asks() {
  const seated = stored(SEATED);
  return typeof seated === "number" && Date.now() - seated < FORGOTTEN_AFTER;
}

/** Whether this browser shows alerts. */
export function alertsWanted() {
  return stored(WANTED) === true && "Notification" in window && Notification.permission === "granted";
}

/** @param {boolean} wanted */
export function wantAlerts(wanted) {
  store(WANTED, wanted ? true : null);
}

/** Tells that it is the visitor's turn, if that is wanted. @param {string} match @param {string} opponent a name, or nothing */
export async function tellTurn(match, opponent) {
  if (!alertsWanted()) return;
  const registration = await navigator.serviceWorker?.getRegistration("/");
  const body = opponent ? t("It is your turn against {name}.", { name: opponent }) : t("It is your turn.");
  await registration?.showNotification(t("Your turn"), { body, tag: `turn-${match}`, data: { match }, icon: "/favicon.ico" });
}

/** The turns that no page of this browser has seen yet. @param {Turn[]} turns */
function news(turns) {
  const known = stored(KNOWN);
  store(KNOWN, { at: Date.now(), turns: Object.fromEntries(turns.map(({ match, since }) => [match, since])) });
  if (typeof known?.at !== "number" || Date.now() - known.at > NEWS_FOR) return [];
  return turns.filter(({ match, since }) => known.turns?.[match] !== since);
}

async function look() {
  try {
    const answer = await fetch("/api/turns");
    if (answer.ok) {
      /** @type {Turn[]} */
      const turns = (await answer.json()).turns;
      markElsewhere(turns.some(({ match }) => location.pathname !== `/m/${match}`));
      // A page with the match open announces it itself.
      for (const turn of news(turns)) if (!turn.present) await tellTurn(turn.match, turn.opponent);
    }
  } catch {
    // No connection: the next time.
  }
  setTimeout(look, document.hidden ? EVERY_IN_THE_BACKGROUND : EVERY);
}

if (!edition && asks()) look();
