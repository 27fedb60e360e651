// The second worker: it thinks, one question after the other, so that the referee in the first one is never kept waiting.
import { load } from "./python.js";
import { isWanted } from "./wish.js";

/** @type {Promise<import("./python.js").Loaded>|null} */
let thinking = null;
/** Whether a wish can be seen from here. Where it can't, every thought is thought to its end. */
let seesWishes = false;

self.addEventListener("message", async ({ data }) => {
  if (data.kind === "begin") {
    seesWishes = isWanted(data.lasting);
    thinking = load(data.where, "menhirs.browser.thinking");
    thinking.catch(() => {}); // the caller gets the error
    return;
  }
  const isGivenUp = seesWishes ? () => !isWanted(data.wish) : null;
  try {
    const { module } = await /** @type {Promise<import("./python.js").Loaded>} */ (thinking);
    self.postMessage({ id: data.id, text: module.think(data.text, isGivenUp) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) });
  }
});
