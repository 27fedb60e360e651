// Questions to the server about positions and lines of play.
import { askData } from "../site/data.js";

/**
 * @typedef {import("../site/data.js").Refusal} Refusal
 * @typedef {{position: string, actions: string[]}} Line its start, and the actions from there
 */

/**
 * @template Answer
 * @typedef {{answer: Answer, refusal: null}|{answer: null, refusal: Refusal}} Reply
 */

/** A line of play, from a ply on. @param {Line & {since: number}} line @returns {Promise<Reply<import("../../messages").LineData>>} */
export const askLine = (line) => askData("/api/analysis/line", line);

/** Whether something may be done at the end of a line. @param {Line & object} tried @returns {Promise<Reply<import("../../messages").Explanation>>} */
export const askWhy = (tried) => askData("/api/analysis/explain", tried);

/** The tree of a text, or of moves from a position. @param {{text: string}|{position: string, moves: string}} given @returns {Promise<Reply<import("../../messages").AnalysisOpening>>} */
export const askOpening = (given) => askData("/api/analysis/open", given);

/** A position that is set up by hand. @param {{position: string}|import("../../messages").SetUpFields} fields @returns {Promise<Reply<import("../../messages").SetUpData>>} */
export const askSetUp = (fields) => askData("/api/analysis/setup", fields);

/** The record of a tree. @param {{position: string, moves: string, headers: Record<string, string>}} tree @returns {Promise<Reply<{text: string}>>} */
export const askRecord = (tree) => askData("/api/analysis/record", tree);

/** The review of a record. @param {{record: string}} game @returns {Promise<Reply<import("../../messages").ReviewState>>} */
export const askReview = (game) => askData("/api/reviews", game);
