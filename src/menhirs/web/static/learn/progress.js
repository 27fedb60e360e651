// What a learner has done, kept in this browser.
import { store, stored } from "../site/stored.js";

const KEY = "menhirs.learn";

/**
 * @typedef {object} Progress
 * @property {string[]} done the exercises that were done
 * @property {boolean} unhurried whether no time runs in exercises
 * @property {number} streak the most answers in a row that were right in the claim trainer
 */

/** @returns {Progress} */
function read() {
  /** @type {Partial<Progress>} */
  const kept = stored(KEY) ?? {};
  const done = Array.isArray(kept.done) ? kept.done.filter((one) => typeof one === "string") : [];
  const streak = Number.isSafeInteger(kept.streak) ? Number(kept.streak) : 0;
  return { done, unhurried: kept.unhurried === true, streak };
}

/** @param {Partial<Progress>} changes */
function write(changes) {
  store(KEY, { ...read(), ...changes });
}

/** The exercises that were done. @returns {Set<string>} */
export function done() {
  return new Set(read().done);
}

/** @param {string} exercise */
export function markDone(exercise) {
  write({ done: [...done().add(exercise)] });
}

/** Deletes the progress. */
export function startAgain() {
  write({ done: [] });
}

/** Whether this learner wants no time to run. */
export function isUnhurried() {
  return read().unhurried;
}

/** @param {boolean} unhurried */
export function setUnhurried(unhurried) {
  write({ unhurried });
}

/** The longest row of right answers in the claim trainer. */
export function bestStreak() {
  return read().streak;
}

/** @param {number} streak */
export function rememberStreak(streak) {
  if (streak > bestStreak()) write({ streak });
}
