// The two players: who they are, whether they are there, and what they have left.
import { byId, element, set, setText } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { portraitOf } from "../site/portrait.js";
import { announce } from "../site/speech.js";
import { cloud, taking } from "../frame/symbols.js";

/** The name of the player on a seat. @param {import("./match_state.js").State} state @param {1|2} player */
export function nameOf(state, player) {
  const seat = state.seats[player];
  return seat.kind === "free" ? t("Free seat") : seat.call;
}

/** Whether this visitor is that player alone. @param {import("./match_state.js").State} state @param {1|2} player */
export function isYou(state, player) {
  return state.you.length === 1 && state.you[0] === player;
}

/** Player 1, player 2 and who is meant by it. @param {1|2} player */
export function otherOf(player) {
  return /** @type {1|2} */ (3 - player);
}

/** @param {import("./match_state.js").State} state @param {boolean} live @param {import("./people.js").People["seats"]} people */
export function showPlates(state, live, people) {
  for (const player of /** @type {const} */ ([1, 2])) showPlate(state, player, live, people[player]);
}

/** A name, linked to the person's page. @param {HTMLElement} node @param {string} name @param {string|undefined} href */
function showName(node, name, href) {
  const link = node.querySelector("a");
  if (!href) return setText(node, name);
  if (!link) return node.replaceChildren(element("a", { href, target: "_blank", rel: "noopener" }, name));
  link.setAttribute("href", href);
  setText(link, name);
}

/** @param {import("./match_state.js").State} state @param {1|2} player @param {boolean} live @param {import("./people.js").Somebody} [somebody] */
function showPlate(state, player, live, somebody) {
  const plate = byId(`plate-${player}`);
  const part = (/** @type {string} */ look) => /** @type {HTMLElement} */ (plate.querySelector(`.${look}`));
  const seat = state.seats[player];
  const busy = state.player === player && !["over", "waiting", "paused"].includes(state.phase);

  showName(part("plate-name"), nameOf(state, player), somebody?.address);
  setText(part("plate-note"), somebody?.note ?? "");
  plate.classList.toggle("to-act", busy);
  plate.classList.toggle("you", isYou(state, player));

  showCharacter(part("plate-portrait"), part("plate-says"), seat);
  const presence = part("presence");
  const [look, words] = presenceOf(state, player, live);
  presence.dataset.state = look;
  setText(part("presence-words"), words);
  presence.hidden = state.you.length === 2 || seat.kind === "free";

  showScore(part("plate-score"), state.series, player);
  showTokens(part("tokens"), state, player);
}

/** The computer's character, and what it says. @param {HTMLElement} portrait @param {HTMLElement} words @param {import("../../messages").Seat} seat */
function showCharacter(portrait, words, seat) {
  portrait.hidden = seat.level === null;
  if (portrait instanceof HTMLImageElement && seat.level !== null) set(portrait, "src", portraitOf(seat.level));
  words.hidden = !seat.says;
  if (seat.says && words.textContent !== seat.says) announce(t("{name}: {words}", { name: seat.name, words: seat.says }));
  setText(words, seat.says);
}

function presenceOf(/** @type {import("./match_state.js").State} */ state, /** @type {1|2} */ player, /** @type {boolean} */ live) {
  const seat = state.seats[player];
  if (isYou(state, player)) {
    // A plate that says "You" needs no second one.
    if (!seat.name) return live ? ["here", ""] : ["away", t("offline")];
    return live ? ["here", t("you")] : ["away", t("you, offline")];
  }
  if (seat.kind === "computer") return ["computer", t("computer, level {n}", { n: seat.level ?? "" })];
  if (!live) return ["unknown", t("?")];
  return seat.present ? ["here", t("here")] : ["away", t("away")];
}

function showScore(/** @type {HTMLElement} */ node, /** @type {import("../../messages").Series} */ series, /** @type {1|2} */ player) {
  const played = series && (series.game > 1 || series.wins.some(Boolean));
  node.hidden = !played;
  if (!played) return;
  const [wins, points] = [series.wins[player - 1], series.points[player - 1]];
  const won = tn("{n} win", "{n} wins", wins, { n: wins });
  setText(node, `${won}, ${tn("{n} point", "{n} points", points, { n: points })}`);
}

/** Clouds for tiles to place while placing, discs for chances to take away otherwise, hollow when gone. */
function showTokens(/** @type {HTMLElement} */ node, /** @type {import("./match_state.js").State} */ state, /** @type {1|2} */ player) {
  const placing = state.phase === "place" && state.to_place;
  const counts = placing ? state.to_place : state.chances;
  node.hidden = !counts || state.phase === "flip";
  if (!counts || node.hidden) return;
  const left = counts[player - 1];
  const whole = placing ? left : (state.all_chances ?? left);
  const label = placing
    ? tn("{n} tile of fog to place", "{n} tiles of fog to place", left, { n: left })
    : tn("{n} chance to take fog away left", "{n} chances to take fog away left", left, { n: left });
  const key = `${placing ? "place" : "take"} ${left}/${whole}`;
  if (node.dataset.shown === key && node.getAttribute("aria-label") === label) return;
  node.dataset.shown = key;
  node.setAttribute("aria-label", label);
  node.dataset.hint = label;
  const draw = placing ? cloud : taking;
  node.replaceChildren(...Array.from({ length: whole }, (_, i) => draw(i < left ? "" : "gone")));
}
