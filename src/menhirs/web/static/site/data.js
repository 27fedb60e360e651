// Data of the server, or of the desk: what is answered, or why nothing is.
import { toast } from "./dialogs.js";
import { t } from "./language.js";
import { ask } from "./wire.js";

/** @typedef {{code: string, rule: string, text: string, more?: string}} Refusal */

/**
 * Asks for data; with a body it is a POST.
 * @param {string} path
 * @param {object} [body]
 * @param {RequestInit & {headers?: Record<string, string>}} [init]
 * @returns {Promise<{answer: any, refusal: null}|{answer: null, refusal: Refusal}>}
 */
export async function askData(path, body, init = {}) {
  const sent = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }), ...init.headers };
  const response = await ask(path, { ...sent, ...init, headers }).catch(() => null);
  const data = await response?.json().catch(() => null);
  if (response?.ok && data) return { answer: data, refusal: null };
  const lost = { code: "", rule: "", text: t("There is no connection at the moment.") };
  return { answer: null, refusal: data?.text ? data : lost };
}

/** The answer; null where the visitor is told why there is none. @param {string} path @param {object} [body] @returns {Promise<any>} */
export async function askOrTell(path, body) {
  const { answer, refusal } = await askData(path, body);
  if (refusal) complain(refusal);
  return answer;
}

/** Shows why something was refused. @param {Refusal} refusal */
export function complain({ text, rule, more }) {
  toast(text, { alert: true, rule, more });
}
