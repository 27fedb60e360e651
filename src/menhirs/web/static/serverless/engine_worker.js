// The second worker: it runs the engine, one question after the other, so that the referee in the first worker never waits.
import { load } from "./python.js";
import { isWanted } from "./wanted_flag.js";

/** @type {Promise<import("./python.js").Loaded>|null} */
let thinking = null;
/** Whether flags can be read from here. Where they can't, every thought runs to its end. */
let seesFlags = false;

self.addEventListener("message", async ({ data }) => {
  if (data.kind === "begin") {
    seesFlags = isWanted(data.lasting);
    thinking = load(data.where, "menhirs.browser.engine_worker");
    thinking.catch(() => {}); // the caller gets the error
    return;
  }
  const isGivenUp = seesFlags ? () => !isWanted(data.flag) : null;
  try {
    const { module } = await /** @type {Promise<import("./python.js").Loaded>} */ (thinking);
    self.postMessage({ id: data.id, text: module.think(data.text, isGivenUp) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) });
  }
});
