// The dialog that opens another game or position: pasted, or from a file.
import { closeOnBackdrop, moreLink } from "../site/dialogs.js";
import { byId, press } from "../site/element.js";
import { takeFiles } from "../site/file_field.js";
import { askOpening } from "./asking.js";

/** @typedef {import("../../messages").AnalysisOpening} Opening */

/** @param {(opening: Opening) => void} onOpen */
export function openDialog(onOpen) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("other"));
  const text = /** @type {HTMLTextAreaElement} */ (byId("other-text"));
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
  press("open-other", () => {
    error.hidden = true;
    dialog.showModal();
  });
  press("other-close", () => dialog.close());
  byId("other-form").addEventListener("submit", (event) => {
    event.preventDefault();
    read(text.value);
  });
  takeFiles("other-file", (chosen) => {
    text.value = chosen;
    read(chosen);
  });
}
