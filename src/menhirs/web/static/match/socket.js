// One socket to the match, which comes back by itself.
import { openSocket } from "../site/wire.js";

const FIRST_WAIT = 200;
const LONGEST_WAIT = 5000;
const SILENCE = 45000;
const FATAL = new Set(["no-match", "origin"]);

/**
 * @typedef {import("../../messages").Message} Message
 * @typedef {import("../../messages").Explained | import("../../messages").ReadAs | import("../../messages").RefusedMessage} Answer
 *   what a question gets
 *
 * @typedef {object} Ears
 * @property {(message: Message, at: number) => void} onMessage with the time when it came, by `performance.now()`
 * @property {() => void} onLost
 * @property {(text: string) => void} onEnd the server wants no more of us
 */

/** The socket that the page opened before this script was there, once, if it is still good. */
function earlySocket() {
  const early = window.earlySocket;
  window.earlySocket = null; // taken, or too late: either way there is to be no other
  return early && early.socket.readyState <= WebSocket.OPEN ? early : null;
}

export class Socket {
  #path;
  #ears;
  /** @type {import("../../socket").AnySocket|null} */
  #socket = null;
  #wait = FIRST_WAIT;
  /** Until when the server wants to be left alone. */
  #notBefore = 0;
  #ended = false;
  #timer = 0;
  #heard = 0;
  #numbers = 0;
  /** @type {Map<number, (answer: Answer|null) => void>} */
  #asked = new Map();

  /** @param {string} path @param {Ears} ears */
  constructor(path, ears) {
    this.#path = path;
    this.#ears = ears;
    addEventListener("online", () => this.#soon(0));
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.#socket) this.#soon(0);
    });
    // A connection can die without a word, for instance when a laptop wakes up elsewhere.
    setInterval(() => {
      if (this.#socket && performance.now() - this.#heard > SILENCE) this.#drop();
    }, 5000);
    this.#open();
  }

  /** Whether messages reach the server right now. */
  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a message if there is a connection. @param {object} message @returns {boolean} */
  send(message) {
    if (!this.open) return false;
    this.#socket?.send(JSON.stringify({ re: ++this.#numbers, ...message }));
    return true;
  }

  /** Sends a message and waits for the answer that names it; null if there is none. @param {object} message @returns {Promise<Answer|null>} */
  ask(message) {
    return new Promise((resolve) => {
      if (!this.send(message)) return resolve(null);
      const number = this.#numbers;
      this.#asked.set(number, resolve);
      setTimeout(() => this.#answer(number, null), 5000);
    });
  }

  /** Connects anew, for instance with a seat that it did not have before. */
  restart() {
    this.#ended = false;
    this.#drop();
    this.#soon(0);
  }

  #answer(/** @type {number|null} */ number, /** @type {Answer|null} */ answer) {
    if (number === null) return false;
    const waiting = this.#asked.get(number);
    this.#asked.delete(number);
    waiting?.(answer);
    return Boolean(waiting);
  }

  #open() {
    clearTimeout(this.#timer);
    if (this.#socket || this.#ended) return;
    const { socket, heard } = earlySocket() ?? { socket: openSocket(this.#path), heard: [] };
    this.#socket = socket;
    this.#heard = performance.now();
    // Only the newest socket may speak.
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#drop();
    };
    for (const { data, at } of heard) this.#hear(JSON.parse(data), at);
  }

  #hear(/** @type {Message} */ message, at = performance.now()) {
    this.#heard = performance.now();
    if (message.type !== "bye") this.#wait = FIRST_WAIT;
    else if (message.retry_after) this.#notBefore = performance.now() + 1000 * message.retry_after;
    if (message.type === "ping") this.send({ type: "pong", sent: message.sent });
    else if (message.type === "explained" || message.type === "read") this.#answer(message.re, message);
    else if (message.type === "bye" && FATAL.has(message.code)) {
      this.#ended = true;
      this.#ears.onEnd(message.text);
    } else if (!(message.type === "refused" && this.#answer(message.re, message))) this.#ears.onMessage(message, at);
  }

  #drop() {
    const socket = this.#socket;
    if (socket) {
      this.#socket = null;
      socket.close();
      for (const number of [...this.#asked.keys()]) this.#answer(number, null);
      this.#ears.onLost();
    }
    if (!this.#ended) {
      this.#soon(this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    }
  }

  #soon(/** @type {number} */ wait) {
    clearTimeout(this.#timer);
    // Spread out, if many pages got the same message.
    const named = Math.max(0, this.#notBefore - performance.now()) * (1 + Math.random() / 2);
    this.#timer = window.setTimeout(() => this.#open(), Math.max(wait, named));
  }
}
