// Questions to the server about positions and lines of play.
import { toast } from "../site/dialogs.js";
import { t } from "../site/language.js";
import { ask as request } from "../site/wire.js";

/**
 * @typedef {{code: string, rule: string, text: string, more?: string}} Refusal
 * @typedef {{position: string, actions: string[]}} Line its start, and the actions from there
 */

/**
 * @template Answer
 * @typedef {{answer: Answer, refusal: null}|{answer: null, refusal: Refusal}} Reply
 */

/** A line of play, from a ply on. @param {Line & {since: number}} line @returns {Promise<Reply<import("../../messages").LineData>>} */
export const askLine = (line) => ask("analysis/line", line);

/** Whether something may be done at the end of a line. @param {Line & object} tried @returns {Promise<Reply<import("../../messages").Explanation>>} */
export const askWhy = (tried) => ask("analysis/explain", tried);

/** The tree of a text, or of moves from a position. @param {{text: string}|{position: string, moves: string}} given @returns {Promise<Reply<import("../../messages").AnalysisOpening>>} */
export const askOpening = (given) => ask("analysis/open", given);

/** A position that is set up by hand. @param {{position: string}|import("../../messages").SetUpFields} fields @returns {Promise<Reply<import("../../messages").SetUpData>>} */
export const askSetUp = (fields) => ask("analysis/setup", fields);

/** The record of a tree. @param {{position: string, moves: string, headers: Record<string, string>}} tree @returns {Promise<Reply<{text: string}>>} */
export const askRecord = (tree) => ask("analysis/record", tree);

/** The review of a record. @param {{record: string}} game @returns {Promise<Reply<import("../../messages").ReviewState>>} */
export const askReview = (game) => ask("reviews", game);

/** What the server answers, or why it refuses. @param {string} what @param {object} body */
async function ask(what, body) {
  const response = await request(`/api/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  const data = await response?.json().catch(() => null);
  if (response?.ok && data) return { answer: data, refusal: null };
  const lost = { code: "", rule: "", text: t("There is no connection at the moment.") };
  return { answer: null, refusal: data?.text ? data : lost };
}

/** Shows why something was refused. @param {Refusal} refusal */
export function complain({ text, rule, more }) {
  toast(text, { alert: true, rule, more });
}
