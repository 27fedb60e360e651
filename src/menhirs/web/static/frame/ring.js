// A ring that shows how much time is left of a whole.
import { setText } from "../site/element.js";

/** A ring that empties until a moment is reached. */
export class Ring {
  #ring;
  #number;
  #timer = 0;
  /** The second that was announced last. */
  #second = -1;

  /** @param {Element} holder holds `.ring` and perhaps `.ring-number` */
  constructor(holder) {
    this.#ring = /** @type {SVGElement} */ (holder.querySelector(".ring"));
    this.#number = holder.querySelector(".ring-number");
  }

  /**
   * @param {number|null} left ms; null for a ring that stays full
   * @param {number} whole ms of a full ring
   * @param {() => void} [onEnd]
   * @param {() => void} [onSecond] called as every second begins
   */
  run(left, whole, onEnd, onSecond) {
    clearInterval(this.#timer);
    this.#second = -1;
    const end = left === null ? null : performance.now() + left;
    const paint = () => {
      const rest = end === null ? whole : Math.max(0, end - performance.now());
      this.#ring.style.strokeDashoffset = String(100 - (100 * rest) / whole);
      const second = Math.ceil(rest / 1000);
      if (this.#number) setText(this.#number, end === null ? "" : String(second));
      if (end !== null && rest > 0 && second !== this.#second) onSecond?.();
      this.#second = second;
      if (rest > 0) return;
      clearInterval(this.#timer);
      onEnd?.();
    };
    if (end !== null) this.#timer = window.setInterval(paint, 50);
    paint();
  }

  stop() {
    clearInterval(this.#timer);
    this.#ring.style.strokeDashoffset = "100";
    if (this.#number) setText(this.#number, "");
  }
}
