// The second worker: it thinks, one question after the other, so that the referee in the first one is never kept waiting.
import { load } from "./python.js";

/** @type {Promise<any>|null} */
let thinking = null;

self.addEventListener("message", async ({ data }) => {
  if (data.kind === "begin") {
    thinking = load(data.where, "menhirs.browser.worker");
    thinking.catch(() => {}); // whoever asks is told
    return;
  }
  try {
    const { think } = await /** @type {Promise<any>} */ (thinking);
    self.postMessage({ id: data.id, text: think(data.text) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) });
  }
});
