/** Mouse, pen and touch: pointing lights up, clicking chooses, dragging pushes the fog. */

const SLACK = 7; // in CSS pixels: a finger never holds quite still
const FAR_ENOUGH = 0.5; // of a step

/** @param {import("./board.js").Board} board */
export function listenToPointer(board) {
  const { stage, hand } = board;
  /** @type {null | {id: number, x: number, y: number, cell: string, tiles: string[] | null}} */
  let drag = null;
  let dragged = false;

  const targetOf = (event) => event.target.closest("[data-cell], [data-direction]")?.dataset ?? {};

  function pull(event) {
    const scale = board.layout.box[2] / stage.clientWidth;
    const [dx, dy] = [(event.clientX - drag.x) * scale, (event.clientY - drag.y) * scale];
    const direction = board.layout.towards(dx, dy);
    const [sx, sy] = board.layout.shifts.get(direction);
    const along = (dx * sx + dy * sy) / (sx * sx + sy * sy);
    const legal = hand.moves.get(direction);
    // Where fog can't go it gives way a little, as something heavy would.
    const part = legal ? Math.min(along, 1) : Math.min(along / 4, 0.2);
    return { direction, along, legal, shift: [sx * part, sy * part] };
  }

  function stop() {
    const { tiles } = drag;
    board.root.classList.remove("is-dragging");
    drag = null;
    if (tiles) board.paint();
  }

  stage.addEventListener("pointerdown", (event) => {
    if (event.button || drag?.tiles) return; // a second finger changes nothing
    dragged = false;
    drag = null;
    board.motion.settle();
    const { cell } = targetOf(event);
    if (!cell || hand.sent || !board.choices.moving || !board.choices.cluster(cell).length) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, cell, tiles: null };
  });

  stage.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    if (!event.buttons) return stop(); // let go where we could not see it
    if (!drag.tiles) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
      dragged = true;
      stage.setPointerCapture(event.pointerId);
      drag.tiles = hand.grab(drag.cell);
      board.root.classList.add("is-dragging");
    }
    const { legal, along, shift } = pull(event);
    board.displace(drag.tiles, shift, along >= FAR_ENOUGH ? legal : undefined);
  });

  stage.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    const { direction, along } = pull(event);
    const far = drag.tiles && along >= FAR_ENOUGH;
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

  // The click that ends a drag is none. (Only one that follows it at once can be meant.)
  stage.addEventListener(
    "click",
    (event) => {
      if (dragged && event.detail) event.stopPropagation();
      dragged = false;
    },
    true,
  );
  stage.addEventListener("click", (event) => {
    const { cell, direction } = targetOf(event);
    if (direction) hand.go(direction);
    else if (cell) hand.press(cell);
    else if (hand.cluster.length) hand.letGo();
  });

  stage.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch" && !drag?.tiles) board.point("hovered", targetOf(event));
  });
  stage.addEventListener("pointerleave", () => board.point("hovered", {}));
  stage.addEventListener("focusin", (event) => {
    board.point("focused", event.target.matches(":focus-visible") ? targetOf(event) : {});
  });
  stage.addEventListener("focusout", () => board.point("focused", {}));

  board.panel.split.addEventListener("click", () => hand.pick());
  board.panel.whole.addEventListener("click", () => hand.pick());
  board.panel.cancel.addEventListener("click", () => hand.back());
  board.panel.confirm.addEventListener("click", () => hand.confirm());
  board.panel.bubble.addEventListener("click", () => board.panel.hush());
}
