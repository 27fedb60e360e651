// The match page: what comes from the server goes to the board and the panels, and back.
import { Board } from "./board/board.js";
import { Claims } from "./claims.js";
import { Clocks } from "./clock.js";
import { clearToasts, toast } from "./dialogs.js";
import { byId, setText } from "./element.js";
import { Naming, sitDown } from "./join.js";
import { t, tn } from "./language.js";
import { Log } from "./log.js";
import { rememberedName } from "./name.js";
import { Panels } from "./panels.js";
import { nameOf, otherOf, showPlates } from "./plates.js";
import { Review } from "./review.js";
import { follow, settings } from "./settings.js";
import { Socket } from "./socket.js";
import { callPlayer, play } from "./sound.js";
import { announce } from "./speech.js";
import { Table } from "./table.js";
import { wireTools } from "./tools.js";
import { showFreed, showTrack } from "./track.js";
import { Typed } from "./typed.js";

const main = byId("main");
const table = new Table(main.dataset.match ?? "");
const title = document.title;
const clocks = new Clocks({
  1: /** @type {HTMLElement} */ (byId("plate-1").querySelector(".plate-clock")),
  2: /** @type {HTMLElement} */ (byId("plate-2").querySelector(".plate-clock")),
});
/** @type {Board|null} */
let board = null;
let turned = false;
let triedToJoin = false;
let openingPly = new URLSearchParams(location.search).get("ply");

const act = (/** @type {string} */ action, /** @type {object} */ more = {}) => {
  review.leave();
  const sent = table.live && socket.send({ type: "act", state: table.state.state, action, ...more });
  if (!sent) toast(t("There is no connection at the moment."), { alert: true });
};
const send = (/** @type {object} */ message) => {
  if (!socket.send(message)) toast(t("There is no connection at the moment."), { alert: true });
};

const review = new Review((step) => {
  if (step) showBoard(step.ply.view, { events: step.events });
  else showLive([]);
  if (step) announce(step.ply.words || t("The start."));
  showAround();
});
const log = new Log(byId("log"), (ply) => (ply === review.last ? review.leave() : review.go(ply)));
const panels = new Panels({ send, act });
const claims = new Claims({ send, tell: (text) => tellHint(text) });
const typed = new Typed((action) => {
  if (claims.typed(action, table)) return;
  // Typing is too quick for giving up: that is asked again.
  if (action.toLowerCase() === "resign") byId("resign").click();
  else {
    review.leave();
    board?.enter(action);
  }
});
const naming = new Naming((name) => send({ type: "name", name }));

/** Words beside the buttons, for the eye and the ear. */
function tellHint(/** @type {string} */ text) {
  setText(byId("bar-hint"), text);
  announce(text);
}

/** @param {any} view @param {{events?: any[], legal?: any[], state?: any}} [more] */
function showBoard(view, { events = [], legal = [], state = null } = {}) {
  board?.show({
    view,
    legal,
    phase: state?.phase ?? "over",
    player: state?.player ?? 1,
    you: state ? state.you : [],
    events,
    animate: events.length > 0,
  });
}

/** The game as it is, with what may be done. */
function showLive(/** @type {any[]} */ events) {
  const { state, live } = table;
  if (state) showBoard(state.view, { events, legal: live ? state.legal : [], state });
}

/** Everything but the board. */
function showAround() {
  const { state, live, plies } = table;
  if (!state) return;
  const past = review.at === null ? null : plies[review.at];
  main.dataset.phase = state.phase;
  main.classList.toggle("reviewing", Boolean(past));
  main.classList.toggle("stale", !live);
  main.classList.toggle("yours", table.yourTurn);
  setText(byId("status"), live ? state.status : t("Not connected: this may be old."));
  showPlates(state, live);
  showTrack(byId("track"), state.track);
  showFreed(byId("freed"), past ? past.view : state.view, state.track[0]?.lap ?? 1);
  byId("freed").hidden = !(past ? past.view : state.view).fog.length;
  panels.show(state, live);
  claims.show(table);
  typed.update(live ? state.legal : []);
  tools.show(table);
  // Last, because what else is shown decides how much room there is to scroll in.
  log.show(plies, review.at ?? review.last);
  document.title = live && table.yourTurn && !table.shared ? `● ${t("Your turn")} – Menhirs` : title;
}

function turnBoard() {
  const { view } = settings();
  const own = table.state?.you.length === 1 && table.state.you[0] === 2 ? "north" : "south";
  const chosen = view === "own" ? own : view;
  const from = turned === (chosen === "south") ? "north" : "south";
  byId("tabletop").classList.toggle("from-north", from === "north");
  const { coordinates, dense, animation, confirm } = settings();
  board?.configure({ from, coordinates, dense, animation, confirm });
}

/** Once for every connection: from here on the page shows the truth. */
async function hello(/** @type {any} */ message) {
  table.open(message);
  byId("connection").hidden = true;
  board ??= new Board(byId("board"), message.geometry, {
    onAction: (/** @type {string} */ action) => act(action),
    onExplain: (/** @type {string} */ action) => socket.ask({ type: "explain", action }),
    announce,
    t,
    tn,
  });
  turnBoard();
  clocks.update(table.state.clocks);
  review.update(table.plies);
  if (openingPly !== null) {
    const ply = Number.parseInt(openingPly, 10);
    openingPly = null;
    if (ply >= 0 && ply <= review.last) review.go(ply);
  }
  if (review.at === null) showLive([]);
  showAround();
  announce(table.state.status);
  await takeFreeSeat();
}

/** Whoever follows the link of a friend sits down without a click. */
async function takeFreeSeat() {
  const free = Object.values(table.state.seats).some(({ kind }) => kind === "free");
  byId("join").hidden = !(free && table.watching);
  if (!free || !table.watching || triedToJoin) return;
  triedToJoin = true;
  if (!(await sitDown(table.match))) return;
  socket.restart();
  if (!rememberedName()) naming.ask("", false);
}

async function changed(/** @type {any} */ message) {
  const before = { turn: table.yourTurn, next: table.state?.series?.next, phase: table.state?.phase };
  await table.change(message);
  const { state } = table;
  const events = message.ply_item?.events ?? [];
  if (message.ply_item) clearToasts();
  clocks.update(state.clocks);
  review.update(table.plies);
  if (review.at === null) showLive(events);
  showAround();
  play(events);
  setText(byId("bar-hint"), "");
  if (message.ply_item || state.phase !== before.phase) {
    announce([message.ply_item?.words, state.outcome ? state.outcome.text : state.status].filter(Boolean).join(" "));
  }
  if (table.yourTurn && !before.turn && !table.shared) callPlayer();
  if (state.series.next && !before.next && !table.watching) location.assign(`/m/${table.match}/next`);
}

function presence(/** @type {Record<string, boolean>} */ seats) {
  const { state } = table;
  if (!state) return;
  for (const player of /** @type {const} */ ([1, 2])) {
    const seat = state.seats[player];
    const [was, is] = [seat.present, Boolean(seats[player])];
    seat.present = is;
    const theirs = state.you.length === 1 && state.you[0] === otherOf(player) && seat.kind === "person";
    if (was === is || !theirs) continue;
    const name = nameOf(state, player);
    toast(is ? t("{name} is here.", { name }) : t("{name} has gone for now.", { name }));
  }
  showAround();
}

// Messages are dealt with one after the other, also where one has to wait for missing plies.
let queue = Promise.resolve();
const socket = new Socket(`/m/${table.match}/socket`, {
  onMessage: (message) => {
    const deal = async () => {
      if (message.type === "hello") await hello(message);
      else if (message.type === "state") await changed(message);
      else if (message.type === "presence") presence(message.seats);
      else if (message.type === "refused") refused(message);
    };
    queue = queue.then(deal).catch((error) => console.error(error));
  },
  onLost: () => {
    table.live = false;
    byId("connection").hidden = false;
    clocks.freeze();
    if (review.at === null) showLive([]);
    showAround();
  },
  onEnd: (text) => {
    setText(byId("connection"), text);
    byId("connection").hidden = false;
  },
});

function refused(/** @type {any} */ { text, rule }) {
  toast(rule ? `${text} (${rule})` : text, { alert: true });
  board?.clearSelection();
}

const tools = wireTools({
  table,
  review,
  clocks,
  claims,
  typed,
  naming,
  act,
  send,
  focusBoard: () => board?.focus(),
  turn: () => {
    turned = !turned;
    turnBoard();
  },
});
follow(turnBoard);
