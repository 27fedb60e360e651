// What people who listen hear, now and when they ask.
import { byId } from "./element.js";

/** @type {string[]} */
let waiting = [];
let timer = 0;

/** Says something through the live region; what comes at the same time is said in one breath. */
export function announce(/** @type {string} */ text) {
  if (!text) return;
  waiting.push(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const words = waiting.join(" ");
    waiting = [];
    const live = byId("live");
    // The same words again would not be read unless they change.
    live.textContent = live.textContent === words ? `${words}\u00a0` : words;
  }, 120);
}
