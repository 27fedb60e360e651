// The form that sets a tournament up: a time that is filled in is the visitor's own.
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
