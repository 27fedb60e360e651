/**
 * The storage of games, reviews and progress: the browser's own database, IndexedDB. Every method is one transaction,
 * which happens as a whole or not at all, whatever happens to the tab; it is over only when it is on the disk. A
 * refusal of the browser is thrown, and Python reports it to the page.
 *
 * `menhirs/browser/browser_storage.py` describes its interface.
 */

const VERSION = 1;

export class BrowserStorage {
  #name;
  #onWrite;
  /** @type {Promise<IDBDatabase>|null} */
  #database = null;

  /** @param {string} name @param {(match: string) => void} onWrite called with every match that was written to */
  constructor(name, onWrite) {
    this.#name = name;
    this.#onWrite = onWrite;
  }

  /** @param {string} id @param {string} text @param {string} summary @returns {Promise<boolean>} */
  async create(id, text, summary) {
    const made = await this.#change(["matches"], (stores) => add(stores.matches, { id, text, summary }));
    if (made) this.#onWrite(id);
    return made;
  }

  /** @param {string} id @returns {Promise<[string, string[]]|null>} */
  async read(id) {
    const transaction = await this.#begin(["matches", "entries"], "readonly");
    const match = answered(transaction.objectStore("matches").get(id));
    const entries = answered(transaction.objectStore("entries").getAll(IDBKeyRange.bound([id, 0], [id, Infinity])));
    const [found, lines] = await Promise.all([match, entries]);
    return found ? [found.text, lines.map(({ text }) => text)] : null;
  }

  /**
   * @param {string} match @param {number} number @param {string} text @param {string} summary empty leaves the old one
   * @param {string} nextId @param {string} nextText @param {string} nextSummary the next match of the series, or nothing
   * @returns {Promise<boolean>} false if that number is taken or not the next one, or there is no such match
   */
  async append(match, number, text, summary, nextId, nextText, nextSummary) {
    const done = await this.#change(["matches", "entries"], async (stores) => {
      const found = await answered(stores.matches.get(match));
      if (!found) return false; // the browser has thrown it away
      const range = IDBKeyRange.bound([match, 0], [match, Infinity]);
      const last = await answered(stores.entries.openKeyCursor(range, "prev"));
      const following = last ? /** @type {[string, number]} */ (last.key)[1] + 1 : 0;
      // The first entry of a match may have any number: the others have the one after it.
      if (last ? number !== following : number < 0) return false;
      if (!(await add(stores.entries, { match, number, text }))) return false;
      if (nextId && !(await add(stores.matches, { id: nextId, text: nextText, summary: nextSummary }))) return false;
      if (!summary) return true;
      await answered(stores.matches.put({ ...found, summary }));
      return true;
    });
    if (done) this.#onWrite(match);
    return done;
  }

  /** @returns {Promise<[string, string][]>} ids and summaries of all matches */
  async games() {
    const transaction = await this.#begin(["matches"], "readonly");
    const found = await answered(transaction.objectStore("matches").getAll());
    return found.map(({ id, summary }) => [id, summary]);
  }

  /** @param {string} kind @param {string} key @param {string} text */
  async put(kind, key, text) {
    await this.#change(["texts"], async (stores) => Boolean(await answered(stores.texts.put({ kind, key, text }))));
  }

  /** @param {string} kind @param {string} key @returns {Promise<string|null>} */
  async get(kind, key) {
    const transaction = await this.#begin(["texts"], "readonly");
    const found = await answered(transaction.objectStore("texts").get([kind, key]));
    return found ? found.text : null;
  }

  /** @param {string} kind @returns {Promise<[string, string][]>} */
  async all(kind) {
    const transaction = await this.#begin(["texts"], "readonly");
    const found = await answered(transaction.objectStore("texts").getAll(IDBKeyRange.bound([kind, ""], [kind, []])));
    return found.map(({ key, text }) => [key, text]);
  }

  /** @param {string} kind @param {string} key */
  async drop(kind, key) {
    await this.#change(["texts"], async (stores) => {
      await answered(stores.texts.delete([kind, key]));
      return true;
    });
  }

  /**
   * Writes in one transaction, and waits until the browser has written.
   * @param {string[]} names of the stores
   * @param {(stores: Record<string, IDBObjectStore>) => Promise<boolean>} work false takes everything back
   * @returns {Promise<boolean>}
   */
  async #change(names, work) {
    const transaction = await this.#begin(names, "readwrite");
    const stores = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]));
    const over = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
    over.catch(() => {}); // it is awaited below, unless the work itself fails
    const good = await work(stores);
    if (good) await over;
    else transaction.abort();
    return good;
  }

  /** @param {string[]} names @param {"readonly"|"readwrite"} mode */
  async #begin(names, mode) {
    this.#database ??= open(this.#name, () => (this.#database = null));
    const database = await this.#database.catch((error) => {
      this.#database = null; // the next one may be luckier
      throw error;
    });
    return database.transaction(names, mode, { durability: "strict" });
  }
}

/** @param {string} name @param {() => void} onGone @returns {Promise<IDBDatabase>} */
function open(name, onGone) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("matches", { keyPath: "id" });
      request.result.createObjectStore("entries", { keyPath: ["match", "number"] });
      request.result.createObjectStore("texts", { keyPath: ["kind", "key"] });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = onGone; // closed when the browser's data are cleared
      database.onversionchange = () => {
        database.close(); // a newer page waits for it
        onGone();
      };
      resolve(database);
    };
  });
}

/** @template Result @param {IDBRequest<Result>} request @returns {Promise<Result>} */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Adds something new; false if its key is taken. @param {IDBObjectStore} store @param {object} value @returns {Promise<boolean>} */
function add(store, value) {
  return new Promise((resolve, reject) => {
    const request = store.add(value);
    request.onsuccess = () => resolve(true);
    request.onerror = (event) => {
      if (request.error?.name !== "ConstraintError") return reject(request.error);
      event.preventDefault(); // the caller ends the transaction
      event.stopPropagation();
      resolve(false);
    };
  });
}
