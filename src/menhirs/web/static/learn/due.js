// How many exercises from one's own games are due, on the front page. Nothing is said where none is.
import { setText } from "../site/element.js";
import { ask } from "../site/wire.js";

/** Shows it in the paragraph that is there for it. */
export async function showDue() {
  const place = document.getElementById("training-due");
  const answer = place && (await ask("/api/you/training").catch(() => null));
  /** @type {import("../../messages").TrainingData|null} */
  const data = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!place || !data?.due) return;
  setText(/** @type {HTMLElement} */ (place.querySelector("a")), data.text);
  place.hidden = false;
}
