// Buttons and keys around the board.
import { spoken } from "./clock.js";
import { ask, closeOnBackdrop, toast } from "../site/dialogs.js";
import { byId, press, setText } from "../site/element.js";
import { listen } from "../frame/keys.js";
import { showTab } from "../frame/tabs.js";
import { t } from "../site/language.js";
import { nameOf } from "./plates.js";
import { copy } from "../site/share.js";
import { announce } from "../site/speech.js";
import { boardInWords } from "../frame/board_in_words.js";

/**
 * @param {object} given
 * @param {import("./match_state.js").MatchState} given.match
 * @param {import("../frame/steps.js").Steps} given.review
 * @param {import("./clock.js").Clocks} given.clocks
 * @param {import("./claims.js").Claims} given.claims
 * @param {import("./move_input.js").MoveInput} given.typed
 * @param {import("./naming.js").Naming} given.naming
 * @param {(action: string, more?: object) => void} given.act
 * @param {(message: object) => void} given.send
 * @param {() => void} given.share
 * @param {() => void} given.focusBoard
 * @param {() => void} given.turn
 */
export function wireTools({ match, review, clocks, claims, typed, naming, act, send, share, focusBoard, turn }) {
  const help = /** @type {HTMLDialogElement} */ (byId("help"));
  closeOnBackdrop(help);

  /** @type {Record<string, () => string>} */
  const says = {
    clocks: () => clocksInWords(match, clocks),
    round: () => roundInWords(match),
    board: () => (match.state ? boardInWords(review.at === null ? match.state.view : match.plies[review.at].view) : ""),
  };
  for (const button of help.querySelectorAll("[data-say]")) {
    // Inside a modal dialog the page's own live region is silent.
    button.addEventListener("click", () => setText(byId("said"), says[button.getAttribute("data-say") ?? ""]()));
  }

  press("flip-board", turn);
  press("open-help", () => help.showModal());
  press("look-back", () => review.step("back"));
  press("over-share", share);
  press("review-link", () => copy(review.link, t("Link copied.")));
  press("take-back", () => {
    if (match.state?.offers.take_back) toast(t("A take-back has been asked for already."));
    else send({ type: "take-back" });
  });
  press("rename", () => match.state && naming.ask(match.state));
  press("resign", () => (match.state.may.abort ? abort(match, send) : resign(match, act)));

  listen({
    c: key(claims, 0),
    m: key(claims, 1),
    k: { down: () => byId("keep").hidden || byId("keep").click() },
    h: { down: () => document.getElementById("coach-hint")?.click() },
    x: { down: () => document.getElementById("coach-threats")?.click() },
    g: { down: focusBoard },
    y: {
      down: () => {
        showTab("show-more");
        typed.focus();
      },
    },
    f: { down: turn },
    t: { down: () => announce(says.clocks()) },
    r: { down: () => announce(says.round()) },
    b: { down: () => announce(says.board()) },
    "?": { down: () => help.showModal() },
    ...review.keys,
    Escape: { down: () => review.leave() },
  });

  return {
    /** @param {import("./match_state.js").MatchState} now */
    show({ state, live, watching, plies }) {
      byId("take-back").hidden = !live || !state.may.take_back;
      byId("take-back").setAttribute("aria-disabled", String(Boolean(state.offers.take_back)));
      byId("resign").hidden = !live || !(state.may.resign || state.may.abort);
      setText(byId("resign"), state.may.abort ? t("Abort") : t("Give up"));
      byId("rename").hidden = watching;
      setText(byId("rename"), state.you.length === 2 ? t("Names") : t("My name"));
      document.getElementById("device-link")?.toggleAttribute("hidden", watching); // without a server there is none
      byId("typed").hidden = watching || state.phase === "over";
      byId("look-back").hidden = plies.length < 2;
    },
  };
}

/** @param {import("./claims.js").Claims} claims @param {0|1} which */
function key(claims, which) {
  return { down: () => claims.button(which)?.down(), up: () => claims.button(which)?.up() };
}

/** @param {import("./match_state.js").MatchState} match @param {(action: string, more?: object) => void} act */
async function resign(match, act) {
  const { state, shared } = match;
  const seats = shared ? /** @type {const} */ ([1, 2]) : [state.you[0]];
  const answers = seats.map((seat) => ({
    value: String(seat),
    label: shared ? t("{name} gives up", { name: nameOf(state, seat) }) : t("I give up"),
    look: "danger",
  }));
  const answer = await ask({ title: t("Give up this game?"), text: state.may.resign_words, answers, final: true });
  if (answer) act("resign", shared ? { as: Number(answer) } : {});
}

/** Ends the game without a result. @param {import("./match_state.js").MatchState} match @param {(message: object) => void} send */
async function abort({ state }, send) {
  const answers = [{ value: "yes", label: t("Abort the game"), look: "danger" }];
  const answer = await ask({ title: t("Abort this game?"), text: state.may.abort_words, answers, final: true });
  if (answer) send({ type: "abort" });
}

/** @param {import("./match_state.js").MatchState} match @param {import("./clock.js").Clocks} clocks */
function clocksInWords({ state }, clocks) {
  if (!state?.clocks) return t("There is no clock in this game.");
  return /** @type {const} */ ([1, 2])
    .map((player) => t("{name}: {time}.", { name: nameOf(state, player), time: spoken(clocks.left(player) ?? 0) }))
    .join(" ");
}

/** @param {import("./match_state.js").MatchState} match */
function roundInWords({ state }) {
  if (!state) return "";
  const { view } = state;
  const free = t("{free} of {all} menhirs free", { free: view.free.length, all: view.menhirs.length });
  const endless = state.track.some((stop) => stop.state === "now" && stop.repetitions);
  const round = endless ? t("Without rounds and without end.") : t("Round {round}.", { round: state.round });
  return `${round} ${free}. ${state.status}`;
}
