// Buttons and keys around the board.
import { spoken } from "./clock.js";
import { ask, closeOnBackdrop } from "./dialogs.js";
import { byId, setText } from "./element.js";
import { listen } from "./keys.js";
import { t } from "./language.js";
import { nameOf } from "./plates.js";
import { copy, showSeatLink } from "./share.js";
import { announce, boardInWords } from "./speech.js";

/**
 * @param {object} given
 * @param {import("./table.js").Table} given.table
 * @param {import("./review.js").Review} given.review
 * @param {import("./clock.js").Clocks} given.clocks
 * @param {import("./claims.js").Claims} given.claims
 * @param {import("./typed.js").Typed} given.typed
 * @param {import("./join.js").Naming} given.naming
 * @param {(action: string, more?: object) => void} given.act
 * @param {(message: object) => void} given.send
 * @param {() => void} given.focusBoard
 * @param {() => void} given.turn
 */
export function wireTools({ table, review, clocks, claims, typed, naming, act, send, focusBoard, turn }) {
  const press = (/** @type {string} */ id, /** @type {() => void} */ what) => byId(id).addEventListener("click", what);
  const help = /** @type {HTMLDialogElement} */ (byId("help"));
  closeOnBackdrop(help);

  const says = {
    clocks: () => clocksInWords(table, clocks),
    round: () => roundInWords(table),
    board: () => (table.state ? boardInWords(review.at === null ? table.state.view : table.plies[review.at].view) : ""),
  };
  for (const button of help.querySelectorAll("[data-say]")) {
    // Inside a modal dialog the page's own live region is silent.
    button.addEventListener("click", () => setText(byId("said"), says[button.getAttribute("data-say") ?? ""]()));
  }

  press("flip-board", turn);
  press("open-help", () => help.showModal());
  press("look-back", () => review.step("back"));
  press("over-review", () => review.go(0));
  press("review-link", () => copy(review.link, t("Link copied.")));
  press("take-back", () => send({ type: "take-back" }));
  press("rename", () => naming.ask(table.state?.seats[table.state.you[0]]?.name ?? ""));
  press("seat-link", () => showSeatLink(table.match));
  press("resign", () => resign(table, act));

  listen({
    c: key(claims, 0),
    m: key(claims, 1),
    k: { down: () => byId("keep").hidden || byId("keep").click() },
    g: { down: focusBoard },
    y: { down: () => typed.focus() },
    f: { down: turn },
    t: { down: () => announce(says.clocks()) },
    r: { down: () => announce(says.round()) },
    b: { down: () => announce(says.board()) },
    "?": { down: () => help.showModal() },
    ",": { down: () => review.step("back") },
    ".": { down: () => review.step("forward") },
    ArrowLeft: { down: () => review.step("back") },
    ArrowRight: { down: () => review.step("forward") },
    Home: { down: () => review.step("start") },
    End: { down: () => review.step("end") },
  });

  return {
    /** @param {import("./table.js").Table} now */
    show({ state, live, watching, plies }) {
      byId("take-back").hidden = !live || !state.may.take_back;
      byId("resign").hidden = !live || !state.may.resign;
      byId("rename").hidden = watching;
      byId("seat-link").hidden = watching;
      byId("typed").hidden = watching || state.phase === "over";
      byId("look-back").hidden = plies.length < 2;
    },
  };
}

/** @param {import("./claims.js").Claims} claims @param {0|1} which */
function key(claims, which) {
  return { down: () => claims.button(which)?.down(), up: () => claims.button(which)?.up() };
}

/** @param {import("./table.js").Table} table @param {(action: string, more?: object) => void} act */
async function resign(table, act) {
  const { state, shared } = table;
  const seats = shared ? /** @type {const} */ ([1, 2]) : [state.you[0]];
  const answers = seats.map((seat) => ({
    value: String(seat),
    label: shared ? t("{name} gives up", { name: nameOf(state, seat) }) : t("I give up"),
    look: "danger",
  }));
  const text = t("The game is then lost, and the other side gets the points.");
  const answer = await ask({ title: t("Give up this game?"), text, answers });
  if (answer) act("resign", shared ? { as: Number(answer) } : {});
}

/** @param {import("./table.js").Table} table @param {import("./clock.js").Clocks} clocks */
function clocksInWords({ state }, clocks) {
  if (!state?.clocks) return t("There is no clock in this game.");
  return /** @type {const} */ ([1, 2])
    .map((player) => t("{name}: {time}.", { name: nameOf(state, player), time: spoken(clocks.left(player) ?? 0) }))
    .join(" ");
}

/** @param {import("./table.js").Table} table */
function roundInWords({ state }) {
  if (!state) return "";
  const { view } = state;
  const free = t("{free} of {all} menhirs free", { free: view.free.length, all: view.menhirs.length });
  return `${t("Round {round}.", { round: state.round })} ${free}. ${state.status}`;
}
