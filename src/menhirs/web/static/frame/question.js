// A question that is asked in the bar, so that nothing lies over the board: one strong answer, one other.
import { byId, setText } from "../site/element.js";

/** @typedef {"strong"|"other"|"more"|""} Answer */

const PARTS = ["question", "question-strong", "question-other", "question-more"];

/** @type {((answer: Answer) => void)|null} */
let settle = null;
/** Where the focus was when the question came. @type {Element|null} */
let before = null;

/**
 * Asks, and waits for the answer; "" if the game went on meanwhile or Escape was pressed.
 * @param {object} question
 * @param {string} question.text
 * @param {string} question.strong the answer that is offered first
 * @param {string} question.other
 * @param {string} [question.more] a third answer, small
 * @param {"strong"|"other"} question.focus the answer that a key pressed twice gives: one that does no harm
 * @returns {Promise<Answer>}
 */
export function askInBar({ text, strong, other, more = "", focus }) {
  endQuestion("");
  before = document.activeElement;
  setText(byId("question-words"), text);
  setText(byId("question-strong"), strong);
  setText(byId("question-other"), other);
  setText(byId("question-more"), more);
  for (const id of PARTS) byId(id).hidden = id === "question-more" && !more;
  byId(`question-${focus}`).focus({ preventScroll: true });
  return new Promise((resolve) => (settle = resolve));
}

/** The question is answered, or has no meaning any more. @param {Answer} answer */
export function endQuestion(answer) {
  const done = settle;
  if (!done) return;
  settle = null;
  const had = PARTS.includes(document.activeElement?.id ?? "");
  for (const id of PARTS) byId(id).hidden = true;
  // The focus goes back to where it was; if that is gone, to the prompt.
  const back = before instanceof HTMLElement && before.isConnected && !before.closest("[hidden]") ? before : byId("question").closest(".prompt");
  if (had && back instanceof HTMLElement) back.focus({ preventScroll: true });
  done(answer);
}

/** Makes the buttons of the question work. */
export function wireQuestion() {
  for (const answer of /** @type {const} */ (["strong", "other", "more"])) {
    byId(`question-${answer}`).addEventListener("click", () => endQuestion(answer));
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !settle || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    endQuestion("");
  });
}
