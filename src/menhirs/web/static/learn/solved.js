/**
 * Which puzzles were tried in this browser, and the rating that came of it.
 *
 * The rating is Elo's: a puzzle counts as an opponent whose rating follows from its difficulty, and only the first
 * try at it counts. The first twenty puzzles move it quickly, so that it soon tells something.
 */
import { store, stored } from "../site/stored.js";

const KEY = "menhirs.puzzles";
const FIRST_RATING = 1000;
const QUICK = 20; // so many puzzles
const QUICK_STEP = 48;
const STEP = 24;
/** A puzzle within so many points of the rating is about as difficult. */
const NEAR = 250;

/**
 * @typedef {object} Record
 * @property {number} rating
 * @property {Map<string, boolean>} tried whether each puzzle that was tried was solved at the first try
 */

/** @returns {Record} */
export function solved() {
  /** @type {{rating?: unknown, tried?: unknown}} */
  const kept = stored(KEY) ?? {};
  const rating = typeof kept.rating === "number" && Number.isFinite(kept.rating) ? kept.rating : FIRST_RATING;
  const tried = typeof kept.tried === "object" && kept.tried ? Object.entries(kept.tried) : [];
  return { rating, tried: new Map(tried.map(([id, right]) => [id, right === true])) };
}

/** What a puzzle counts as. @param {number} difficulty from 1 to 8 */
export function ratingOf(difficulty) {
  return 600 + 200 * difficulty;
}

/** The rating after a try. @param {number} rating @param {number} before puzzles tried before @param {number} difficulty @param {boolean} right */
export function ratedAfter(rating, before, difficulty, right) {
  const expected = 1 / (1 + 10 ** ((ratingOf(difficulty) - rating) / 400));
  return rating + (before < QUICK ? QUICK_STEP : STEP) * ((right ? 1 : 0) - expected);
}

/** Records the first try at a puzzle, and returns the rating before and after. @param {string} id @param {number} difficulty @param {boolean} right */
export function recordTry(id, difficulty, right) {
  const { rating, tried } = solved();
  if (tried.has(id)) return { before: rating, after: rating };
  const after = ratedAfter(rating, tried.size, difficulty, right);
  tried.set(id, right);
  store(KEY, { rating: after, tried: Object.fromEntries(tried) });
  return { before: rating, after };
}

/** Forgets all of it. */
export function forget() {
  store(KEY, null);
}

/**
 * A random puzzle of a selection that was not tried yet; none if all were.
 *
 * Of all puzzles one comes that is about as difficult as the rating; the very first is of the first kind, which
 * asks for nothing but to free the stones.
 *
 * @param {[string, number][]} index every id with its difficulty
 * @param {string} of a kind, `level-3`, or anything else for all of them
 * @param {string} [not] an id that is not wanted
 * @returns {string|null}
 */
export function another(index, of, not = "") {
  const { rating, tried } = solved();
  const chosen = selection(index, of);
  let left = chosen.filter(([id]) => id !== not && !tried.has(id));
  if (chosen === index) {
    const far = (/** @type {number} */ difficulty) => Math.abs(ratingOf(difficulty) - rating);
    const nearest = Math.min(...left.map(([, difficulty]) => far(difficulty)));
    left = left.filter(([, difficulty]) => far(difficulty) <= Math.max(nearest, NEAR));
    const [kind] = index[0][0].split("-");
    if (tried.size === 0) left = left.filter(([id]) => id.startsWith(`${kind}-`));
  }
  return left.length ? left[Math.floor(Math.random() * left.length)][0] : null;
}

/** The puzzles of a selection. @param {[string, number][]} index @param {string} of */
export function selection(index, of) {
  const level = /^level-(\d)$/.exec(of);
  if (level) return index.filter(([, difficulty]) => difficulty === Number(level[1]));
  const kind = index.filter(([id]) => id.startsWith(`${of}-`));
  return kind.length ? kind : index;
}
