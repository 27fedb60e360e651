// The bar at the board: the text and the buttons of the selection, and whose bar it is.

/** The places of a bar for what belongs to the board. @param {Element} bar @returns {import("../board/panel.js").Places} */
export function placesIn(bar) {
  const find = (/** @type {string} */ look) => /** @type {HTMLElement} */ (bar.querySelector(look));
  return { held: find(".held"), no: find(".slot-no"), yes: find(".slot-yes") };
}

/**
 * Does something that may hide the button that has the focus; then the prompt of its bar has it, and not the page.
 * @param {() => void} change
 */
export function keepFocus(change) {
  const { activeElement: before } = document;
  const prompt = before?.closest(".bar")?.querySelector(".prompt");
  change();
  const lost = before instanceof HTMLElement && (!before.isConnected || before.closest("[hidden]"));
  if (prompt instanceof HTMLElement && lost && document.activeElement !== prompt && (document.activeElement === document.body || document.activeElement === before)) {
    prompt.focus({ preventScroll: true });
  }
}
