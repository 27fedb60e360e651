// The board of a page: it speaks the page's language, and is as the settings want it.
import { Board } from "../board/board.js";
import { ruleLink } from "../site/dialogs.js";
import { byId } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { settings } from "../site/settings.js";
import { announce } from "../site/speech.js";

/**
 * @param {import("../../messages").BoardGeometry} geometry
 * @param {Partial<import("../board/board.js").Handlers>} [handlers]
 * @param {HTMLElement} [place]
 */
export function pageBoard(geometry, handlers = {}, place = byId("board")) {
  return new Board(place, geometry, { ruleLink, announce, t, tn, ...handlers });
}

/**
 * The settings of a board where nothing is lost by a slip: there fingers are not asked twice.
 * @param {"south"|"north"} [own] the side of whoever looks
 * @param {boolean} [turned] to the other side, for a while
 * @returns {import("../board/board.js").Settings}
 */
export function boardSettings(own = "south", turned = false) {
  const { coordinates, dense, animation, confirm, view } = settings();
  const side = view === "own" ? own : view;
  const from = (side === "north") !== turned ? "north" : "south";
  return { from, coordinates, dense, animation, confirm: confirm === "always" ? "always" : "never" };
}
