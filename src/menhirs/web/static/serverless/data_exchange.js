/**
 * Export and import of all data: games and reviews from the local server, and progress, settings and choices, which
 * pages store themselves. An import loses nothing that is here: it is merged.
 */
import { askData, complain } from "../site/data.js";
import { ask } from "../site/wire.js";

const OURS = "menhirs.";
/** Belongs to this browser and to one moment. */
const NOT_SAVED = new Set(["menhirs.handed", "menhirs.taken", "menhirs.brought"]);

/** What pages keep. @returns {Record<string, string>} */
function keptByPages() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(OURS) && !NOT_SAVED.has(key));
  return Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key) ?? ""]));
}

/** Merges stored and imported data. @param {unknown} here @param {unknown} brought @returns {unknown} */
function together(here, brought) {
  if (Array.isArray(here) && Array.isArray(brought)) return [...new Set([...here, ...brought])];
  if (!isObject(here) || !isObject(brought)) return here ?? brought;
  const names = new Set([...Object.keys(here), ...Object.keys(brought)]);
  return Object.fromEntries([...names].map((name) => [name, together(here[name], brought[name])]));
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {string} text @returns {unknown} undefined if it is no JSON */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All of it as text; empty if that did not work. @returns {Promise<string>} */
export async function exportData() {
  const answer = await ask("/api/everything").catch(() => null);
  if (!answer?.ok) return "";
  return JSON.stringify({ ...(await answer.json()), pages: keptByPages() });
}

/** Takes a file in. @param {string} text @returns {Promise<boolean>} */
export async function importData(text) {
  const whole = read(text);
  const { pages, ...rest } = isObject(whole) ? whole : {};
  const { refusal } = await askData("/api/everything", {}, { body: isObject(whole) ? JSON.stringify(rest) : text });
  if (refusal) {
    complain(refusal);
    return false;
  }
  for (const [key, value] of Object.entries(isObject(pages) ? pages : {})) {
    if (!key.startsWith(OURS) || NOT_SAVED.has(key) || typeof value !== "string") continue;
    const here = localStorage.getItem(key);
    const both = together(here === null ? undefined : read(here), read(value));
    localStorage.setItem(key, both === undefined ? (here ?? value) : JSON.stringify(both));
  }
  return true;
}
