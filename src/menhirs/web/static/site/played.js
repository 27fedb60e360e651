// Which games were played in this browser, so that the front page can suggest what to play next.

const PLAYED = "menhirs.played"; // read by early.js

/** The rule sets, by name, of the games that were played to the end. @returns {Set<string>} */
export function played() {
  try {
    const names = JSON.parse(localStorage.getItem(PLAYED) ?? "[]");
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set(); // no storage, or something else in it
  }
}

/** @param {string} rules the name of a rule set */
export function markPlayed(rules) {
  try {
    localStorage.setItem(PLAYED, JSON.stringify([...played().add(rules)]));
  } catch {
    // Then nothing is remembered.
  }
}
