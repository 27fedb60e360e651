// The form that sets a tournament up: a time that is filled in is the visitor's own, and what was not chosen suits the place.
import { byId } from "../site/element.js";
import "../site/site.js";

const startsAt = /** @type {HTMLInputElement} */ (byId("starts-at"));
const offset = /** @type {HTMLInputElement} */ (byId("offset"));
startsAt.addEventListener("change", () => {
  const moment = new Date(startsAt.value);
  offset.value = String(Number.isNaN(moment.getTime()) ? 0 : moment.getTimezoneOffset());
});
for (const field of document.querySelectorAll("[data-chooses]")) {
  field.addEventListener("input", () => {
    const choice = document.getElementById(field.getAttribute("data-chooses") ?? "");
    if (choice instanceof HTMLInputElement) choice.checked = true;
  });
}

/** @param {string} name @returns {HTMLInputElement[]} the choices of that name */
const choices = (name) => [...document.querySelectorAll(`input[name="${name}"]`)].filter((one) => one instanceof HTMLInputElement);

// At real tables a result is easily entered wrong, and the next round is not paired before somebody has looked.
let hasChosenNext = false;
for (const next of choices("next")) next.addEventListener("change", () => (hasChosenNext = true));
for (const place of choices("place")) {
  place.addEventListener("change", () => {
    const suits = place.value === "tables" ? "button" : "itself";
    for (const next of choices("next")) if (!hasChosenNext) next.checked = next.value === suits;
  });
}
