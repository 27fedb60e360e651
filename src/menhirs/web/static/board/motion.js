/** How fast things move: as set, or not at all for people who asked their system for that. */

const TIMES = { off: 0, slow: 900, normal: 420, fast: 180 };
const SHAKES = { translate: ["0", "-5px", "5px", "-3px", "3px", "0"] };

export class Motion {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {"off" | "slow" | "normal" | "fast"} */
    this.speed = "normal";
    /** How long a slide takes now, in milliseconds; 0 for no animation. */
    this.time = 0;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.adapt = () => this.set(this.speed);
    this.calm.addEventListener("change", this.adapt);
  }

  /** @param {"off" | "slow" | "normal" | "fast"} speed */
  set(speed) {
    this.speed = speed;
    this.time = this.calm.matches ? 0 : TIMES[speed];
    this.root.style.setProperty("--mb-time", `${this.time}ms`);
  }

  /** Finishes running animations at once. */
  settle() {
    for (const motion of this.root.getAnimations({ subtree: true })) motion.finish();
  }

  /** Draws without letting anything glide. @param {() => void} draw */
  still(draw) {
    this.time = 0;
    this.root.classList.add("is-still");
    draw();
    this.settle();
    this.root.getBoundingClientRect(); // the styles count now, before things may glide again
    this.root.classList.remove("is-still");
    this.adapt();
  }

  /** Says no, gently. @param {Element} node */
  shake(node) {
    if (this.time) node.animate(SHAKES, { duration: 360, easing: "ease-out" });
  }

  destroy() {
    this.calm.removeEventListener("change", this.adapt);
  }
}
