import { element } from "./element.js";

/** Saves something as a file. @param {Blob} contents @param {string} name */
export function save(contents, name) {
  const file = URL.createObjectURL(contents);
  element("a", { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}
