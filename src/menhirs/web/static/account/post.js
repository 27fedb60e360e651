// Asking the server for something about oneself.
import { t } from "../site/language.js";

/**
 * The server's answer; what it refuses is raised in its own words, with its code.
 * @param {string} address
 * @param {object} data
 */
export async function post(address, data) {
  const headers = { "Content-Type": "application/json" };
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(data) });
  } catch {
    throw new Error(t("The server can't be reached. Try again in a moment."));
  }
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const words = body.text ?? t("The server can't be reached. Try again in a moment.");
    throw Object.assign(new Error(words), { code: body.code });
  }
  return body;
}
