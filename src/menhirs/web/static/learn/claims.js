// The claim trainer: the opponent moves, and there are a few seconds to claim or to let go. The server says who was
// right, and shows the winning move where there was one.
import { ClaimButton } from "../frame/claim.js";
import { listen } from "../frame/keys.js";
import { announce } from "../site/speech.js";
import { askOrTell } from "../site/data.js";
import { byId, later, setText } from "../site/element.js";
import { language, t, tn } from "../site/language.js";
import "../site/site.js";
import { ClaimBoard, showFace, showAnswer } from "./claim_board.js";
import { bestStreak, isUnhurried, rememberStreak, setUnhurried } from "./progress.js";

/**
 * @typedef {import("../../messages").Opening} Opening
 * @typedef {import("../../messages").TryData} PageData
 * @typedef {{opening: Opening, data: PageData, claimed: boolean, time: number|null}} Result
 */

/** Positions of one run. */
const RUN = 10;
/** Milliseconds to look at a verdict before the next position comes. */
const VERDICT = 1500;

/** @type {string[]} */
const all = JSON.parse(byId("claim-ids").textContent ?? "[]");
const seconds = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const board = new ClaimBoard();
/** @type {ClaimButton|null} */
let button = null;
/** The positions left before any comes again. @type {string[]} */
let deck = [];
/** @type {Result[]} */
let results = [];
let streak = 0;
/** The position that is to be answered now. @type {{opening: Opening, since: number}|null} */
let asked = null;
let clock = 0;
/** Counts runs and replays: what belongs to an earlier one is dropped. */
let ticket = 0;
/** The position to begin with: it lies on the board before anything runs. @type {Promise<Opening|null>|null} */
let first = null;

/** The next position, in a new order once all have been seen. */
function draw() {
  if (deck.length === 0) deck = all.map((id) => ({ id, at: Math.random() })).sort((a, b) => a.at - b.at).map(({ id }) => id);
  return /** @type {string} */ (deck.pop());
}

/** @param {string} path @param {object} [body] */
const ask = (path, body) => askOrTell(`/api/exercises/puzzles/${path}`, body);

async function run() {
  const ownTicket = (ticket += 1);
  results = [];
  streak = 0;
  show("playing");
  let coming = first ?? ask(draw());
  first = null;
  for (let number = 0; number < RUN; number += 1) {
    /** @type {Opening|null} */
    const opening = await coming;
    if (!opening || ownTicket !== ticket) return show("start");
    coming = number < RUN - 1 ? ask(draw()) : Promise.resolve(null);
    const result = await question(opening, ownTicket);
    if (!result || ownTicket !== ticket) return;
    results.push(result);
    streak = result.data.verdict === "wrong" ? 0 : streak + 1;
    rememberStreak(streak);
    showScore();
    await later(isUnhurried() ? VERDICT + result.data.text.length * 30 : VERDICT);
    if (ownTicket !== ticket) return;
  }
  finish();
}

/** Shows a position, and waits for the answer. @param {Opening} opening @param {number} ownTicket @returns {Promise<Result|null>} */
async function question(opening, ownTicket) {
  showAnswer("", "");
  prepare(opening);
  setText(byId("status"), t("Position {n} of {all}: claim, or let it go?", { n: results.length + 1, all: RUN }));
  if (!(await board.showMove(opening)) || ownTicket !== ticket) return null;
  announce([...opening.plies.slice(1).map(({ words }) => words), t("Claim, or let it go?")].join(" "));
  asked = { opening, since: performance.now() };
  const answered = new Promise((resolve) => (settle = resolve));
  openWindow();
  return /** @type {Promise<Result|null>} */ (answered);
}

/** Called with the result of the position that was asked about. @type {(result: Result|null) => void} */
let settle = () => {};

/** @param {"claim"|"no"} action @param {number} [held] for how long the button was held already */
async function answer(action, held = 0) {
  if (!asked) return;
  const { opening, since } = asked;
  const time = performance.now() - since - held;
  const ownTicket = ticket;
  asked = null;
  clearTimeout(clock);
  byId("let-go").hidden = true;
  button?.update(null, t("There is nothing to claim at the moment."));
  /** @type {PageData|null} */
  const data = await ask(`${opening.id}/try`, { action });
  if (ownTicket !== ticket) return;
  if (!data) return show("start");
  showAnswer(data.text, data.verdict === "wrong" ? "wrong" : "right");
  announce(data.text);
  settle({ opening, data, claimed: action === "claim", time: action === "claim" ? time : null });
}

function openWindow() {
  if (!asked) return;
  const window_ = asked.opening.claiming?.window ?? null;
  const left = isUnhurried() ? null : window_;
  byId("let-go").hidden = false;
  button?.update({ player: asked.opening.state.you, turn: 0, left }, "");
  if (left !== null) clock = window.setTimeout(tooLate, left);
}

/** The time is over, unless somebody is just holding the button down. */
function tooLate() {
  if (byId("claim").querySelector(".holding")) clock = window.setTimeout(tooLate, 100);
  else answer("no");
}

/** @param {Opening} opening */
function prepare(opening) {
  if (!opening.claiming) return;
  button ??= new ClaimButton({
    place: byId("claim"),
    seat: opening.state.you,
    claiming: opening.claiming,
    key: "C",
    whose: "",
    darken: (dark) => board.darken(dark),
    send: (_turn, _seat, held) => answer("claim", held),
    tell: (text) => {
      showAnswer(text, "hint");
      announce(text);
    },
  });
}

/** Which of the three faces the page shows. @param {"start"|"playing"|"over"} face */
function show(face) {
  showFace(face);
  byId("claims-over").hidden = face !== "over";
  byId("claim").hidden = face !== "playing";
  byId("let-go").hidden = true;
  byId("unhurried-choice").hidden = face === "playing";
  showScore();
}

function showScore() {
  const right = results.filter(({ data }) => data.verdict !== "wrong").length;
  const words = [
    t("Right: {n} of {all}", { n: right, all: results.length }),
    t("In a row: {n}", { n: streak }),
    t("Your best: {n}", { n: bestStreak() }),
  ];
  setText(byId("score"), results.length || bestStreak() ? words.join(" · ") : "");
}

/** The end of a run: the score, and the missed positions. */
function finish() {
  ticket += 1;
  show("over");
  const wrong = results.filter(({ data }) => data.verdict === "wrong");
  const times = results.flatMap(({ data, time }) => (time !== null && data.verdict !== "wrong" ? [time] : []));
  const mean = times.reduce((sum, time) => sum + time, 0) / (times.length || 1) / 1000;
  const lines = [
    t("{n} of {all} were right.", { n: results.length - wrong.length, all: results.length }),
    times.length && !isUnhurried() ? t("A right claim took you {time} seconds on average.", { time: seconds.format(mean) }) : "",
    tn("{n} wrong claim.", "{n} wrong claims.", wrong.filter(({ claimed }) => claimed).length),
    tn("{n} missed win.", "{n} missed wins.", wrong.filter(({ claimed }) => !claimed).length),
  ];
  const summary = lines.filter(Boolean).join(" ");
  setText(byId("status"), wrong.length ? t("Look at what you missed, or go again.") : t("All correct! Play again?"));
  const missed = wrong.map(({ opening, data, claimed }) => {
    const { round } = opening.state.scene;
    const label = claimed ? t("Round {round}: a wrong claim", { round }) : t("Round {round}: a missed win", { round });
    return { label, opening, data };
  });
  board.showEnd(summary, missed);
}

byId("begin").addEventListener("click", run);
byId("let-go").addEventListener("click", () => answer("no"));
const unhurried = /** @type {HTMLInputElement} */ (byId("unhurried"));
unhurried.checked = isUnhurried();
unhurried.addEventListener("change", () => setUnhurried(unhurried.checked));
listen({
  c: { down: () => button?.down(), up: () => button?.up() },
  l: { down: () => byId("let-go").hidden || byId("let-go").click() },
  b: { down: () => board.readOut() },
});
show("start");
first = ask(draw());
first.then((opening) => opening && ticket === 0 && board.lay(opening));
