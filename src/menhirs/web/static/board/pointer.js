/**
 * Mouse, pen and touch: pointing lights up, clicking chooses, dragging pushes the fog.
 *
 * A finger also scrolls the page, so a finger that starts on fog pushes it only if that is meant: if
 * the fog is chosen already, if the finger rests on it for a moment first, or if it goes sideways,
 * where the page can't go. A quick long flick pushes nothing.
 */

import { REST } from "./rest.js";

const SLACK = 7; // in CSS pixels: a finger never holds quite still
const FAR_ENOUGH = 0.5; // of a step
const DWELL = 180; // in milliseconds: so long a finger rests on fog to take it
const FLICK = { steps: 1.6, time: 250 }; // so far in so few milliseconds is no push

/** @param {import("./board.js").Board} board */
export function listenToPointer(board) {
  const { stage, hand, rest } = board;
  /**
   * @typedef {object} Drag
   * @property {number} id
   * @property {number} x
   * @property {number} y
   * @property {number} since
   * @property {string} cell
   * @property {boolean} finger
   * @property {boolean} ours whether the page must not scroll
   * @property {string[] | null} tiles the tiles that follow the pointer
   * @property {number} [timer]
   */
  /** @type {Drag | null} */
  let drag = null;
  /** Whether the click that follows is none: it ends a drag, or is the second of a double click. */
  let spent = false;
  /** Where a click has just chosen fog: its second half does not let go of it, nor pick a tile. */
  let fresh = "";
  let aging = 0;

  /** @returns {import("./board.js").Pointed} */
  const targetOf = (/** @type {Event} */ { target }) => {
    /** @type {HTMLElement|null} */
    const found = target instanceof Element ? target.closest("[data-cell], [data-direction]") : null;
    return { cell: found?.dataset.cell, direction: found?.dataset.direction };
  };

  function pull(/** @type {Drag} */ drag, /** @type {PointerEvent} */ event) {
    const scale = board.layout.box[2] / stage.clientWidth;
    const [dx, dy] = [(event.clientX - drag.x) * scale, (event.clientY - drag.y) * scale];
    const direction = board.layout.towards(dx, dy);
    const [sx, sy] = board.layout.shift(direction);
    const along = (dx * sx + dy * sy) / (sx * sx + sy * sy);
    const legal = hand.moves.get(direction);
    // Where fog can't go it gives way a little, as something heavy would.
    const part = legal ? Math.min(along, 1) : Math.min(along / 4, 0.2);
    /** @type {import("./layout.js").Point} */
    const shift = [sx * part, sy * part];
    return { direction, along, legal, shift };
  }

  /** The fog is in the hand now. */
  function take() {
    if (!drag) return [];
    spent = true;
    drag.ours = true;
    stage.setPointerCapture(drag.id);
    drag.tiles = hand.grab(drag.cell);
    board.root.classList.add("is-dragging");
    return drag.tiles;
  }

  function stop() {
    clearTimeout(drag?.timer);
    const tiles = drag?.tiles;
    board.root.classList.remove("is-dragging");
    drag = null;
    if (tiles) board.paint();
  }

  // The buttons of the corners may stand elsewhere on the page: they are part of the board all the same.
  const pressed = (/** @type {PointerEvent} */ event) => {
    if (event.button || drag?.tiles) return; // a second finger changes nothing
    hand.touching = event.pointerType === "touch";
    spent = rest.covers(event);
    rest.note(event);
  };
  const clicked = (/** @type {MouseEvent} */ event) => {
    // Clicks without a pointer (keyboard, screen reader) always count.
    if (spent && event.detail) event.stopImmediatePropagation();
    spent = false;
  };
  const own = [stage, ...board.panel.corners];
  for (const node of own) {
    node.addEventListener("pointerdown", pressed, true);
    node.addEventListener("click", clicked, true);
  }
  // Where Confirm stood, another button of the page may stand by the second click.
  const second = (/** @type {MouseEvent} */ event) => {
    if (!event.detail || !rest.covers(event) || own.some((node) => event.composedPath().includes(node))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", second, true);

  stage.addEventListener("pointerdown", (event) => {
    if (event.button || drag?.tiles || spent) return;
    if (drag) stop();
    board.motion.settle();
    const { cell } = targetOf(event);
    if (!cell || hand.sent || !board.choices.moving || !board.choices.cluster(cell).length) return;
    const { pointerId: id, clientX: x, clientY: y, timeStamp: since } = event;
    const finger = event.pointerType === "touch";
    const ours = !finger || hand.holds(cell);
    drag = { id, x, y, since, cell, finger, ours, tiles: null };
    // While a part is picked, a slow tap is still a tap.
    if (!ours && !hand.cluster.includes(cell)) drag.timer = window.setTimeout(take, DWELL);
  });

  stage.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    if (!event.buttons) return stop(); // let go where we could not see it
    if (!drag.tiles) {
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (Math.hypot(dx, dy) < SLACK) return;
      if (!drag.ours && Math.abs(dx) <= Math.abs(dy)) return stop(); // the page's
      clearTimeout(drag.timer);
    }
    const tiles = drag.tiles ?? take();
    const { legal, along, shift } = pull(drag, event);
    board.displace(tiles, shift, along >= FAR_ENOUGH ? legal : undefined);
  });

  stage.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    const { direction, along } = pull(drag, event);
    const quick = drag.finger && event.timeStamp - drag.since < FLICK.time;
    const far = drag.tiles && along >= FAR_ENOUGH && !(quick && along > FLICK.steps);
    rest.note(event);
    stop();
    if (far) hand.go(direction);
  });
  stage.addEventListener("pointercancel", (event) => {
    if (event.pointerId === drag?.id) stop();
  });
  stage.addEventListener("lostpointercapture", (event) => {
    // A finger is first held by the cell it touched; that one losing it to the stage is no end.
    if (event.pointerId === drag?.id && event.target === stage) stop();
  });
  // Only this keeps the browser from scrolling the page.
  stage.addEventListener(
    "touchmove",
    (event) => {
      if (drag?.ours && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  stage.addEventListener("contextmenu", (event) => {
    if (drag?.finger) event.preventDefault(); // a finger that rests takes the fog
  });

  function press(/** @type {string} */ cell, /** @type {MouseEvent} */ { detail }) {
    const held = hand.cluster.includes(cell);
    if (detail && held && cell === fresh) return;
    hand.press(cell);
    if (detail && !held && hand.cluster.includes(cell)) chosen(cell);
  }

  function chosen(/** @type {string} */ cell) {
    fresh = cell;
    board.root.classList.toggle("is-fresh", cell !== "");
    clearTimeout(aging);
    if (cell) aging = window.setTimeout(() => chosen(""), REST);
  }
  stage.addEventListener("keydown", () => chosen(""));

  stage.addEventListener("click", (event) => {
    const { cell, direction } = targetOf(event);
    if (direction) hand.pressArrow(direction);
    else if (cell) press(cell, event);
    else if (hand.cluster.length) hand.letGo();
  });

  stage.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch" && !drag?.tiles) board.point("hovered", targetOf(event));
  });
  stage.addEventListener("pointerleave", () => board.point("hovered", {}));
  stage.addEventListener("focusin", (event) => {
    const seen = event.target instanceof Element && event.target.matches(":focus-visible");
    board.point("focused", seen ? targetOf(event) : {});
  });
  stage.addEventListener("focusout", () => board.point("focused", {}));

  board.panel.split.addEventListener("click", () => hand.pick());
  board.panel.whole.addEventListener("click", () => hand.pick());
  board.panel.cancel.addEventListener("click", () => hand.back());
  board.panel.confirm.addEventListener("click", () => hand.confirm());
}
