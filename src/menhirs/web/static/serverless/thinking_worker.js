// The second worker: it thinks, one question after the other, so that the referee in the first one is never kept waiting.
import { load } from "./python.js";

/** @type {Promise<import("./python.js").Loaded>|null} */
let thinking = null;

self.addEventListener("message", async ({ data }) => {
  if (data.kind === "begin") {
    thinking = load(data.where, "menhirs.browser.thinking");
    thinking.catch(() => {}); // whoever asks is told
    return;
  }
  try {
    const { module } = await /** @type {Promise<import("./python.js").Loaded>} */ (thinking);
    self.postMessage({ id: data.id, text: module.think(data.text) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) });
  }
});
