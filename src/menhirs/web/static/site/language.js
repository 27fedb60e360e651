/**
 * The visitor's language: messages of scripts, as the page brought them along.
 *
 * A message is known by its English text, and what has no translation stays English. Gaps have
 * names, so that a translation can order them as it likes: t("{n} tiles on {cell}", { n, cell }).
 *
 * The data block in the page is <script type="application/json" id="messages">.
 */

/** @typedef {{ [gap: string]: string | number }} Gaps */

/**
 * @returns {{ language: string, plural: { [category: string]: number },
 *             messages: { [english: string]: string | string[] } }}
 */
function readBlock() {
  const block = document.getElementById("messages");
  const nothing = { language: "en", plural: { one: 0, other: 1 }, messages: {} };
  return block ? { ...nothing, ...JSON.parse(block.textContent ?? "") } : nothing;
}

const block = readBlock();
const messages = new Map(Object.entries(block.messages));
const categories = new Intl.PluralRules(block.language);

/** The code of the language: "en", "nl", … */
export const language = block.language;

/**
 * A message in the visitor's language.
 *
 * @param {string} english
 * @param {Gaps} [gaps]
 * @returns {string}
 */
export function t(english, gaps = {}) {
  const data = messages.get(english);
  return fill(typeof data === "string" ? data : english, gaps);
}

/**
 * A message about a number of things. The gap {n} is filled without being asked for.
 *
 * @param {string} one the English text for exactly one
 * @param {string} several the English text for any other number
 * @param {number} n
 * @param {Gaps} [gaps]
 * @returns {string}
 */
export function tn(one, several, n, gaps = {}) {
  const data = messages.get(one);
  const form = block.plural[categories.select(n)] ?? block.plural.other;
  const template = Array.isArray(data) ? data[form] : n === 1 ? one : several;
  return fill(template, { n, ...gaps });
}

/**
 * @param {string} template
 * @param {Gaps} gaps
 * @returns {string}
 */
function fill(template, gaps) {
  return template.replace(/\{(\w+)\}/g, (gap, name) =>
    Object.hasOwn(gaps, name) ? String(gaps[name]) : gap,
  );
}
