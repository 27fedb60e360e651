// Which games were played in this browser, so that the front page can suggest what to play next.
import { store, stored } from "./stored.js";

const PLAYED = "menhirs.played"; // read by early.js

/** The rule sets, by name, of the games that were played to the end. @returns {Set<string>} */
export function played() {
  const names = stored(PLAYED);
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
}

/** @param {string} rules the name of a rule set */
export function markPlayed(rules) {
  store(PLAYED, [...played().add(rules)]);
}
