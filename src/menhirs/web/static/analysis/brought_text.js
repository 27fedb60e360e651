/**
 * A game record or a position line that a visitor brings along: dropped on a page as a file or a text, or pasted. Unless
 * the page wants it otherwise, it is read on the analysis board.
 */
import { complain } from "../site/data.js";
import { askOpening } from "./asking.js";
import { address } from "../site/address.js";

const KEY = "menhirs.brought";

/** Whether a text looks like a record or a position line; other things are pasted, too. @param {string} text */
const looksRight = (text) => text.startsWith("[") || text.split(/\s+/).length === 9;

/** Checks a text, and goes on to the analysis board with it. @param {string} text */
async function analyse(text) {
  const { refusal } = await askOpening({ text });
  if (refusal) return complain(refusal);
  sessionStorage.setItem(KEY, text);
  location.assign(address("/analysis"));
}

/** The text that was passed to the analysis board; null if none. */
export function broughtText() {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text;
}

/** Handles text that is dropped on the page or pasted. @param {(text: string) => void} [bring] */
export function takeTexts(bring = analyse) {
  const shows = (/** @type {boolean} */ over) => document.body.classList.toggle("dropping", over);
  const brings = (/** @type {DragEvent} */ { dataTransfer: data }) =>
    Boolean(data?.types.some((type) => type === "Files" || type === "text/plain"));
  document.addEventListener("dragover", (event) => {
    if (!brings(event) || isField(event.target)) return;
    event.preventDefault();
    shows(true);
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget || shows(false));
  document.addEventListener("drop", async (event) => {
    shows(false);
    if (!brings(event) || isField(event.target)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const text = file ? await file.text() : event.dataTransfer?.getData("text/plain");
    if (text?.trim()) bring(text.trim());
  });
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (isField(event.target) || !looksRight(text)) return;
    event.preventDefault();
    bring(text);
  });
}

/** @param {EventTarget|null} target */
function isField(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
