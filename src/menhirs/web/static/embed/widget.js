/**
 * What all widgets have: a board, one line of words, buttons, and questions to the server. Nothing is read from or kept
 * in the browser, and no cookie is sent.
 */
import { Board } from "../board/board.js";
import { askData } from "../site/data.js";
import { ruleLink } from "../site/dialogs.js";
import { byId, element, setText } from "../site/element.js";
import { language, t, tn } from "../site/language.js";

/** @typedef {import("../../messages").View} View */

/** What the page brought along. @returns {any} */
export const data = () => JSON.parse(byId("widget-data").textContent ?? "{}");

/** @param {string} text for the line under the board, which a screen reader hears too */
export const showText = (text) => setText(byId("words"), text);

/**
 * @param {import("../../messages").BoardGeometry} geometry
 * @param {"south"|"north"} from
 * @param {(action: string) => void} [onAction]
 * @param {(tried: import("../board/hand.js").Try) => Promise<{text: string, rule: string}|null>} [onExplain]
 */
export function boardOf(geometry, from, onAction = () => {}, onExplain = async () => null) {
  const announce = (/** @type {string} */ text) => setText(byId("live"), text);
  const board = new Board(byId("board"), geometry, { onAction, onExplain, announce, ruleLink, t, tn });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  board.configure({ from, coordinates: false, dense: false, animation: still ? "off" : "normal", confirm: "never" });
  return board;
}

/** A button under the board. @param {string} words @param {() => void} press @param {string} [sign] shown instead of the words */
export function button(words, press, sign) {
  const made = element("button", { type: "button", onclick: press, ...(sign ? { "aria-label": words } : {}) }, sign ?? words);
  byId("buttons").append(made);
  return made;
}

/**
 * Shows the actions without fog moves as buttons, replacing earlier ones.
 * @param {{action: string, title: string}[]} actions
 * @param {(action: string) => void} act
 */
export function offer(actions, act) {
  const made = actions.map(({ action, title }) =>
    element("button", { type: "button", class: "primary", "data-action": action, onclick: () => act(action) }, title),
  );
  byId("actions").replaceChildren(...made);
}

/** The buttons for a position: the two ways of the decision, keeping the fog, passing. @param {import("../../messages").Legal[]} legal @param {import("../../messages").DecideState|null} decide */
export function actionsOf(legal, decide) {
  const words = { keep: t("Keep all fog"), pass: t("Pass") };
  const may = Object.entries(words).filter(([action]) => legal.some((one) => one.action === action));
  return [...may.map(([action, title]) => ({ action, title })), ...(decide?.choices ?? [])];
}

/** An answer of the server, or of the local server, as JSON; null if there is none. @param {string} path @param {object} [body] */
export async function ask(path, body) {
  const { answer, refusal } = await askData(path, body, { credentials: "omit", headers: { "accept-language": language } });
  if (refusal) showText(refusal.text);
  return answer;
}
