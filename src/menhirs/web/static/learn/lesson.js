// A lesson: its exercises one after the other, with the progress stored.
import { byId, set, setText } from "../site/element.js";
import { t } from "../site/language.js";
import "../site/site.js";
import { Exercise } from "./exercise.js";
import { done, markDone } from "./progress.js";

/** @type {import("./exercise.js").Opening[]} */
const openings = JSON.parse(byId("openings").textContent ?? "[]");
const steps = /** @type {HTMLElement[]} */ ([...byId("steps").querySelectorAll("button")]);
const next = byId("next");
/** Milliseconds within which a second tap belongs to the first: Hint stands where Next stood. */
const DOUBLE_TAP = 400;
let at = 0;

const exercise = new Exercise({
  onRight: ({ opening }) => {
    markDone(opening.id);
    showSteps();
    const last = at === openings.length - 1;
    byId("lesson-end").hidden = !last;
    // What comes next stands in the bar, under the thumb: the end of the lesson may lie below the fold.
    const way = last ? byId("lesson-end").querySelector("a") : null;
    if (way) setText(next, way.textContent ?? "");
    next.hidden = false;
    next.focus({ preventScroll: true });
  },
});

function showSteps() {
  const finished = done();
  for (const [number, step] of steps.entries()) {
    const complete = finished.has(openings[number].id);
    step.classList.toggle("done", complete);
    set(step, "aria-current", number === at ? "step" : null);
    const words = complete ? t("Step {n}, done", { n: number + 1 }) : t("Step {n}", { n: number + 1 });
    set(step, "aria-label", words);
  }
}

/** @param {number} number */
function showStep(number) {
  at = number;
  byId("lesson-end").hidden = true;
  history.replaceState(null, "", `#${number + 1}`);
  setText(next, t("Next"));
  exercise.open(openings[at]);
  showSteps();
}

let wentOn = -Infinity;
next.addEventListener("click", (event) => {
  event.preventDefault();
  if (at === openings.length - 1) return byId("lesson-end").querySelector("a")?.click();
  wentOn = event.timeStamp;
  showStep(at + 1);
});
byId("bar").addEventListener(
  "click",
  (event) => {
    const byKeyboard = event.detail === 0; // nobody presses a key twice by mistake on a button that went away
    if (byKeyboard || event.timeStamp - wentOn >= DOUBLE_TAP) return;
    event.stopPropagation();
    event.preventDefault();
  },
  { capture: true },
);
for (const [number, step] of steps.entries()) step.addEventListener("click", () => showStep(number));

/** The step that the address names, or else the first that was not done yet. */
function first() {
  const named = Number.parseInt(location.hash.slice(1), 10) - 1;
  if (named >= 0 && named < openings.length) return named;
  const finished = done();
  return Math.max(0, openings.findIndex(({ id }) => !finished.has(id)));
}
showStep(first());
