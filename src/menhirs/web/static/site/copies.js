import { toast } from "./dialogs.js";
import { press } from "./element.js";

/** Lets a button copy what stands in a field. @param {string} id @param {HTMLInputElement} field @param {string} done what to say then */
export function copies(id, field, done) {
  press(id, async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      toast(done);
    } catch {
      field.select(); // not allowed here: then it is copied by hand
    }
  });
}
