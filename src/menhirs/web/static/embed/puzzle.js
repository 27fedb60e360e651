// A puzzle in a frame: the server judges tries, as on the puzzle's own page.
import { later } from "../site/element.js";
import { t } from "../site/language.js";
import { actionsOf, ask, boardOf, button, offer, showText, data } from "./widget.js";

/** Milliseconds to look at something before it goes on. */
const LOOK = 700;

/** @type {import("../../messages").Opening} */
const opening = data().opening;
/** @type {import("../../messages").ExerciseState} */
let state = opening.state;
/** @type {string[]} */
let right = [];

const board = boardOf(opening.geometry, state.you === 2 ? "north" : "south", attempt, explain);
const address = `/api/exercises/${opening.set}/${opening.id}`;

/** @param {import("../../messages").PlyItem[]} plies */
async function playThrough(plies) {
  for (const { view, events } of plies) {
    board.show({ view, legal: [], phase: "over", events, animate: true });
    await later(LOOK);
  }
}

function live() {
  board.show({ view: state.scene.view, legal: state.legal, phase: state.phase, events: [], animate: false });
  const claim = [{ action: "claim", title: t("Claim victory") }, { action: "no", title: t("No claim") }];
  offer([...actionsOf(state.legal, state.decide), ...(state.claim ? claim : [])], attempt);
  hint.hidden = state.done === state.steps;
}

/** @param {string} action */
async function attempt(action) {
  const answer = await ask(`${address}/try`, { actions: right, action });
  if (!answer) return board.clearSelection();
  const isWrong = answer.verdict === "wrong";
  if (!isWrong) {
    right = [...right, action];
    state = answer.state;
  }
  showText(answer.text);
  await playThrough(answer.plies);
  if (!isWrong && state.task) showText(`${answer.text} ${state.task}`);
  live();
}

/** @param {import("../board/hand.js").Try} tried */
async function explain(tried) {
  const answer = await ask(`${address}/try`, { actions: right, ...tried });
  return answer && !answer.legal ? { text: answer.text, rule: answer.rule } : null;
}

async function help() {
  const answer = await ask(`${address}/hint`, { actions: right });
  if (!answer) return;
  showText(answer.text || t("Look here."));
  if (answer.cells.length) board.say(answer.text || t("Look here."), answer.cells);
}

const hint = button(t("Hint"), help);
async function begin() {
  showText(state.task);
  const [first, ...turn] = opening.plies;
  if (first) board.show({ view: first.view, legal: [], phase: "over", events: [], animate: false });
  if (turn.length) await later(LOOK);
  await playThrough(turn);
  live();
}

begin();
