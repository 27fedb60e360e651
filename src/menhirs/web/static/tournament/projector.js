// A tournament on a wall: it updates itself, turns the pages of long lists, and shows the time of the round.
import { byId, setText } from "../site/element.js";
import { t } from "../site/language.js";
import { keepUp } from "./live.js";

const MOST_ROWS = 12;
const FEWEST_ROWS = 4;
const TURN_EVERY = 8000;
const wall = byId("live-tournament");
let turn = 0;

/** How many rows of a list fit on this wall. @param {Element} list @param {HTMLElement[]} rows */
function rowsThatFit(list, rows) {
  const shown = rows.find((row) => !row.hidden);
  if (!shown) return MOST_ROWS;
  const room = window.innerHeight - list.getBoundingClientRect().top - window.scrollY - 16;
  const fit = Math.floor(room / Math.max(1, shown.getBoundingClientRect().height));
  return Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, fit));
}

/** Shows one page of every list that has more rows than a wall holds. */
function turnPages() {
  for (const list of wall.querySelectorAll("tbody, ol.players")) {
    const rows = /** @type {HTMLElement[]} */ ([...list.children]);
    const most = rowsThatFit(list, rows);
    const pages = Math.max(1, Math.ceil(rows.length / most));
    rows.forEach((row, place) => (row.hidden = Math.floor(place / most) !== turn % pages));
    const heading = list.closest("section")?.querySelector(".page-of");
    if (heading) setText(heading, pages > 1 ? t("{n} of {all}", { n: (turn % pages) + 1, all: pages }) : "");
  }
}

// The server's clock counts: the one of a projector may be wrong.
const ahead = Date.now() - Number(wall.dataset.now);

function tellTime() {
  const time = document.querySelector("#round-time");
  if (!(time instanceof HTMLElement)) return;
  const at = Number(time.dataset.stopped ?? Date.now() - ahead);
  const seconds = Math.max(0, Math.floor((at - Number(time.dataset.began)) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const above = hours ? `${hours}:${two(minutes)}` : minutes;
  setText(time, `${above}:${two(seconds % 60)}`);
}

keepUp(() => {
  turnPages();
  tellTime();
});
setInterval(() => {
  turn += 1;
  turnPages();
}, TURN_EVERY);
setInterval(tellTime, 1000);
turnPages();
tellTime();
