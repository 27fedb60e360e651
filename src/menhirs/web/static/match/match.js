// The match page: what comes from the server goes to the board and the panels, and back.
import { boardSettings, pageBoard } from "../frame/page_board.js";
import { keepFocus } from "../frame/bar.js";
import { wireQuestion } from "../frame/question.js";
import { wireTabs } from "../frame/tabs.js";
import { Claims } from "./claims.js";
import { Clocks } from "./clock.js";
import { Coach } from "./coach.js";
import { Edges } from "./edges.js";
import { clearToasts, toast } from "../site/dialogs.js";
import { byId, element, setText } from "../site/element.js";
import { markPlayed } from "../site/played.js";
import { showHints } from "../site/hint.js";
import { t, tn } from "../site/language.js";
import { Log } from "../frame/log.js";
import { Naming } from "./naming.js";
import { NextTurn } from "./next_turn.js";
import { Panels } from "./panels.js";
import { People } from "./people.js";
import { nameOf, otherOf, showPlates } from "./plates.js";
import { LateReport } from "./late_report.js";
import { withoutLast } from "../review/advice.js";
import { Steps } from "../frame/steps.js";
import { offerAlerts } from "../site/alerts_choice.js";
import { follow, settings } from "../site/settings.js";
import "../site/site.js";
import { setTitle } from "../site/turn_mark.js";
import { rememberSeat, tellTurn } from "../site/turns.js";
import { Socket } from "./socket.js";
import { callPlayer, play } from "../frame/sound.js";
import { announce } from "../site/speech.js";
import { MatchState } from "./match_state.js";
import { wireTools } from "./tools.js";
import { lapOf, showFreed, showTrack } from "../frame/track.js";
import { chooseMeaning, MoveInput } from "./move_input.js";
import { address } from "../site/address.js";
import { edition } from "../site/edition.js";
import { handOver, pageToGoOn } from "../offline/pages.js";
import { ask as request } from "../site/wire.js";

const main = byId("main");
const match = new MatchState(main.dataset.match ?? "");
const title = document.title;
const clocks = new Clocks({
  1: /** @type {HTMLElement} */ (byId("plate-1").querySelector(".plate-clock")),
  2: /** @type {HTMLElement} */ (byId("plate-2").querySelector(".plate-clock")),
});
/** @type {import("../board/board.js").Board|null} */
let board = null;
let turned = false;
let openingPly = new URLSearchParams(location.search).get("ply");

const act = (/** @type {string} */ action, /** @type {object} */ more = {}) => {
  review.leave();
  const message = { type: "act", state: match.state?.state, action, ...coach.careful, ...more };
  const sent = match.live && socket.send(message);
  if (!sent) toast(t("There is no connection at the moment."), { alert: true });
};
const send = (/** @type {object} */ message) => {
  if (!socket.send(message)) toast(t("There is no connection at the moment."), { alert: true });
};

const review = new Steps((step) => {
  showReport();
  if (step) showBoard(step.ply.view, { events: step.events, advice: report.advice });
  else showLive([]);
  if (step) announce(step.ply.words || t("The start."));
  showAround();
});
const log = new Log(byId("log"), (ply) => (ply === review.last ? review.leave() : review.go(ply)));
const report = new LateReport({
  address: `/api/matches/${match.id}/review`,
  go: (ply) => review.show(ply),
  showLine: (ply) => {
    showBoard(ply.view, { events: ply.events });
    setText(byId("status"), t("Not played: {words}", { words: ply.words }));
    announce(ply.words);
  },
});
const panels = new Panels({ send, act });
byId("over-report").addEventListener("click", () => report.begin());
const edges = new Edges();
const claims = new Claims({ send, tell: (text, seat) => tellHint(text, seat), darken: (dark) => board?.darken(dark) });
const typed = new MoveInput(async (text) => {
  if (claims.typed(text, match)) return;
  // Typing is too quick for giving up: that is asked again.
  if (text.toLowerCase() === "resign") return byId("resign").click();
  const action = await chooseMeaning(await socket.ask({ type: "read", text }));
  if (!action) return;
  review.leave();
  board?.enter(action);
});
const coach = new Coach({
  send,
  suggest: (action) => board?.suggest(action),
  threaten: (threats) => board?.threaten(threats),
});
const people = new People(() => showAround());
const nextTurn = new NextTurn();
const naming = new Naming((name, seat) => send({ type: "name", name, as: seat }));

/** Words in the bar of the button that was pressed, for the eye and the ear. */
function tellHint(/** @type {string} */ text, /** @type {1|2|undefined} */ seat) {
  setText(edges.hintOf(match.shared ? seat : undefined), text);
  announce(text);
}

/** Clears the message beside the buttons. */
function clearHints() {
  setText(byId("bar-note"), claims.note(match));
  for (const hint of document.querySelectorAll(".bar-hint")) setText(hint, "");
}

/**
 * @param {import("../../messages").View} view
 * @param {{events?: import("../../messages").Event[], legal?: import("../../messages").Legal[], phase?: string, touching?: string[][], advice?: import("../board/marks.js").Advice[]}} [more]
 */
function showBoard(view, { events = [], legal = [], phase = "over", touching = [], advice = [] } = {}) {
  board?.show({
    view: withoutLast(view, advice),
    legal,
    phase,
    events,
    touching,
    advice,
    animate: events.length > 0,
  });
}

/** The game as it is, with what may be done. */
function showLive(/** @type {import("../../messages").Event[]} */ events) {
  const { state, live } = match;
  if (!state) return;
  const touching = state.coach?.touching ?? [];
  showBoard(state.view, { events, legal: live ? state.legal : [], phase: state.phase, touching });
}

/** Everything but the board. */
function showAround() {
  if (match.state) keepFocus(paintAround);
}

function paintAround() {
  const { state, live, plies } = match;
  const past = review.at === null ? null : plies[review.at];
  main.dataset.phase = state.phase;
  main.classList.toggle("reviewing", Boolean(past));
  main.classList.toggle("stale", !live);
  main.classList.toggle("yours", match.yourTurn);
  main.classList.toggle("guided", Boolean(state.coach));
  main.classList.toggle("shared", match.shared);
  main.dataset.result = past ? "" : resultFor(state);
  for (const link of main.querySelectorAll(".analyse")) {
    link.setAttribute("href", address(`/analysis?${new URLSearchParams({ match: match.id, ply: String(review.at ?? review.last) })}`));
    /** @type {HTMLElement} */ (link).hidden = !state.outcome;
  }
  const status = past ? review.inWords(report.isBeforeMoment) : live ? state.status : t("Not connected: this may be old.");
  setText(byId("status"), status);
  setText(byId("status-far"), status);
  if (board) edges.seat(match, board);
  byId("watching").hidden = !match.watching;
  showPlates(state, live, people.seats);
  people.show(match);
  const moment = past ? past.after : state;
  showTrack(byId("track"), match.tracks, moment);
  showFreed(byId("freed"), past ? past.view : state.view, lapOf(match.tracks, moment.round));
  // It keeps its line, so that nothing below moves.
  byId("freed").classList.toggle("unseen", !(past ? past.view : state.view).fog.length);
  panels.show(match);
  if (state.series.next) byId("next-game").setAttribute("href", nextAddress(state.series.next));
  showReport();
  claims.show(match);
  claims.place();
  coach.show(match);
  typed.update(live ? state.legal : []);
  if (state.outcome?.winner !== null && state.phase === "over" && !match.watching) markPlayed(state.rules);
  tools.show(match);
  nextTurn.show(match);
  // Last, because what else is shown decides how much room there is to scroll in.
  log.show(plies, review.at ?? review.last, [nameOf(state, 1), nameOf(state, 2)]);
  setTitle(live && match.yourTurn && !match.shared ? `● ${t("Your turn")} – Menhirs` : title);
}

function showReport() {
  report.show(review.at ?? review.last, match.live && (match.state.outcome?.winner ?? null) !== null);
}

/** Where the next game of the series is: a server hands over the key to the seat on the way. @param {string} next */
function nextAddress(next) {
  return address(edition ? `/m/${next}` : `/m/${match.id}/next`);
}

/** The result of the game for this visitor. @param {import("./match_state.js").State} state */
function resultFor({ outcome, you }) {
  if (!outcome) return "";
  if (outcome.winner === 0) return "tie";
  if (you.length !== 1 || outcome.winner === null) return "over"; // aborted: nobody has lost
  return outcome.winner === you[0] ? "won" : "lost";
}

function turnBoard() {
  const own = match.state?.you.length === 1 && match.state.you[0] === 2 ? "north" : "south";
  const wanted = { ...boardSettings(own, turned), confirm: settings().confirm };
  byId("tabletop").classList.toggle("from-north", wanted.from === "north");
  edges.turn(wanted.from);
  if (match.state && board) edges.seat(match, board);
  claims.place();
  board?.configure(wanted);
}

/** Once for every connection: from here on the page shows the truth. */
function hello(/** @type {import("./match_state.js").Hello} */ message, /** @type {number} */ at) {
  match.open(message, at);
  byId("connection").hidden = true;
  board ??= pageBoard(message.geometry, {
    onAction: (action) => act(action),
    onExplain: async (tried) => {
      const answer = await socket.ask({ type: "explain", ...tried });
      return answer?.type === "read" ? null : answer;
    },
  });
  turnBoard();
  clocks.update(match.state.clocks, match.since);
  review.update(match.plies);
  if (openingPly !== null) {
    const ply = Number.parseInt(openingPly, 10);
    openingPly = null;
    if (ply >= 0 && ply <= review.last) review.go(ply);
  }
  if (review.at === null) showLive([]);
  showAround();
  clearHints();
  if (match.state.you.length === 1) rememberSeat();
  handOver(asRecord);
  announce(match.state.status);
}

async function changed(/** @type {import("./match_state.js").Change} */ message, /** @type {number} */ at) {
  const before = { turn: match.yourTurn, next: match.state?.series?.next, phase: match.state?.phase };
  await match.change(message, at);
  const { state } = match;
  const events = message.ply_item?.events ?? [];
  if (message.ply_item) clearToasts();
  clocks.update(state.clocks, match.since);
  review.update(match.plies);
  if (review.at === null) showLive(events);
  showAround();
  play(events);
  clearHints();
  if (message.ply_item) handOver(asRecord);
  if (message.news) {
    clearToasts(); // a refusal is out of date once somebody agrees
    toast(message.news);
  }
  if (message.ply_item || state.phase !== before.phase) {
    // The end of the game was announced with the last move.
    const status = state.outcome && message.ply_item ? "" : state.status;
    announce([message.ply_item?.words, status].filter(Boolean).join(" "));
  }
  if (match.yourTurn && !before.turn && !match.shared) {
    callPlayer();
    if (document.hidden) tellTurn(match.id, state.seats[otherOf(state.you[0])].name);
  }
  if (state.series.next && !before.next && !match.watching) location.assign(nextAddress(state.series.next));
}

function presence(/** @type {import("../../messages").Presence} */ { seats, watchers, gone }, /** @type {number} */ at) {
  const { state } = match;
  if (!state) return;
  match.notice(gone, at);
  showWatchers(watchers);
  for (const player of /** @type {const} */ ([1, 2])) {
    const seat = state.seats[player];
    const [was, is] = [seat.present, Boolean(seats[player])];
    seat.present = is;
    const isOpponent = state.you.length === 1 && state.you[0] === otherOf(player) && seat.kind === "person";
    if (was === is || !isOpponent) continue;
    const name = nameOf(state, player);
    toast(is ? t("{name} is here.", { name }) : t("{name} has gone for now.", { name }));
  }
  showAround();
}

function showWatchers(/** @type {number} */ count) {
  const line = byId("watchers");
  line.hidden = count === 0;
  setText(line, tn("{n} watches", "{n} watch", count, { n: count }));
}

// Messages are dealt with one after the other, also where one has to wait for missing plies.
let queue = Promise.resolve();
const socket = new Socket(`/m/${match.id}/socket`, {
  onMessage: (message, at) => {
    const deal = async () => {
      if (message.type === "hello") hello(message, at);
      else if (message.type === "state") await changed(message, at);
      else if (message.type === "presence") presence(message, at);
      else if (message.type === "refused") refused(message);
      else if (message.type === "hint") coach.hint(message);
      else if (message.type === "threats") coach.threats(message);
      else if (message.type === "warned") warned(message);
    };
    queue = queue.then(deal).catch((error) => console.error(error));
  },
  onLost: () => {
    match.live = false;
    byId("connection").hidden = false;
    offerToGoOn();
    clocks.freeze();
    if (review.at === null) showLive([]);
    showAround();
  },
  onEnd: (text) => {
    setText(byId("connection"), text);
    byId("connection").hidden = false;
  },
});

/** This game, for pages without a network; null if it can't go on there. @returns {Promise<import("../offline/pages.js").Handed|null>} */
async function asRecord() {
  const { state, shared } = match;
  const [you] = state.you;
  const { kind, level } = state.seats[otherOf(you ?? 1)];
  if (state.outcome || (!shared && (!you || kind !== "computer"))) return null;
  const answer = await request(`/m/${match.id}/record`);
  if (!answer.ok) return null;
  const game = { match: match.id, record: await answer.text(), title: title.replace(/ – Menhirs dans le Brouillard$/, "") };
  return shared ? { ...game, opponent: "shared" } : { ...game, opponent: "computer", level: level ?? 1, side: you === 2 ? "2" : "1" };
}

/** Leads to where this game can go on, if that is possible. */
async function offerToGoOn() {
  const page = await pageToGoOn(match.id).catch(() => null);
  const line = byId("connection");
  if (!page || line.querySelector("a")) return;
  line.append(" ", element("a", { href: page }, t("Go on without a network")));
}

function refused(/** @type {import("../../messages").ErrorData} */ { text, rule, more }) {
  toast(text, { alert: true, rule, more });
  board?.darken(false);
  board?.clearSelection();
}

/** The coach has something to say before an action counts: it stays drawn, with what answers it. @param {import("../../messages").Warned} message */
async function warned({ action, text, threats }) {
  board?.threaten(threats);
  if (await coach.warn(text)) act(action, { warn: false });
  else board?.clearSelection();
  board?.threaten([]);
}

const tools = wireTools({
  match,
  review,
  clocks,
  claims,
  typed,
  naming,
  act,
  send,
  share: () => report.share(match.id),
  focusBoard: () => board?.focus(),
  turn: () => {
    turned = !turned;
    turnBoard();
  },
});
// While looking back nothing can be played: a try gets a message.
byId("board").addEventListener("click", ({ target }) => {
  const cell = target instanceof Element ? target.closest("[data-cell]")?.getAttribute("data-cell") : null;
  if (!cell || review.at === null || !match.yourTurn) return;
  board?.say(t("You are looking back. “Back to the game” or Escape leads to the game as it is now."), [cell]);
});
wireTabs();
wireQuestion();
follow(turnBoard);
showHints();
offerAlerts();
