/**
 * The first worker: the desk that answers instead of a server. It runs the referee; what takes long is thought about in a
 * second worker. Other tabs have desks of their own, and are notified of changes.
 *
 * A page begins with `{kind: "begin", …}`; `docs/contribute/browser.md` lists the messages after that.
 */
import { Shelf } from "./shelf.js";
import { Wish } from "./wish.js";
import { fetchBytes, load } from "./python.js";

/** Milliseconds after which the page has what it needs to begin with. */
const WHEN_CALM = 3000;

/** @type {any} */
let desk = null;
/** What pages said before it was open. @type {Said[]} */
const waiting = [];

self.addEventListener("message", ({ data }) => {
  if (data.kind === "begin") begin(data).catch((error) => self.postMessage({ kind: "failed", text: String(error) }));
  else if (desk) receive(data);
  else waiting.push(data);
});

/** @typedef {{kind: string, id: number, method?: string, path?: string, body?: string, text?: string}} Said */

/** Passes on what a page says: texts are handed over as they are. @param {Said} said */
function receive({ kind, id, method = "GET", path = "", body = "", text = body }) {
  desk.receive(kind, id, method, path, text);
}

/** @param {string} kind @param {number} id @param {string} text @param {number} number a status, or a code of closing */
function post(kind, id, text, number) {
  self.postMessage({ kind, id, text, status: number, code: number });
}

/**
 * @typedef {object} Beginning
 * @property {import("./python.js").Whereabouts} where
 * @property {string} thinkingWorker
 * @property {boolean} thinks whether the page is one on which somebody will have to think
 * @property {string} database
 * @property {string} language
 * @property {string} houseRules the address of the site's own rules; empty for none
 * @property {[string, string, string][]} catalogues code, name and address of every language
 */

/** @param {Beginning} data */
async function begin({ where, thinkingWorker, thinks, database, language, houseRules, catalogues }) {
  const others = new BroadcastChannel(database);
  const shelf = new Shelf(database, (match) => others.postMessage(match));
  const thinker = new Thinker(thinkingWorker, where);
  const languages = Promise.all(
    catalogues.map(async ([code, name, file]) => [code, name, file && code === language ? new Uint8Array(await fetchBytes(file)) : null]),
  );
  const house = houseRules ? fetchBytes(houseRules).then((bytes) => new TextDecoder().decode(bytes)) : "";
  const tell = (/** @type {number} */ share) => self.postMessage({ kind: "loading", share });
  const { module: worker, keepMemory } = await load(where, "menhirs.browser.worker", tell);
  desk = worker.start_desk(shelf, thinker, language, await languages, post, await house);
  others.addEventListener("message", ({ data }) => desk.heard(data));
  self.postMessage({ kind: "ready" });
  waiting.splice(0).forEach(receive);
  if (thinks) thinker.wake();
  setTimeout(keepMemory, WHEN_CALM);
}

/** The second worker, which is started when it is needed. */
class Thinker {
  #script;
  #where;
  /** @type {Worker|null} */
  #worker = null;
  #numbers = 0;
  /** @type {Map<number, {resolve: (text: string) => void, reject: (error: Error) => void, wish: Wish}>} */
  #asked = new Map();

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
    worker.postMessage({ kind: "begin", where: this.#where, lasting: new Wish().address });
    this.#worker = worker;
    return worker;
  }

  /** @param {string} text @returns {Promise<string>} */
  think(text) {
    return new Promise((resolve, reject) => {
      const id = (this.#numbers += 1);
      const wish = new Wish();
      this.#asked.set(id, { resolve, reject, wish });
      this.wake().postMessage({ kind: "think", id, text, wish: wish.address });
    });
  }

  /** Cancels the current question: it ends soon, with any answer. */
  giveUp() {
    for (const { wish } of this.#asked.values()) wish.end();
  }

  /** @param {{id: number, text?: string, error?: string}} message */
  #answer({ id, text, error }) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    asked?.wish.end();
    if (text !== undefined) asked?.resolve(text);
    else asked?.reject(new Error(error));
  }

  /** It did not start, or broke: the next question starts another. @param {string} why */
  #fail(why) {
    this.#worker?.terminate();
    this.#worker = null;
    this.giveUp();
    for (const { reject } of this.#asked.values()) reject(new Error(why));
    this.#asked.clear();
  }
}
