// The dialog that opens another game or position: pasted, or from a file.
import { closeOnBackdrop, moreLink } from "../site/dialogs.js";
import { byId } from "../site/element.js";
import { askOpening } from "./asking.js";

/** @typedef {import("../../messages").AnalysisOpening} Opening */

/** @param {(opening: Opening) => void} onOpen */
export function openDialog(onOpen) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("other"));
  const text = /** @type {HTMLTextAreaElement} */ (byId("other-text"));
  const file = /** @type {HTMLInputElement} */ (byId("other-file"));
  const error = byId("other-error");
  closeOnBackdrop(dialog);
  const read = async (/** @type {string} */ given) => {
    error.hidden = true;
    const { answer, refusal } = await askOpening({ text: given });
    if (refusal) {
      error.hidden = false;
      const link = moreLink(refusal);
      return error.replaceChildren(refusal.text, ...(link ? [" ", link] : []));
    }
    dialog.close();
    text.value = "";
    onOpen(answer);
  };
  byId("open-other").addEventListener("click", () => {
    error.hidden = true;
    dialog.showModal();
  });
  byId("other-close").addEventListener("click", () => dialog.close());
  byId("other-form").addEventListener("submit", (event) => {
    event.preventDefault();
    read(text.value);
  });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    text.value = await chosen.text();
    read(text.value);
  });
}
