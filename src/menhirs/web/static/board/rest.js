/**
 * The moment after an action in which the same spot takes no other: a double click means one
 * action, and by the second click other tiles lie there and another action may be due.
 */

/** In milliseconds: longer than a double click takes, shorter than anybody needs to think. */
export const REST = 400;

export class Rest {
  /** @param {HTMLElement} root @param {() => number} reach in CSS pixels: nearer is the same spot */
  constructor(root, reach) {
    this.root = root;
    this.reach = reach;
    /** @type {null | [number, number]} where the pointer last did something; null for the keyboard */
    this.spot = null;
    this.until = 0;
    this.timer = 0;
  }

  /** The pointer is at work here. @param {MouseEvent} event */
  note({ clientX, clientY }) {
    this.spot = [clientX, clientY];
  }

  /** An action was asked about, was sent, or its answer has come. */
  begin() {
    if (!this.spot) return;
    this.until = performance.now() + REST;
    this.root.classList.add("is-resting");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.root.classList.remove("is-resting"), REST);
  }

  /** Whether a press there is the second half of a double click. @param {MouseEvent} event */
  covers({ clientX, clientY }) {
    if (!this.spot || performance.now() >= this.until) return false;
    const [x, y] = this.spot;
    return Math.hypot(clientX - x, clientY - y) < this.reach();
  }
}
