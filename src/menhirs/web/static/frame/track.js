// The round track, as one has it on paper beside the board.
import { element, setText } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { cloud, taking } from "./symbols.js";

/** @typedef {import("../../messages").Step} Stop */

/** @typedef {{round: string, phase: string}} Moment where the game stands */

/** @param {HTMLElement} holder @param {Stop[][]} tracks the rounds of every lap @param {Moment} now */
export function showTrack(holder, tracks, now) {
  const shown = JSON.stringify([tracks, now]);
  if (holder.dataset.shown === shown) return;
  const focused = holder.contains(document.activeElement);
  holder.dataset.shown = shown;
  const stops = stopsOf(tracks, now.round);
  const lap = stops[0]?.lap ?? 1;
  const deciding = now.phase === "decide";
  // The decision may come early: the rounds up to it are passed over.
  const here = stops.findIndex((stop) => (deciding ? stop.decision : stop.round === now.round));
  const items = stops.flatMap((stop, i) => {
    const state = i < here || (i === here && deciding) ? "done" : i === here ? "now" : "to-come";
    const round = item(`${state} takes-${stop.takes}`, state === "now", roundWords(stop, state), [
      element("span", { class: "stop-number" }, stop.label),
      sign(stop),
      element("span", { class: "stop-points" }, pointsText(stop)),
    ]);
    if (!stop.decision) return [round];
    const moment = i < here ? "done" : i === here && deciding ? "now" : "to-come";
    return [round, item(`decision ${moment}`, moment === "now", decisionWords(stops[0]), ["✱"])];
  });
  const label = lap > 1 ? t("Rounds of lap {n}", { n: lap }) : t("Rounds");
  holder.replaceChildren(element("ol", { class: "track", "aria-label": label }, ...items));
  holder.onkeydown = (event) => walk(holder, event);
  if (focused) current(holder)?.focus();
}

/** The rounds of the lap that a round belongs to. @param {Stop[][]} tracks @param {string} round */
function stopsOf(tracks, round) {
  return tracks.find((stops) => stops.some((stop) => stop.round === round)) ?? tracks[0];
}

/** One field of the track; Tab leads to the current one, arrows to the others. */
function item(/** @type {string} */ look, /** @type {boolean} */ now, /** @type {string} */ words, /** @type {(Node|string)[]} */ parts) {
  return element(
    "li",
    { class: `stop ${look}`, "aria-current": now ? "step" : null },
    element("button", { type: "button", tabindex: now ? 0 : -1, "aria-label": words, "data-hint": words }, ...parts),
  );
}

/** @param {HTMLElement} holder @returns {HTMLElement|null} */
function current(holder) {
  return holder.querySelector("button[tabindex='0']") ?? holder.querySelector("button");
}

function walk(/** @type {HTMLElement} */ holder, /** @type {KeyboardEvent} */ event) {
  const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  if (!step) return;
  event.preventDefault();
  const buttons = [...holder.querySelectorAll("button")];
  buttons[buttons.findIndex((button) => button === document.activeElement) + step]?.focus();
}

/** @param {Stop} stop */
function sign(stop) {
  if (stop.places) return cloud();
  return stop.takes === "never" ? element("span", { class: "sign" }) : taking(stop.takes);
}

/** @param {Stop} stop */
function pointsText({ points }) {
  if (!points) return "";
  return points[0] === points[1] ? String(points[0]) : `${points[0]}/${points[1]}`;
}

/** @param {Stop} stop @param {string} state */
function roundWords(stop, state) {
  const { label, places, takes, only, points, repetitions } = stop;
  const words = [repetitions ? t("Without rounds and without end.") : t("Round {round}.", { round: label })];
  if (state === "now") words.push(t("It is played now."));
  if (state === "done") words.push(t("It is over."));
  words.push(places ? t("Fog is placed.") : t("Fog is moved."));
  if (takes === "may") words.push(t("After it a tile may be taken away, while there are chances left."));
  else if (takes === "must" && only === 1) words.push(t("After it the first player must take a tile away."));
  else if (takes === "must" && only === 2) words.push(t("After it the second player must take a tile away."));
  else if (takes === "must") words.push(t("After it a tile must be taken away."));
  if (points && points[0] === points[1]) words.push(tn("A win scores {n} point.", "A win scores {n} points.", points[0]));
  else if (points) words.push(t("Points for a win: {most} or {fewest}.", { most: points[0], fewest: points[1] }));
  if (repetitions) words.push(t("The same position {n} times is a tie.", { n: repetitions }));
  return words.join(" ");
}

/** @param {Stop} first the first round of the lap */
function decisionWords(first) {
  return t("The decision moment: back to round {round} for another lap, or on to the last rounds?", { round: first.label });
}

/** @param {HTMLElement} node @param {{free: string[], menhirs: string[]}} view @param {number} lap */
export function showFreed(node, { free, menhirs }, lap) {
  const count = t("{free} of {all} menhirs free", { free: free.length, all: menhirs.length });
  setText(node, lap > 1 ? `${t("Lap {n}", { n: lap })} · ${count}` : count);
}

/** The lap of a round. @param {Stop[][]} tracks @param {string} round */
export function lapOf(tracks, round) {
  return stopsOf(tracks, round)[0]?.lap ?? 1;
}
