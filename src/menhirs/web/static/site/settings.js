// What a visitor likes, kept in this browser and shared by all its tabs.
import { store, stored } from "./stored.js";

/**
 * @typedef {object} Settings
 * @property {"auto"|"light"|"dark"} theme
 * @property {"own"|"south"|"north"} view
 * @property {"off"|"slow"|"normal"|"fast"} animation
 * @property {boolean} coordinates
 * @property {boolean} dense
 * @property {"touch"|"always"|"never"} confirm when an action is asked about once more before it counts
 * @property {boolean} sound
 * @property {boolean} warn whether the coach of a guided game warns before a move that loses at once
 * @property {boolean} keys whether single letters are shortcuts
 */

const KEY = "menhirs.settings";
/** @type {Record<string, (string|boolean)[]>} the first is the usual one */
const CHOICES = {
  theme: ["auto", "light", "dark"],
  view: ["own", "south", "north"],
  animation: ["normal", "off", "slow", "fast"],
  coordinates: [true, false],
  dense: [false, true],
  confirm: ["touch", "always", "never"],
  sound: [true, false],
  warn: [true, false],
  keys: [true, false],
};

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();
let current = read();

/** @returns {Settings} */
function read() {
  /** @type {Record<string, unknown>} */
  const kept = stored(KEY) ?? {};
  if (kept.confirm === true) kept.confirm = "always"; // as it was kept once: asked or not
  const entries = Object.entries(CHOICES).map(([name, values]) => [
    name,
    values.find((value) => value === kept[name]) ?? standard(name, values),
  ]);
  return /** @type {Settings} */ (Object.fromEntries(entries));
}

/** The first of the values, unless the device asks for stillness. @param {string} name @param {(string|boolean)[]} values */
function standard(name, values) {
  const still = name === "animation" && matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? "off" : values[0];
}

/** @returns {Settings} */
export function settings() {
  return current;
}

/** Whether something is asked about once more before it counts. @param {Event} event what it is done by */
export function asksFirst(event) {
  const finger = event instanceof PointerEvent && event.pointerType === "touch";
  return current.confirm === "always" || (current.confirm === "touch" && finger);
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  current = { ...current, ...changes };
  store(KEY, current);
  apply();
}

/** Calls back now and after every change. @param {(settings: Settings) => void} listener */
export function follow(listener) {
  listeners.add(listener);
  listener(current);
}

function apply() {
  const root = document.documentElement;
  if (current.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = current.theme;
  for (const listener of listeners) listener(current);
}

/** Makes a form with a field per setting show them and change them. @param {HTMLFormElement} form */
export function bind(form) {
  follow((now) => {
    for (const [name, value] of Object.entries(now)) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.checked = Boolean(value);
      else if (field instanceof RadioNodeList) field.value = String(value);
    }
  });
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    change({ [target.name]: target.type === "checkbox" ? target.checked : target.value });
  });
}

addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  current = read();
  apply();
});
