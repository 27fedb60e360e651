// One exercise by itself: a moment of a reviewed game, or a puzzle that somebody made of a position.
import { byId, setText } from "../site/element.js";
import "../site/site.js";
import { Exercise } from "./exercise.js";

const next = /** @type {HTMLAnchorElement} */ (byId("next"));
const back = /** @type {HTMLAnchorElement} */ (document.querySelector(".lesson-up"));
setText(next, back.dataset.next ?? "");
next.href = back.href;

const exercise = new Exercise({
  onRight: () => {
    next.hidden = false;
    next.focus({ preventScroll: true });
  },
});
exercise.open(JSON.parse(byId("opening").textContent ?? "{}"));
