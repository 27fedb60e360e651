// Keys that work anywhere on the match page, unless somebody is typing or the board took them.
import { settings } from "../site/settings.js";

const TYPING = "input:not([type=radio], [type=checkbox], [readonly]), textarea, select, [contenteditable]";

/**
 * @typedef {object} Key
 * @property {() => void} down
 * @property {() => void} [up]
 */

/** @param {Record<string, Key>} keys by `KeyboardEvent.key`, letters in lower case */
export function listen(keys) {
  /** @param {KeyboardEvent} event */
  const find = (event) => {
    const letter = event.key.length === 1;
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    if (letter && !settings().keys) return null;
    return keys[letter ? event.key.toLowerCase() : event.key] ?? null;
  };
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || target.closest(TYPING) || document.querySelector("dialog[open]")) return;
    const key = find(event);
    if (!key) return;
    event.preventDefault();
    // Held down, Left and Right leaf on; letters count once.
    if (event.repeat && event.key.length === 1) return;
    key.down();
  });
  document.addEventListener("keyup", (event) => find(event)?.up?.());
}
