/**
 * The first worker: the local server that answers the pages. It runs the referee; the engine runs in a second
 * worker. Other tabs have local servers of their own, and are notified of changes.
 *
 * A page begins with `{kind: "begin", …}`; `docs/contribute/browser.md` lists the messages after that.
 */
import { BrowserStorage } from "./browser_storage.js";
import { WantedFlag } from "./wanted_flag.js";
import { fetchBytes, load } from "./python.js";

/** Milliseconds after which the page has what it needs to begin with. */
const WHEN_CALM = 3000;

/** @type {any} */
let localServer = null;
/** What pages said before it was open. @type {Said[]} */
const waiting = [];

self.addEventListener("message", ({ data }) => {
  if (data.kind === "begin") begin(data).catch((error) => self.postMessage({ kind: "failed", text: String(error) }));
  else if (localServer) receive(data);
  else waiting.push(data);
});

/** @typedef {{kind: string, id: number, method?: string, path?: string, body?: string, text?: string}} Said */

/** Passes on what a page says: texts are handed over as they are. @param {Said} said */
function receive({ kind, id, method = "GET", path = "", body = "", text = body }) {
  localServer.receive(kind, id, method, path, text);
}

/** @param {string} kind @param {number} id @param {string} text @param {number} number a status, or a code of closing */
function post(kind, id, text, number) {
  self.postMessage({ kind, id, text, status: number, code: number });
}

/**
 * @typedef {object} Beginning
 * @property {import("./python.js").Whereabouts} where
 * @property {string} engineScript
 * @property {boolean} thinks whether the page is one on which somebody will have to think
 * @property {string} database
 * @property {string} language
 * @property {string} houseRules the address of the site's own rules; empty for none
 * @property {[string, string, string][]} catalogues code, name and address of every language
 */

/** @param {Beginning} data */
async function begin({ where, engineScript, thinks, database, language, houseRules, catalogues }) {
  const others = new BroadcastChannel(database);
  const storage = new BrowserStorage(database, (match) => others.postMessage(match));
  const engineWorker = new EngineWorker(engineScript, where);
  const languages = Promise.all(
    catalogues.map(async ([code, name, file]) => [code, name, file && code === language ? new Uint8Array(await fetchBytes(file)) : null]),
  );
  const house = houseRules ? fetchBytes(houseRules).then((bytes) => new TextDecoder().decode(bytes)) : "";
  const report = (/** @type {number} */ share) => self.postMessage({ kind: "loading", share });
  const { module: worker, keepMemory } = await load(where, "menhirs.browser.local_server_worker", report);
  localServer = worker.start_local_server(storage, engineWorker, language, await languages, post, await house);
  others.addEventListener("message", ({ data }) => localServer.on_match_changed(data));
  self.postMessage({ kind: "ready" });
  waiting.splice(0).forEach(receive);
  if (thinks) engineWorker.wake();
  setTimeout(keepMemory, WHEN_CALM);
}

/** The second worker, in which the engine runs. It is started when it is needed. */
class EngineWorker {
  #script;
  #where;
  /** @type {Worker|null} */
  #worker = null;
  #numbers = 0;
  /** @type {Map<number, {resolve: (text: string) => void, reject: (error: Error) => void, flag: WantedFlag}>} */
  #pending = new Map();

  /** @param {string} script @param {import("./python.js").Whereabouts} where */
  constructor(script, where) {
    this.#script = script;
    this.#where = where;
  }

  wake() {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#script, { type: "module" });
    worker.onmessage = ({ data }) => this.#answer(data);
    worker.onerror = ({ message }) => this.#fail(message);
    worker.postMessage({ kind: "begin", where: this.#where, lasting: new WantedFlag().address });
    this.#worker = worker;
    return worker;
  }

  /** @param {string} text @returns {Promise<string>} */
  think(text) {
    return new Promise((resolve, reject) => {
      const id = (this.#numbers += 1);
      const flag = new WantedFlag();
      this.#pending.set(id, { resolve, reject, flag });
      this.wake().postMessage({ kind: "think", id, text, flag: flag.address });
    });
  }

  /** Cancels the current question: it ends soon, with any answer. */
  giveUp() {
    for (const { flag } of this.#pending.values()) flag.end();
  }

  /** @param {{id: number, text?: string, error?: string}} message */
  #answer({ id, text, error }) {
    const question = this.#pending.get(id);
    this.#pending.delete(id);
    question?.flag.end();
    if (text !== undefined) question?.resolve(text);
    else question?.reject(new Error(error));
  }

  /** It did not start, or broke: the next question starts another. @param {string} why */
  #fail(why) {
    this.#worker?.terminate();
    this.#worker = null;
    this.giveUp();
    for (const { reject } of this.#pending.values()) reject(new Error(why));
    this.#pending.clear();
  }
}
