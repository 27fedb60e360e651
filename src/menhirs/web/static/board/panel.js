/** The buttons: one a cell, one an arrow, some in the corners; and the bubble that explains. */

import { html, set, svg } from "./nodes.js";
import { ARROW } from "./shapes.js";
import { cellLabel, directionWords } from "./words.js";

export class Panel {
  /** @param {string} prefix @param {import("./layout.js").Layout} layout @param {{t: Function}} words */
  constructor(prefix, layout, { t }) {
    this.t = t;
    const button = (text, role) =>
      html("button", { type: "button", class: `mb-button mb-${role}`, hidden: "" }, text);
    this.cells = new Map(
      layout.names.map((cell) => [cell, html("button", { type: "button", "data-cell": cell })]),
    );
    /** @type {Map<string, HTMLElement>} by direction */
    this.arrows = new Map(layout.directions.map((direction) => [direction, this.arrow(direction)]));
    this.note = html("span", { id: `${prefix}note`, class: "mb-note" });
    this.split = button(t("Pick a part"), "split");
    this.whole = button(t("Whole cluster"), "whole");
    this.confirm = button(t("Confirm"), "confirm");
    set(this.confirm, "aria-describedby", this.note.id);
    this.cancel = button(t("Cancel"), "cancel");
    /** They stand in corners that a board of this outline leaves free. */
    this.corners = [this.note, this.whole, this.cancel, this.split, this.confirm];
    this.bubble = html("div", { class: "mb-bubble", hidden: "" });
    this.arrange(layout);
  }

  arrow(direction) {
    const icon = svg("svg", { viewBox: "-30 -30 60 60", "aria-hidden": "true" });
    icon.append(svg("circle", { r: 27 }), svg("path", { d: ARROW }));
    const name = directionWords(this.t)[direction];
    const label = this.t("Move {direction}", { direction: name });
    const attributes = { type: "button", "data-direction": direction, "aria-label": label };
    return html("button", { ...attributes, class: "mb-arrow" }, icon);
  }

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
      button.querySelector("path").setAttribute("transform", `rotate(${layout.angle(direction)})`);
    }
  }

  move(node, [x, y]) {
    const [left, top, width, height] = this.layout.box;
    node.style.left = `${(100 * (x - left)) / width}%`;
    node.style.top = `${(100 * (y - top)) / height}%`;
  }

  /** Shows these arrows, next in the order of Tab to the cell by which their cluster was taken. */
  point(spots, anchor) {
    let before = this.cells.get(anchor);
    for (const [direction, button] of this.arrows) {
      const spot = spots.get(direction);
      if (!spot) {
        button.remove();
        continue;
      }
      this.move(button, spot);
      if (before.nextSibling !== button) before.after(button);
      before = button;
    }
  }

  /** Says of every cell what lies there, and whether Tab stops at it. */
  label({ choices, hand, view, words, settings }) {
    for (const [cell, button] of this.cells) {
      const cluster = choices.cluster(cell);
      const choosable = choices.sign ? choices.byCell.has(cell) : cluster.length > 0;
      const movable = choices.moving && choosable;
      const looks = movable ? " is-movable" : choosable && choices.open ? " is-choosable" : "";
      set(button, "class", `mb-cell${looks}`);
      set(button, "aria-label", cellLabel(words, cell, view, cluster, settings.dense));
      set(button, "aria-disabled", choices.open && !choosable ? "true" : null);
      set(button, "aria-pressed", movable ? String(hand.tiles.includes(cell)) : null);
      set(button, "tabindex", (choices.sign ? choosable : cluster[0] === cell) ? 0 : -1);
    }
  }

  /** @param {import("./hand.js").Hand} hand */
  update(hand) {
    const { pending, part, cluster } = hand;
    const text = pending ? hand.question : cluster.length ? hand.count : "";
    if (this.note.textContent !== text) this.note.textContent = text;
    this.split.hidden = Boolean(pending || part) || !hand.completing.length;
    this.whole.hidden = Boolean(pending) || !part;
    this.confirm.hidden = !pending;
    this.cancel.hidden = !pending && (Boolean(part) || !cluster.length);
  }

  /** Says something at some cells: above or below them, where there is more room. */
  say(text, rule, cells) {
    const { bubble, layout } = this;
    const [left, top, width, height] = layout.box;
    bubble.replaceChildren(text, ...(rule ? [html("span", { class: "mb-rule" }, rule)] : []));
    bubble.hidden = false;
    const { clientWidth: room, clientHeight: depth } = bubble.parentElement;
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
