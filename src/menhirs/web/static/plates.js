// The two players: who they are, whether they are there, and what they have left.
import { byId, drawn, setText } from "./element.js";
import { t, tn } from "./language.js";

const CLOUD = "M5 17a5 5 0 0 1 .6-9.9 6.5 6.5 0 0 1 12.3 1.2A4.4 4.4 0 0 1 18 17z";

/** What to call whoever sits there. @param {any} state @param {1|2} player */
export function nameOf(state, player) {
  const seat = state.seats[player];
  if (seat.kind === "free") return t("Free seat");
  if (seat.name) return seat.name;
  if (seat.kind === "computer") return seat.level_name ?? t("The computer");
  return t("Player {n}", { n: player });
}

/** Player 1, player 2 and who is meant by it. @param {1|2} player */
export function otherOf(player) {
  return /** @type {1|2} */ (3 - player);
}

/** @param {any} state @param {boolean} live */
export function showPlates(state, live) {
  for (const player of /** @type {const} */ ([1, 2])) showPlate(state, player, live);
}

/** @param {any} state @param {1|2} player @param {boolean} live */
function showPlate(state, player, live) {
  const plate = byId(`plate-${player}`);
  const part = (/** @type {string} */ look) => /** @type {HTMLElement} */ (plate.querySelector(`.${look}`));
  const seat = state.seats[player];
  const busy = state.player === player && !["over", "waiting"].includes(state.phase);

  setText(part("plate-name"), nameOf(state, player));
  plate.classList.toggle("to-act", busy);
  plate.classList.toggle("you", state.you.length === 1 && state.you[0] === player);

  const presence = part("presence");
  const [look, words] = presenceOf(state, player, live);
  presence.dataset.state = look;
  setText(part("presence-words"), words);
  presence.hidden = state.you.length === 2 || seat.kind === "free";

  showScore(part("plate-score"), state.series, player);
  showTokens(part("tokens"), state, player);
}

function presenceOf(/** @type {any} */ state, /** @type {1|2} */ player, /** @type {boolean} */ live) {
  const seat = state.seats[player];
  if (state.you.length === 1 && state.you[0] === player) return live ? ["here", t("you")] : ["away", t("you, offline")];
  if (seat.kind === "computer") return ["computer", t("computer, level {n}", { n: seat.level })];
  if (!live) return ["unknown", t("?")];
  return seat.present ? ["here", t("here")] : ["away", t("away")];
}

function showScore(/** @type {HTMLElement} */ node, /** @type {any} */ series, /** @type {1|2} */ player) {
  const played = series && (series.game > 1 || series.wins.some(Boolean));
  node.hidden = !played;
  if (!played) return;
  const [wins, points] = [series.wins[player - 1], series.points[player - 1]];
  const won = tn("{n} win", "{n} wins", wins, { n: wins });
  setText(node, `${won}, ${tn("{n} point", "{n} points", points, { n: points })}`);
}

/** Tiles to place while placing, chances to take away otherwise: little clouds, hollow when gone. */
function showTokens(/** @type {HTMLElement} */ node, /** @type {any} */ state, /** @type {1|2} */ player) {
  const placing = state.phase === "place" && state.to_place;
  const counts = placing ? state.to_place : state.chances;
  node.hidden = !counts || state.phase === "flip";
  if (node.hidden) return;
  const left = counts[player - 1];
  const whole = placing ? left : Math.max(3, left);
  const label = placing
    ? tn("{n} tile of fog to place", "{n} tiles of fog to place", left, { n: left })
    : tn("{n} chance to take fog away left", "{n} chances to take fog away left", left, { n: left });
  const key = `${placing ? "place" : "take"} ${left}/${whole}`;
  if (node.dataset.shown === key && node.getAttribute("aria-label") === label) return;
  node.dataset.shown = key;
  node.setAttribute("aria-label", label);
  node.title = label;
  const clouds = Array.from({ length: whole }, (_, i) =>
    drawn("svg", { viewBox: "0 0 24 24", class: i < left ? "token" : "token gone" }, drawn("path", { d: CLOUD })),
  );
  node.replaceChildren(...clouds);
}
