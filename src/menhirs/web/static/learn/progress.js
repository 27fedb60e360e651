// What a learner has done, kept in this browser.

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
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // No storage, or something else in it.
  }
  const done = Array.isArray(stored.done) ? stored.done.filter((one) => typeof one === "string") : [];
  const streak = Number.isSafeInteger(stored.streak) ? Number(stored.streak) : 0;
  return { done, unhurried: stored.unhurried === true, streak };
}

/** @param {Partial<Progress>} changes */
function write(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...changes }));
  } catch {
    // Then nothing is remembered.
  }
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
