// The claim sprint: as many positions as possible in three minutes. Which positions come, what is right and how much
// time is left is said by whoever answers; this page shows it, and sends what was pressed.
import { listen } from "../frame/keys.js";
import { askOrTell } from "../site/data.js";
import { byId, element, later, setText } from "../site/element.js";
import { t, tn } from "../site/language.js";
import "../site/site.js";
import { announce } from "../site/speech.js";
import { ClaimBoard, showFace, showAnswer } from "./claim_board.js";

/**
 * @typedef {import("../../messages").Opening} Opening
 * @typedef {import("../../messages").SprintState} State
 * @typedef {import("../../messages").SprintResult} Result
 * @typedef {import("../../messages").SprintsData} Sprints
 * @typedef {import("../../messages").TryData} Try
 */

/** Milliseconds before the opponent moves, and for a look at a right answer and at a wrong one. */
const LOOK = 300;
const RIGHT = 350;
const WRONG = 1300;

const SPRINTS = "/api/you/sprints";

const board = new ClaimBoard();
/** @type {State|null} */
let state = null;
/** When the sprint is over, by this page's clock. */
let ends = 0;
/** Whether an answer is awaited now. */
let isWaiting = false;
let clock = 0;
let ticking = 0;
/** The wrong answers. @type {{number: number, opening: Opening, data: Try, claimed: boolean}[]} */
let missed = [];

async function begin() {
  /** @type {State|null} */
  const begun = await askOrTell(SPRINTS, {});
  if (!begun) return;
  missed = [];
  show("playing");
  ticking = window.setInterval(tick, 250);
  question(begun);
}

/** @param {State} data */
function take(data) {
  state = data;
  ends = performance.now() + data.left;
  tick();
}

/** Shows a position, and opens the time for it; or the end. @param {State} data */
async function question(data) {
  take(data);
  const { opening, number, window: time } = data;
  if (!opening) return finish();
  showAnswer("", "");
  setText(byId("status"), t("Position {n}: claim, or let it go?", { n: number }));
  if (!(await board.showMove(opening, LOOK))) return;
  announce([...opening.plies.slice(1).map(({ words }) => words), t("Claim, or let it go?")].join(" "));
  isWaiting = true;
  open(true);
  const bar = byId("sprint-window");
  bar.style.setProperty("--time", `${time}ms`);
  bar.classList.add("runs");
  clock = window.setTimeout(() => answer("no"), Math.min(time, Math.max(0, ends - performance.now())));
}

/** Opens or closes the two answers. @param {boolean} is */
function open(is) {
  for (const name of ["sprint-claim", "let-go"]) /** @type {HTMLButtonElement} */ (byId(name)).disabled = !is;
  if (!is) byId("sprint-window").classList.remove("runs");
}

/** @param {"claim"|"no"} action */
async function answer(action) {
  if (!isWaiting || !state?.opening) return;
  const { id, number, opening } = state;
  isWaiting = false;
  clearTimeout(clock);
  open(false);
  /** @type {Result|null} */
  const result = await askOrTell(`${SPRINTS}/${id}`, { number, action });
  if (!result) return stop();
  take(result.state);
  const data = result.verdict;
  if (!data) return finish();
  const wrong = data.verdict === "wrong";
  if (wrong) missed.push({ number, opening, data, claimed: action === "claim" });
  showAnswer(data.text, wrong ? "wrong" : "right");
  announce(data.text);
  await later(wrong ? WRONG : RIGHT);
  question(result.state);
}

/** The clock, and the score so far. */
function tick() {
  if (!state) return;
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  setText(byId("sprint-clock"), `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
  setText(byId("sprint-score"), tn("{n} right", "{n} right", state.score));
}

/** The sprint can't go on: begun again, it does where it stopped. */
function stop() {
  clearInterval(ticking);
  board.stop();
  show("start");
}

async function finish() {
  clearInterval(ticking);
  board.stop();
  showAnswer("", "");
  show("over");
  const score = state?.score ?? 0;
  const summary = [tn("{n} position was right.", "{n} positions were right.", score), tn("{n} mistake.", "{n} mistakes.", missed.length)].join(" ");
  setText(byId("status"), t("The time is over. {words}", { words: summary }));
  const looks = missed.map(({ number, opening, data, claimed }) => {
    const label = claimed ? t("Position {n}: a wrong claim", { n: number }) : t("Position {n}: a missed win", { n: number });
    return { label, opening, data };
  });
  board.showEnd(summary, looks);
  await compare();
}

/** One's own best, and the table of the day. */
async function compare() {
  /** @type {Sprints|null} */
  const data = await askOrTell(SPRINTS);
  if (!data) return;
  setText(byId("sprint-best"), data.text);
  byId("sprint-day").hidden = !data.table;
  const rows = (data.table ?? []).map(({ place, name, score, you }) =>
    element("tr", you ? { "aria-current": "true" } : {}, element("td", {}, String(place)), element("th", { scope: "row" }, name), element("td", {}, String(score))),
  );
  byId("sprint-rows").replaceChildren(...rows);
  byId("sprint-table").hidden = !rows.length;
  byId("sprint-nobody").hidden = rows.length > 0;
}

/** Which of the three faces the page shows. @param {"start"|"playing"|"over"} face */
function show(face) {
  showFace(face);
  byId("sprint-over").hidden = face !== "over";
  byId("sprint-missed").hidden = face !== "over" || !missed.length;
  for (const name of ["sprint-claim", "let-go", "sprint-time"]) byId(name).hidden = face !== "playing";
  isWaiting = false;
  clearTimeout(clock);
  open(false);
}

byId("begin").addEventListener("click", begin);
byId("sprint-claim").addEventListener("click", () => answer("claim"));
byId("let-go").addEventListener("click", () => answer("no"));
listen({
  c: { down: () => answer("claim") },
  l: { down: () => answer("no") },
  b: { down: () => board.readOut() },
});
show("start");
compare();
// Something lies on the board before it starts.
askOrTell(`/api/exercises/puzzles/${byId("main").dataset.example}`).then((opening) => opening && !state && board.lay(opening));
