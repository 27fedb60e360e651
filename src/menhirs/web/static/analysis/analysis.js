/**
 * The analysis board: any position, played on for both sides. The page holds the tree of variations; the server says
 * what every position looks like and what may be done there.
 */
import { boardSettings, pageBoard } from "../frame/page_board.js";
import { placesIn } from "../frame/bar.js";
import { showDecide } from "../frame/decide.js";
import { wireTabs } from "../frame/tabs.js";
import { showHints } from "../site/hint.js";
import { save } from "../site/save.js";
import { copy } from "../site/share.js";
import { showPosition } from "../site/share_on_sites.js";
import { listen } from "../frame/keys.js";
import { play } from "../frame/sound.js";
import { announce } from "../site/speech.js";
import { boardInWords } from "../frame/board_in_words.js";
import { lapOf, showFreed, showTrack } from "../frame/track.js";
import { ask as askVisitor, closeOnBackdrop, toast } from "../site/dialogs.js";
import { byId, click, press, setText } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { follow } from "../site/settings.js";
import "../site/site.js";
import { Engine } from "./engine.js";
import { complain } from "../site/data.js";
import { askLine, askOpening, askRecord, askReview, askWhy } from "./asking.js";
import { broughtText } from "./brought_text.js";
import { addressOf, readAddress } from "./link.js";
import { openDialog } from "./open_dialog.js";
import { SetUp } from "./set_up.js";
import { movesOf, treeOf } from "./tree.js";
import { TreeView } from "./tree_view.js";
import { address, wholeAddress } from "../site/address.js";
import { ask as request } from "../site/wire.js";

/**
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("../../messages").AnalysisOpening} Opening
 */

const main = byId("main");
const comment = /** @type {HTMLTextAreaElement} */ (byId("comment"));
/** @type {Opening} */
let opening = JSON.parse(byId("opening").textContent ?? "");
let { root, current } = treeOf(opening);
/** @type {import("../board/board.js").Board|null} */
let board = null;
let turned = false;
/** Counts where one went, so that an answer that comes late finds out. */
let ticket = 0;

const treeView = new TreeView(byId("tree"), (node) => showNode(node));

const engine = new Engine({ play: (action) => act(action), point: (actions) => board?.advise(actions) });

/** A board of that shape, unless there is one. @param {import("../../messages").BoardGeometry} geometry */
function makeBoard(geometry) {
  if (board && JSON.stringify(board.geometry) === JSON.stringify(geometry)) return;
  board?.destroy();
  board = pageBoard(geometry, { onAction: act, onExplain: explain });
  board.standAt(placesIn(byId("bar")));
  configure();
}

/** Begins with another tree. @param {Opening} next @param {number} [at] the node to show */
function open(next, at) {
  opening = next;
  ({ root, current } = treeOf(next));
  makeBoard(opening.geometry);
  setText(byId("game"), opening.game);
  treeView.show(root, current);
  const wanted = at === undefined ? current : (root.all[at] ?? current);
  showNode(wanted);
}

/** Shows a node of the tree. @param {Node} node */
async function showNode(node) {
  const ownTicket = (ticket += 1);
  const glides = node.parent === current || current.parent === node;
  const events = (node.parent === current ? node : current).ply?.events ?? [];
  current = node;
  if (node.ply) show(glides ? events : []);
  if (node.state) return;
  if (!(await learn(node)) || ownTicket !== ticket) return;
  show(glides ? (node.ply?.events ?? []) : []);
}

/** Loads a node, and the unloaded ones before it. @param {Node} node @param {boolean} [quietly] */
async function learn(node, quietly = false) {
  const { path } = node;
  const since = Math.max(0, path.findIndex((one) => !one.ply || one === node));
  const body = { position: opening.position, actions: node.actions, since };
  const { answer, refusal } = await askLine(body);
  if (refusal) {
    if (!quietly) complain(refusal);
    return false;
  }
  for (const [number, ply] of answer.plies.entries()) path[since + number].tell(ply);
  node.state = answer.state;
  return true;
}

/** Plays an action in the position on the board. @param {string} action */
async function act(action) {
  if (setUp.isOpen) return setUp.change(action);
  const ownTicket = (ticket += 1);
  const from = current;
  const known = from.children.find((child) => child.action === action);
  if (known) return showNode(known);
  const child = from.play(action);
  const learnt = await learn(child);
  if (!learnt) child.remove();
  if (ownTicket !== ticket) return treeView.show(root, current);
  if (!learnt) return board?.clearSelection();
  current = child;
  treeView.show(root, current);
  show(child.ply?.events ?? []);
  play(child.ply?.events ?? []);
  announce([child.words, child.state?.status].filter(Boolean).join(" "));
}

/** Why something is not possible. @param {import("../board/hand.js").Try} tried */
async function explain(tried) {
  if (setUp.isOpen) return null;
  const { answer, refusal } = await askWhy({ position: opening.position, actions: current.actions, ...tried });
  if (refusal) return { text: refusal.text, rule: refusal.rule };
  return answer.legal ? null : { text: answer.text, rule: answer.rule };
}

const setUp = new SetUp({
  onBoard: (data, legal) => {
    makeBoard(data.geometry);
    board?.show({ view: data.view, legal, phase: "set-up", events: [], animate: false });
    showTrack(byId("track"), data.tracks, data.fields);
    engine.look(null);
  },
  onRefused: () => board?.clearSelection(),
  onDone: (next) => open(next),
  onCancel: () => {
    makeBoard(opening.geometry);
    show([]);
  },
});

/** The current node on the page. @param {import("../../messages").Event[]} events what led to it */
function show(events) {
  const { ply, state } = current;
  if (!ply) return;
  const { phase } = ply.after;
  board?.show({ view: ply.view, legal: state?.legal ?? [], phase, events, animate: events.length > 0 });
  main.dataset.phase = phase;
  main.setAttribute("aria-busy", String(!state));
  if (state) setText(byId("status"), state.status);
  showTrack(byId("track"), opening.tracks, ply.after);
  showFreed(byId("freed"), ply.view, lapOf(opening.tracks, ply.after.round));
  const may = new Set(state?.legal.map(({ action }) => action));
  byId("keep").hidden = !may.has("keep");
  byId("pass").hidden = !may.has("pass");
  byId("claim").hidden = !state?.claim;
  setText(byId("claim"), state?.claim_words ?? "");
  showDecide(state?.decide ?? null, act);
  byId("prove").hidden = !state?.prove;
  setText(byId("prove-title"), state?.prove?.title ?? "");
  setText(byId("prove-words"), state?.prove?.words ?? "");
  if (document.activeElement !== comment) comment.value = current.comment;
  showSteps();
  treeView.mark(current);
  keepAddress();
  engine.look(phase === "over" ? null : { position: opening.position, actions: current.actions });
}

function showSteps() {
  const off = { start: !current.parent, back: !current.parent, forward: !current.children.length, end: !current.children.length };
  for (const button of byId("steps").querySelectorAll("button")) {
    // Disabled, not hidden: so the keyboard focus stays.
    const { step } = button.dataset;
    if (step) button.setAttribute("aria-disabled", String(off[/** @type {keyof typeof off} */ (step)]));
  }
  byId("promote").setAttribute("aria-disabled", String(current.isMain));
  byId("delete").setAttribute("aria-disabled", String(!current.parent));
  const line = current.state?.scene.position;
  const over = current.ply?.after.phase === "over";
  const playOn = /** @type {HTMLAnchorElement} */ (byId("play-on"));
  playOn.hidden = over;
  byId("review-line").hidden = current.end.ply?.after.phase !== "over";
  if (line) playOn.href = address(`/play?${new URLSearchParams({ position: line })}`);
}

/** Updates the address of the page. */
function keepAddress() {
  const linked = addressOf(opening.position, root, current);
  if (linked && linked !== location.href) history.replaceState(null, "", linked);
}

/** @param {"start"|"back"|"forward"|"end"} step */
function take(step) {
  if (setUp.isOpen) return;
  const next = { start: root, back: current.parent, forward: current.children[0], end: current.end }[step];
  if (!next || next === current) return;
  showNode(next);
  announce(next.words || t("The start."));
}

/** To another variation from the same position. @param {-1|1} step */
function across(step) {
  if (setUp.isOpen) return;
  const next = current.sibling(step);
  if (!next) return;
  showNode(next);
  announce(t("Variation: {words}", { words: next.words }));
}

function promote() {
  if (current.isMain) return;
  current.promote();
  treeView.show(root, current);
  keepAddress();
  announce(t("This is the main line now."));
}

async function remove() {
  if (!current.parent) return;
  const size = current.all.length;
  if (size > 1) {
    const text = tn("{n} move is deleted.", "{n} moves are deleted.", size);
    const answers = [{ value: "yes", label: t("Delete"), look: "danger" }];
    if (!(await askVisitor({ title: t("Delete from here on?"), text, answers }))) return;
  }
  const parent = current.remove();
  showNode(parent);
  treeView.show(root, current);
  announce(t("Deleted."));
}

/** The record of the whole tree, as the server writes it. */
async function download() {
  const body = { position: opening.position, moves: movesOf(root), headers: opening.headers };
  const { answer, refusal } = await askRecord(body);
  if (refusal) return complain(refusal);
  save(new Blob([answer.text], { type: "text/plain" }), "analysis.menhirs");
}

function share() {
  const linked = addressOf(opening.position, root, current);
  if (linked) copy(linked, t("Link copied. It opens this analysis as it is now."));
  else {
    toast(t("This analysis is too long for a link: it is downloaded instead."));
    download();
  }
}

/** A link to a puzzle made from this position, if it makes one. */
async function makePuzzle() {
  const puzzle = `/analysis/puzzle?${new URLSearchParams({ position: current.state?.scene.position ?? "" })}`;
  const answer = await request(puzzle, { headers: { accept: "application/json" } }).catch(() => null);
  if (answer?.ok) return copy(wholeAddress(puzzle), t("Link to the puzzle copied: send it to somebody."));
  const data = await answer?.json().catch(() => null);
  complain(data ?? { code: "", rule: "", text: t("There is no connection at the moment.") });
}

/** To the review of the line on the board, to its end: the game is over there. */
async function reviewLine() {
  const moves = current.end.actions.join(" ");
  const written = await askRecord({ position: opening.position, moves, headers: {} });
  if (written.refusal) return complain(written.refusal);
  const { answer, refusal } = await askReview({ record: written.answer.text });
  if (refusal) return complain(refusal);
  location.assign(address(`/review/${answer.id}`));
}

function configure() {
  board?.configure(boardSettings("south", turned));
}

function turn() {
  turned = !turned;
  configure();
}

const help = /** @type {HTMLDialogElement} */ (byId("help"));
closeOnBackdrop(help);
press("keep", () => act("keep"));
press("pass", () => act("pass"));
press("claim", () => act("claim"));
press("promote", promote);
press("delete", remove);
press("share", share);
press("download", download);
press("copy-line", () => copy(current.state?.scene.position ?? "", t("Position line copied.")));
press("embed", () => showPosition(current.state?.scene.position ?? opening.position, opening.position, current.end.actions.join(" ")));
press("flip-board", turn);
press("open-set-up", () => setUp.open(current.state?.scene.position ?? opening.position));
press("puzzle", makePuzzle);
press("review-line", reviewLine);
press("open-help", () => help.showModal());
for (const button of byId("steps").querySelectorAll("[data-step]")) {
  const step = /** @type {"start"|"back"|"forward"|"end"} */ (/** @type {HTMLElement} */ (button).dataset.step);
  button.addEventListener("click", () => take(step));
}
comment.addEventListener("input", () => {
  current.comment = comment.value.trim();
  treeView.show(root, current);
  keepAddress();
});
openDialog((next) => open(next));
/** @type {Record<string, {down: () => void}>} */
const walking = {
  ArrowLeft: { down: () => take("back") },
  ArrowRight: { down: () => take("forward") },
  ArrowUp: { down: () => across(-1) },
  ArrowDown: { down: () => across(1) },
  Home: { down: () => take("start") },
  End: { down: () => take("end") },
};
/** Whether the board has the focus only because somebody clicked there. */
let clicked = false;
document.addEventListener("pointerdown", () => (clicked = true));
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Tab") clicked = false;
    const onBoard = event.target instanceof Element && byId("board").contains(event.target);
    if (!clicked || !onBoard || !walking[event.key]) return;
    // Then arrow keys lead through the tree; keyboard users on the board walk over it with them.
    event.preventDefault();
    event.stopPropagation();
    walking[event.key].down();
  },
  { capture: true },
);
listen({
  ...walking,
  ",": { down: () => take("back") },
  ".": { down: () => take("forward") },
  Delete: { down: remove },
  v: { down: promote },
  e: { down: () => engine.toggle() },
  l: { down: () => announce(engine.inWords) },
  n: { down: () => comment.focus() },
  k: { down: () => click("keep") },
  c: { down: () => click("claim") },
  f: { down: turn },
  g: {
    down: () => {
      clicked = false;
      board?.focus();
    },
  },
  b: { down: () => current.ply && announce(boardInWords(current.ply.view)) },
  "?": { down: () => help.showModal() },
});
follow(configure);
wireTabs();
showHints();

/** Shows the page's data, with the moves of its address. */
async function begin() {
  const brought = broughtText();
  if (brought) {
    const { answer, refusal } = await askOpening({ text: brought });
    if (refusal) complain(refusal);
    return open(answer ?? opening);
  }
  const shared = readAddress();
  if (!shared) return open(opening);
  const { answer, refusal } = await askOpening({ position: opening.position, moves: shared.moves });
  if (refusal) complain(refusal);
  open(answer ?? opening, answer ? shared.at : undefined);
}

// A link to other moves from the same start only changes the fragment.
window.addEventListener("hashchange", () => location.reload());
begin().then(() => (main.dataset.ready = ""));
