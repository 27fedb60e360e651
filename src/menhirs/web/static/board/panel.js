/**
 * The buttons: one a cell, one an arrow, some in the corners; and the bubble that explains.
 *
 * @typedef {object} Places where a page has room for what otherwise stands in the corners of the board
 * @property {HTMLElement} held the selection, in words
 * @property {HTMLElement} no the buttons that step back: Cancel, Whole cluster
 * @property {HTMLElement} yes the buttons that go on: Confirm, Pick a part
 */

import { element, set, setText, svg } from "../site/element.js";
import { ARROW, TICK } from "./shapes.js";
import { cellLabel, directionWords } from "./words.js";

export class Panel {
  /** @param {string} prefix @param {import("./layout.js").Layout} layout @param {import("./words.js").Words} words */
  constructor(prefix, layout, { t }) {
    this.t = t;
    this.layout = layout;
    const button = (/** @type {string} */ text, /** @type {string} */ role) =>
      element("button", { type: "button", class: `mb-button mb-${role}`, hidden: true }, text);
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map(
      layout.names.map((cell) => [cell, element("button", { type: "button", "data-cell": cell })]),
    );
    /** @type {Map<string, HTMLElement>} by direction */
    this.arrows = new Map(layout.directions.map((direction) => [direction, this.arrow(direction)]));
    this.note = element("span", { id: `${prefix}note`, class: "mb-note" });
    this.outlook = element("span", { id: `${prefix}outlook`, class: "mb-note mb-outlook" });
    this.split = button(t("Pick a part"), "split");
    this.whole = button(t("Whole cluster"), "whole");
    this.confirm = button(t("Confirm"), "confirm");
    set(this.confirm, "aria-describedby", `${this.note.id} ${this.outlook.id}`);
    this.cancel = button(t("Cancel"), "cancel");
    /** They stand in corners that a board of this outline leaves free. */
    this.corners = [this.note, this.outlook, this.whole, this.cancel, this.split, this.confirm];
    this.bubble = element("div", { class: "mb-bubble", hidden: true });
    this.arrange(layout);
  }

  /**
   * Moves the selection's text and buttons elsewhere on the page.
   * @param {Places} places
   */
  standAt({ held, no, yes }) {
    for (const [place, nodes] of /** @type {[HTMLElement, HTMLElement[]][]} */ ([
      [held, [this.note, this.outlook]],
      [no, [this.whole, this.cancel]],
      [yes, [this.split, this.confirm]],
    ])) {
      if (nodes.every((node) => node.parentElement === place)) continue;
      for (const node of nodes) {
        // There they look as the buttons of the page do.
        const isButton = node.classList.replace("mb-button", "button");
        if (isButton) node.classList.toggle("primary", node === this.confirm);
      }
      place.append(...nodes);
    }
  }

  /** @param {string} direction */
  arrow(direction) {
    const icon = svg("svg", { viewBox: "-30 -30 60 60", "aria-hidden": "true" });
    icon.append(
      svg("circle", { r: 27 }),
      svg("path", { class: "mb-way", d: ARROW }),
      svg("path", { class: "mb-tick", d: TICK }),
    );
    const name = directionWords(this.t)[direction];
    const label = this.t("Move {direction}", { direction: name });
    const attributes = { type: "button", "data-direction": direction, "aria-label": label };
    return element("button", { ...attributes, class: "mb-arrow" }, icon);
  }

  /** @param {import("./layout.js").Layout} layout */
  arrange(layout) {
    this.layout = layout;
    const [, , width, height] = layout.box;
    const wide = 2 * Math.max(...layout.corners.map(([x]) => x));
    const high = 2 * Math.max(...layout.corners.map(([, y]) => y));
    for (const [cell, button] of this.cells) {
      this.move(button, layout.at(cell));
      button.style.width = `${(100 * wide) / width}%`;
      button.style.height = `${(100 * high) / height}%`;
    }
    for (const [direction, button] of this.arrows) {
      button.querySelector(".mb-way")?.setAttribute("transform", `rotate(${layout.angle(direction)})`);
    }
  }

  /** @param {HTMLElement} node @param {import("./layout.js").Point} at */
  move(node, [x, y]) {
    const [left, top, width, height] = this.layout.box;
    node.style.left = `${(100 * (x - left)) / width}%`;
    node.style.top = `${(100 * (y - top)) / height}%`;
  }

  /**
   * Shows these arrows, next in the order of Tab to the cell by which their cluster was taken; one
   * that is asked about wears a tick.
   * @param {Map<string, import("./layout.js").Point>} spots
   * @param {string} anchor
   * @param {boolean} asked
   */
  point(spots, anchor, asked) {
    let before = this.cells.get(anchor);
    for (const [direction, button] of this.arrows) {
      const spot = spots.get(direction);
      if (!spot) {
        button.remove();
        continue;
      }
      this.move(button, spot);
      button.classList.toggle("is-asked", asked);
      if (before && before.nextSibling !== button) before.after(button);
      before = button;
    }
  }

  /** Says of every cell what lies there, and whether Tab stops at it. @param {import("./board.js").Board} board */
  label({ choices, hand, view, words, settings }) {
    for (const [cell, button] of this.cells) {
      const cluster = choices.cluster(cell);
      const choosable = choices.onCells ? choices.byCell.has(cell) : cluster.length > 0;
      const movable = choices.moving && choosable;
      const looks = movable ? " is-movable" : choosable && choices.open ? " is-choosable" : "";
      set(button, "class", `mb-cell${looks}`);
      set(button, "aria-label", cellLabel(words, cell, view, cluster, settings.dense));
      set(button, "aria-disabled", choices.open && !choosable ? "true" : null);
      set(button, "aria-pressed", movable ? String(hand.tiles.includes(cell)) : null);
      set(button, "tabindex", (choices.onCells ? choosable : cluster[0] === cell) ? 0 : -1);
    }
  }

  /** @param {import("./hand.js").Hand} hand @param {string} outlook what a claim would be shown by */
  update(hand, outlook) {
    const { pending, part, cluster } = hand;
    const text = pending ? hand.question : cluster.length ? hand.count : "";
    setText(this.note, text);
    setText(this.outlook, outlook);
    this.split.hidden = Boolean(pending || part) || !hand.completing.length;
    this.whole.hidden = Boolean(pending) || !part;
    this.confirm.hidden = !pending;
    this.cancel.hidden = !pending && (Boolean(part) || !cluster.length);
  }

  /**
   * Says something at some cells: above or below them, where there is more room.
   * @param {string} text
   * @param {string|undefined} rule
   * @param {string[]} cells
   * @param {string|undefined} link
   */
  say(text, rule, cells, link) {
    const { bubble, layout } = this;
    const [left, top, width, height] = layout.box;
    const named = rule ? this.t("rule {code}", { code: rule }) : "";
    const code = link
      ? element("a", { class: "mb-rule", href: link, target: "_blank", rel: "noopener" }, named)
      : element("span", { class: "mb-rule" }, named);
    bubble.replaceChildren(text, ...(rule ? [code] : []));
    bubble.hidden = false;
    const { clientWidth: room, clientHeight: depth } = /** @type {HTMLElement} */ (bubble.parentElement);
    const [half, tall] = [bubble.offsetWidth / 2, bubble.offsetHeight];
    const heights = cells.map((cell) => ((layout.at(cell)[1] - top) / height) * depth);
    const [high, low] = [Math.min(...heights), Math.max(...heights)];
    const above = high > depth - low;
    const reach = (Math.max(...layout.corners.map(([, y]) => y)) / height) * depth;
    const middle = ((layout.middle(cells)[0] - left) / width) * room;
    const shown = Math.min(Math.max(middle, half + 4), room - half - 4);
    const wanted = above ? high - reach - tall - 10 : low + reach + 10;
    bubble.classList.toggle("is-above", above);
    bubble.style.left = `${shown - half}px`;
    bubble.style.top = `${Math.min(Math.max(wanted, 0), depth - tall)}px`;
    bubble.style.setProperty("--mb-tail", `${Math.round(middle - shown + half)}px`);
  }

  /** Takes the bubble away; whether there was one. */
  hush() {
    const spoken = !this.bubble.hidden;
    this.bubble.hidden = true;
    return spoken;
  }
}
