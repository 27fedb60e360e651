// The form that sets a tournament up: times are in the visitor's time zone, and defaults fit the venue.
import "../site/site.js";

// A tournament that has begun has no start to choose any more.
const startsAt = document.querySelector("#starts-at") ?? document.createElement("input");
const offset = document.querySelector("#offset") ?? document.createElement("input");
if (!(startsAt instanceof HTMLInputElement) || !(offset instanceof HTMLInputElement)) throw new Error("no fields");
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

// The time that was chosen before, by the visitor's own clock.
const chosen = Number(startsAt.dataset.at ?? 0);
if (chosen) {
  const moment = new Date(chosen);
  offset.value = String(moment.getTimezoneOffset());
  startsAt.value = new Date(chosen - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

// At real tables a result is easily entered wrong, and the next round is not paired before somebody has looked.
let hasChosenNext = false;
for (const next of choices("next")) next.addEventListener("change", () => (hasChosenNext = true));
let hasChosenClock = document.querySelector("[name=place]:checked") === null || location.pathname.endsWith("/settings");
for (const clock of choices("clock")) clock.addEventListener("change", () => (hasChosenClock = true));
for (const place of choices("place")) {
  place.addEventListener("change", () => {
    // On the server a game without a clock may never end; at a table the clock lies beside the board.
    const clock = place.value === "tables" ? "none" : "live";
    for (const one of choices("clock")) if (!hasChosenClock) one.checked = one.value === clock;
    const suits = place.value === "tables" ? "button" : "itself";
    for (const next of choices("next")) if (!hasChosenNext) next.checked = next.value === suits;
  });
}
