// The overview of puzzles: links lead to untried puzzles, and the rating is shown.
import { ask } from "../site/dialogs.js";
import { byId, element, setText } from "../site/element.js";
import { language, t, tn } from "../site/language.js";
import "../site/site.js";
import { bestStreak } from "./progress.js";
import { another, forget, selection, solved } from "./solved.js";
import { wakeBoards } from "./wake_board.js";
import { address } from "../site/address.js";

/** @type {[string, number][]} */
const index = JSON.parse(byId("index").textContent ?? "[]");

/** @type {{order: number[], first: number}} which puzzle belongs to which day */
const days = JSON.parse(byId("days").textContent ?? "{}");
const A_DAY = 86_400_000;
/** So many days before today are listed. */
const LISTED = 7;

/** The puzzle of the day so many days ago, by UTC. @param {number} ago */
function puzzleOf(ago) {
  const day = Math.floor(Date.now() / A_DAY) - ago;
  const [id] = index[days.order[(day + days.first) % days.order.length]];
  return { id, day: new Date(day * A_DAY) };
}

/** The puzzles of the last days, and how many in a row were solved up to today or yesterday. */
function showDays() {
  const { tried } = solved();
  const dates = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  const items = Array.from({ length: LISTED }, (_, number) => {
    const { id, day } = puzzleOf(number + 1);
    const title = document.querySelector(`[data-of="${id.split("-")[0]}"] .lesson-title`)?.textContent ?? "";
    const done = tried.has(id) ? (tried.get(id) ? t("solved") : t("tried")) : "";
    const link = element("a", { href: address(`/puzzles/${id}?of=any`) }, dates.format(day));
    return element("li", {}, link, element("span", {}, title), element("span", { class: "learn-count" }, done));
  });
  byId("earlier").replaceChildren(...items);
  let row = tried.get(puzzleOf(0).id) ? 1 : 0;
  for (let ago = 1; tried.get(puzzleOf(ago).id); ago += 1) row += 1;
  byId("streak").hidden = row === 0;
  setText(byId("streak"), tn("{n} day in a row solved", "{n} days in a row solved", row, { n: row }));
  byId("best-streak").hidden = bestStreak() === 0;
  setText(byId("best-streak"), t("Your longest row: {n}", { n: bestStreak() }));
}

function show() {
  const { rating, tried } = solved();
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-of]"))) {
    const of = link.dataset.of ?? "";
    const id = another(index, of);
    if (id) link.href = address(`/puzzles/${id}?of=${encodeURIComponent(of)}`);
  }
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-solved]"))) {
    const all = selection(index, place.dataset.solved ?? "");
    const right = all.filter(([id]) => tried.get(id)).length;
    if (right) setText(place, t("{n} of {all} solved", { n: right, all: all.length }));
  }
  showDays();
  byId("start-again").hidden = tried.size === 0;
  setText(byId("rating"), tried.size ? t("Your rating: {rating}", { rating: Math.round(rating) }) : "");
}

byId("start-again").addEventListener("click", async () => {
  const sure = { value: "yes", label: t("Forget them"), look: "danger" };
  if (!(await ask({ title: t("Forget what you have solved, and your rating?"), answers: [sure], final: true }))) return;
  forget();
  location.reload();
});
show();
// After the browser's Back button more may be solved.
addEventListener("pageshow", show);
wakeBoards();
