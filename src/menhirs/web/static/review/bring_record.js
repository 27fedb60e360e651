// Bringing a record: a file or a dropped text goes into the field, and is sent as if it had been pasted there.
import { takeTexts } from "../analysis/brought_text.js";
import { byId } from "../site/element.js";
import { takeFiles } from "../site/file_field.js";
import "../site/site.js";

const form = /** @type {HTMLFormElement} */ (byId("bring"));
const field = /** @type {HTMLTextAreaElement} */ (byId("record"));

/** @param {string} text */
function bring(text) {
  field.value = text;
  form.requestSubmit();
}

takeFiles("record-file", bring);
takeTexts(bring);
