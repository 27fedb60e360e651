// Clocks that the server keeps: between its messages the page only counts on from what it heard.
import { setText } from "../site/element.js";
import { t, tn } from "../site/language.js";

const LOW = 20_000;

/** @typedef {import("../../messages").Clocks} Reading */

/** As on a chess clock. @param {number} ms */
export function short(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  if (left < LOW) return `${seconds}.${Math.floor((left % 1000) / 100)}`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (hours >= 24) return t("{days} d {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** As one says it. @param {number} ms */
export function spoken(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = /** @type {[number, (n: number) => string][]} */ ([
    [Math.floor(seconds / 86400), (n) => tn("{n} day", "{n} days", n, { n })],
    [Math.floor(seconds / 3600) % 24, (n) => tn("{n} hour", "{n} hours", n, { n })],
    [Math.floor(seconds / 60) % 60, (n) => tn("{n} minute", "{n} minutes", n, { n })],
    [seconds % 60, (n) => tn("{n} second", "{n} seconds", n, { n })],
  ]).filter(([n]) => n > 0);
  if (parts.length === 0) return tn("{n} second", "{n} seconds", 0, { n: 0 });
  return parts
    .slice(0, 2)
    .map(([n, words]) => words(n))
    .join(" ");
}

export class Clocks {
  /** @type {Reading|null} */
  #reading = null;
  #since = 0;
  #timer = 0;
  #faces;

  /** @param {Record<"1"|"2", HTMLElement>} faces */
  constructor(faces) {
    this.#faces = faces;
  }

  /** @param {Reading|null} reading @param {number} since when it came, by `performance.now()` */
  update(reading, since) {
    this.#reading = reading;
    this.#since = since;
    clearInterval(this.#timer);
    for (const face of Object.values(this.#faces)) {
      face.hidden = !reading;
      face.classList.remove("stale");
    }
    if (reading?.running) this.#timer = window.setInterval(() => this.#paint(), 100);
    this.#paint();
  }

  /** What we know is old: stop, and look like it. */
  freeze() {
    clearInterval(this.#timer);
    for (const face of Object.values(this.#faces)) face.classList.add("stale");
  }

  /** How long a player has left; null without a clock. @param {1|2} player */
  left(player) {
    if (!this.#reading) return null;
    const gone = this.#reading.running === player ? performance.now() - this.#since : 0;
    return Math.max(0, this.#reading[player] - gone);
  }

  #paint() {
    for (const player of /** @type {const} */ ([1, 2])) {
      const left = this.left(player);
      if (left === null) continue;
      const face = this.#faces[player];
      setText(face, short(left));
      face.classList.toggle("running", this.#reading?.running === player);
      face.classList.toggle("low", left < LOW && this.#reading?.running === player);
    }
  }
}
