/**
 * The page's connection to the local server: requests that look like `fetch`, connections that look like a socket. The
 * local server is started when it is first needed; requests meanwhile wait.
 */
import { edition } from "../site/edition.js";
import { language, t } from "../site/language.js";

/** @typedef {{kind: string, id?: number, status?: number, text?: string, code?: number, share?: number}} Heard */

const JSON_HEADERS = { "content-type": "application/json" };
/** Pages on which somebody will have to think before long. */
const THINKING = ["/m/", "/analysis", "/review/"];

export class LocalServer {
  /** @type {Worker|null} */
  #worker = null;
  #numbers = 0;
  /** @type {Map<number, PendingRequest|LocalSocket>} */
  #open = new Map();
  #failure = "";
  /** Somebody waits, and it is not open yet. */
  onWaiting = () => {};
  /** @type {(share: number) => void} how much of opening it is done */
  onProgress = () => {};
  /** @type {(why: string) => void} */
  onFailure = () => {};
  /** It is open, or it can't be opened. */
  onSettled = () => {};
  isReady = false;

  /** Opens it, if that was not done yet. */
  wake() {
    if (this.#worker || !edition) return;
    const whole = (/** @type {string} */ address) => new URL(address, location.href).href;
    const fromRoot = (/** @type {string} */ file) => whole(`${edition?.root}${file}`);
    const { static: scripts, pyodide, python, houseRules, catalogues, page } = edition;
    const worker = new Worker(whole(`${scripts}serverless/local_server_worker.bundle.js`), { type: "module" });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = ({ message }) => this.#fail(message || t("a script did not load"));
    worker.postMessage({
      kind: "begin",
      where: { pyodide: fromRoot(pyodide), python: fromRoot(python) },
      engineScript: whole(`${scripts}serverless/engine_worker.bundle.js`),
      thinks: THINKING.includes(page),
      database: databaseName(),
      language,
      houseRules: houseRules && fromRoot(houseRules),
      catalogues: catalogues.map(([code, name, file]) => [code, name, file && fromRoot(file)]),
    });
    this.#worker = worker;
  }

  /** @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
  ask(path, init = {}) {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(new Error(this.#failure));
      const id = (this.#numbers += 1);
      this.#open.set(id, new PendingRequest(resolve, reject));
      init.signal?.addEventListener("abort", () => {
        if (!this.#open.delete(id)) return;
        this.#say({ kind: "stop", id });
        reject(new DOMException("stopped", "AbortError"));
      });
      this.#say({ kind: "ask", id, method: init.method ?? "GET", path, body: init.body ?? "" });
    });
  }

  /** @param {string} path @returns {LocalSocket} */
  open(path) {
    const id = (this.#numbers += 1);
    const socket = new LocalSocket((kind, text) => this.#say({ kind, id, text }));
    this.#open.set(id, socket);
    this.#say({ kind: "open", id, path });
    return socket;
  }

  /** @param {object} message */
  #say(message) {
    this.wake();
    if (!this.isReady) this.onWaiting();
    this.#worker?.postMessage(message);
  }

  /** @param {Heard} message */
  #hear({ kind, id = 0, status = 200, text = "", code = 1000, share = 0 }) {
    const pending = this.#open.get(id);
    if (kind === "ready") {
      this.isReady = true;
      this.onProgress(1);
      this.onSettled();
    } else if (kind === "loading") this.onProgress(share);
    else if (kind === "failed") this.#fail(text);
    else if (pending instanceof PendingRequest) {
      if (kind === "chunk") pending.chunk(text);
      else this.#open.delete(id) && pending.end(kind === "answer" ? { status, text } : null);
    } else if (pending instanceof LocalSocket) {
      if (kind === "message") pending.hear(text);
      else if (kind === "closed" && this.#open.delete(id)) pending.end(code);
    }
  }

  /** @param {string} why */
  #fail(why) {
    this.#failure = why;
    for (const pending of this.#open.values()) {
      if (pending instanceof PendingRequest) pending.fail(why);
      else pending.end(1011);
    }
    this.#open.clear();
    this.onFailure(why);
    this.onSettled();
  }
}

/** Sites in other folders of the same host keep games of their own. */
export function databaseName() {
  return `menhirs ${new URL(edition?.root ?? "/", location.href).pathname}`;
}

/** A request that waits for its answer, which may be a stream of pieces. */
class PendingRequest {
  #resolve;
  #reject;
  /** @type {ReadableStreamDefaultController|null} */
  #stream = null;

  /** @param {(answer: Response) => void} resolve @param {(error: Error) => void} reject */
  constructor(resolve, reject) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** @param {string} text */
  chunk(text) {
    if (!this.#stream) {
      const body = new ReadableStream({ start: (stream) => void (this.#stream = stream) });
      this.#resolve(new Response(body, { headers: JSON_HEADERS }));
    }
    /** @type {ReadableStreamDefaultController|null} */ (this.#stream)?.enqueue(new TextEncoder().encode(text));
  }

  /** @param {{status: number, text: string}|null} answer null at the end of a stream */
  end(answer) {
    if (this.#stream) this.#stream.close();
    else this.#resolve(new Response(answer?.text ?? "", { status: answer?.status ?? 200, headers: JSON_HEADERS }));
  }

  /** @param {string} why */
  fail(why) {
    if (this.#stream) this.#stream.error(new Error(why));
    else this.#reject(new Error(why));
  }
}

/** A connection to a match that behaves like a socket. */
class LocalSocket {
  #post;
  readyState = /** @type {number} */ (WebSocket.CONNECTING);
  /** @type {((event: MessageEvent) => void)|null} */
  onmessage = null;
  /** @type {((event: CloseEvent) => void)|null} */
  onclose = null;

  /** @param {(kind: "say"|"close", text?: string) => void} post */
  constructor(post) {
    this.#post = post;
  }

  /** @param {string} text */
  send(text) {
    this.#post("say", text);
  }

  close() {
    if (this.readyState >= WebSocket.CLOSING) return;
    this.readyState = WebSocket.CLOSED;
    this.#post("close");
  }

  /** @param {string} text */
  hear(text) {
    if (this.readyState >= WebSocket.CLOSING) return;
    this.readyState = WebSocket.OPEN;
    this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  /** @param {number} code */
  end(code) {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent("close", { code }));
  }
}
