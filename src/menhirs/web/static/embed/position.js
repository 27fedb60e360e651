// A position in a frame: the visitor plays on for both sides.
import { t } from "../site/language.js";
import { actionsOf, ask, boardOf, button, offer, showText, data } from "./widget.js";

const { position, geometry, line } = data();
/** @type {string[]} */
let actions = [];

const board = boardOf(geometry, "south", play, explain);

/** @param {import("../../messages").LineData} data @param {boolean} animate */
function show({ plies, state }, animate) {
  const events = animate ? plies.flatMap((ply) => ply.events) : [];
  board.show({ view: state.scene.view, legal: state.legal, phase: state.phase, events, animate });
  showText(state.status);
  back.setAttribute("aria-disabled", String(!actions.length));
  again.setAttribute("aria-disabled", String(!actions.length));
  const claim = state.claim ? [{ action: "claim", title: state.claim_words }] : [];
  offer([...actionsOf(state.legal, state.decide), ...claim], play);
}

/** Plays a line instead of the one on the board. @param {string[]} wanted @param {boolean} animate */
async function showLine(wanted, animate) {
  const data = wanted.length || actions.length ? await ask("/api/analysis/line", { position, actions: wanted, since: wanted.length }) : line;
  if (!data) return board.clearSelection();
  actions = wanted;
  show(data, animate);
}

/** @param {string} action */
function play(action) {
  showLine([...actions, action], true);
}

/** @param {import("../board/hand.js").Try} tried */
async function explain(tried) {
  const data = await ask("/api/analysis/explain", { position, actions, ...tried });
  return data && !data.legal ? { text: data.text, rule: data.rule } : null;
}

const again = button(t("To the start"), () => showLine([], false), "«");
const back = button(t("One step back"), () => showLine(actions.slice(0, -1), false), "‹");
show(line, false);
