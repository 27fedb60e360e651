// How many exercises from one's own games are due, on the front page. Nothing is said where none is.
import { askData } from "../site/data.js";
import { setText } from "../site/element.js";

/** Shows it in the paragraph that is there for it. */
export async function showDue() {
  const place = document.getElementById("training-due");
  if (!place) return;
  /** @type {{answer: import("../../messages").TrainingData|null}} */
  const { answer: data } = await askData("/api/you/training");
  if (!data?.due) return;
  setText(/** @type {HTMLElement} */ (place.querySelector("a")), data.text);
  place.hidden = false;
}
