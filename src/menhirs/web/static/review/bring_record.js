// Bringing a record: a file or a dropped text goes into the field, and is sent as if it had been pasted there.
import { takeTexts } from "../analysis/brought_text.js";
import { byId } from "../site/element.js";
import "../site/site.js";

const form = /** @type {HTMLFormElement} */ (byId("bring"));
const field = /** @type {HTMLTextAreaElement} */ (byId("record"));
const file = /** @type {HTMLInputElement} */ (byId("record-file"));

/** @param {string} text */
function bring(text) {
  field.value = text;
  form.requestSubmit();
}

file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  file.value = "";
  if (chosen) bring(await chosen.text());
});
takeTexts(bring);
