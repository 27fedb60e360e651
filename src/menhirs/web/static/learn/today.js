// Today's puzzle as a small living board: the opponent's last turn is played on it, again whenever one points at it.
import { Board } from "../board/board.js";
import { element, later } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { settings } from "../site/settings.js";
import { ask as request } from "../site/wire.js";

/** Milliseconds before a turn is shown, and between its two parts. */
const LOOK = 700;

/** @param {HTMLElement} place */
async function live(place) {
  const { dense, animation } = settings();
  if (animation === "off") return; // the picture does
  const answer = await request(`/api/exercises/puzzles/${place.dataset.puzzle}`).catch(() => null);
  /** @type {import("../../messages").Opening|null} */
  const opening = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!opening) return;
  const { geometry, plies, state } = opening;
  const shown = element("div", { class: "today-living" });
  const quiet = { onAction() {}, onExplain: () => null, announce() {}, ruleLink: () => "", t, tn };
  const board = new Board(shown, /** @type {import("../board/layout.js").Geometry} */ (geometry), quiet);
  board.configure({ from: state.you === 2 ? "north" : "south", coordinates: false, dense, animation, confirm: "never" });

  let playing = false;
  const play = async () => {
    if (playing) return;
    playing = true;
    const [first, ...turn] = plies;
    board.show({ view: first.view, legal: [], phase: "over", events: [], animate: false });
    for (const { view, events } of turn) {
      await later(LOOK);
      board.show({ view, legal: [], phase: "over", events, animate: true });
    }
    await later(LOOK);
    playing = false;
  };
  board.show({ view: plies[0].view, legal: [], phase: "over", events: [], animate: false });
  place.replaceChildren(shown);
  place.parentElement?.addEventListener("pointerenter", play);
  await play();
}

// Of the easy one and the usual one only one is ever seen.
const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue;
    watch.unobserve(target);
    live(target);
  }
});
for (const place of document.querySelectorAll(".today-board[data-script]")) watch.observe(place);
