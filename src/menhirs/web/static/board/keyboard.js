/**
 * The keyboard. Tab is left to the browser: the cells that matter are tab stops, so one walks through
 * them and out of the board. Direction keys are known by their place on the keyboard (around S),
 * which is the same on keyboards with other letters, and mean what is seen: W is up on the screen.
 */

/** @type {[string, string, number, number][]} */
const WAYS = [
  ["KeyW", "Numpad8", 0, -1],
  ["KeyE", "Numpad9", 0.87, -0.5],
  ["KeyD", "Numpad3", 0.87, 0.5],
  ["KeyS", "Numpad2", 0, 1],
  ["KeyA", "Numpad1", -0.87, 0.5],
  ["KeyQ", "Numpad7", -0.87, -0.5],
];
/** @type {Record<string, import("./layout.js").Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @param {import("./board.js").Board} board */
export function listenToKeyboard(board) {
  const { hand } = board;
  /** The height on which a walk to the side began, and whether one is under way. */
  let row = 0;
  let aside = false;

  function walk(/** @type {HTMLElement} */ button, /** @type {import("./layout.js").Point} */ step) {
    const from = board.layout.at(button.dataset.cell ?? hand.anchor ?? board.layout.names[0]);
    const next = board.layout.walk(from, step, row);
    aside = step[0] !== 0;
    if (next) board.panel.cells.get(next)?.focus();
    aside = false;
  }

  board.stage.addEventListener("focusin", ({ target }) => {
    const cell = target instanceof HTMLElement ? target.dataset.cell : undefined;
    if (cell && !aside) row = board.layout.at(cell)[1];
  });

  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    hand.touching = false;
    board.rest.spot = null;
    // A key that is held down walks on, but acts only once.
    const done = event.repeat && event.key !== "Tab" && !STEPS[event.key] ? true : act(event);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const node of [board.stage, ...board.panel.corners]) node.addEventListener("keydown", listen);

  /** Whether the key meant something here. @param {KeyboardEvent} event */
  function act({ key, code, target }) {
    /** @type {HTMLElement|null} */
    const button = target instanceof Element ? target.closest("[data-cell], [data-direction]") : null;
    if (key === "Escape") return hand.back();
    if (key === "Enter" && hand.pending && target !== board.panel.cancel) {
      hand.confirm();
      return true;
    }
    if (key !== "Tab" && key !== "Shift") board.motion.settle();
    if (STEPS[key] && !code.startsWith("Numpad")) {
      if (button) walk(button, STEPS[key]);
      return Boolean(button);
    }
    const place = code || `Key${key.toUpperCase()}`;
    const way = WAYS.find((one) => one[0] === place || one[1] === place);
    const cell = button?.dataset.cell;
    if (way) hand.go(board.layout.towards(way[2], way[3]), cell);
    else if (key === "p" || key === "P") hand.pick(cell);
    return Boolean(way) || key.toLowerCase() === "p";
  }
}
