// Files that a visitor chooses.
import { byId } from "./element.js";

/** Hands on the text of every file that is chosen in a field. @param {string} id @param {(text: string) => void} take */
export function takeFiles(id, take) {
  const field = /** @type {HTMLInputElement} */ (byId(id));
  field.addEventListener("change", async () => {
    const text = await field.files?.[0]?.text();
    field.value = "";
    if (text !== undefined) take(text);
  });
}
