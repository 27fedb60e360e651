/**
 * What the player holds: a cluster, a part of it, a move that waits to be confirmed or that was sent.
 * Every way to play (mouse, touch, keyboard, screen reader, typing) ends in these few methods.
 */

import { directionWords } from "./words.js";

// In the notation one or two named tiles stand for their whole cluster.
const NAMED_AS_PART = 3;

export class Hand {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** Grows with every change of mind, so that an answer that comes too late is not shown. */
    this.asked = 0;
    this.drop();
  }

  /** Empties the hand without a word. */
  drop() {
    /** @type {string[]} the cluster that is held */
    this.cluster = [];
    /** The cell by which it was taken. */
    this.anchor = null;
    /** @type {string[] | null} while a part is picked: its tiles so far */
    this.part = null;
    /** @type {import("./choices.js").Legal | null} waits for a confirmation */
    this.pending = null;
    /** @type {import("./choices.js").Legal | null} on its way to the server */
    this.sent = null;
    this.asked += 1;
  }

  /** The tiles that would move. */
  get tiles() {
    return this.part ?? this.cluster;
  }

  /** What they can do, by direction. */
  get moves() {
    return this.pending || this.sent || !this.tiles.length
      ? new Map()
      : this.board.choices.moves(this.tiles);
  }

  /** The tiles of the cluster that can still complete a legal part. */
  get completing() {
    return this.board.choices.completing(this.cluster, this.part ?? []);
  }

  /** A cell was clicked, tapped, or entered by keyboard. */
  press(cell) {
    const { choices } = this.board;
    if (this.sent || !choices.open) return;
    this.begin();
    if (choices.sign) return this.offer(choices.byCell.get(cell), choices.sign + cell, [cell]);
    const cluster = choices.cluster(cell);
    if (!cluster.length) this.letGo();
    else if (!this.cluster.includes(cell)) this.take(cell);
    else if (this.part || this.completing.length) this.toggle(cell);
    else this.letGo();
  }

  /** Takes the whole cluster of a cell. */
  take(cell) {
    this.drop();
    this.cluster = this.board.choices.cluster(cell);
    this.anchor = cell;
    this.board.paint();
    this.tell();
  }

  /** The tiles that a drag from this cell takes along: the part that was picked, or the cluster. */
  grab(cell) {
    this.begin();
    if (!this.part?.includes(cell) && (this.part || !this.cluster.includes(cell))) this.take(cell);
    return this.tiles;
  }

  /** Begins to pick a part, or returns to the whole cluster. */
  pick(cell) {
    const { board } = this;
    if (this.sent || !board.choices.moving) return;
    this.begin();
    if (!this.cluster.length && cell) this.take(cell);
    if (!this.cluster.length) return;
    if (!this.part && !this.completing.length) {
      return board.say(board.words.t("No part of this cluster can move off."), this.cluster);
    }
    this.part = this.part ? null : [];
    board.paint();
    this.tell();
  }

  /** Puts a tile into the part that is picked, or out of it. */
  toggle(cell) {
    const { board } = this;
    const part = this.part ?? [];
    const without = part.filter((tile) => tile !== cell);
    if (without.length < part.length) {
      this.part = without.length ? without : null;
    } else {
      const wider = board.layout.sorted([...part, cell]);
      if (!board.choices.completing(this.cluster, wider).length) return this.refuse(wider, cell);
      this.part = wider;
    }
    board.paint();
    this.tell();
  }

  refuse(wider, cell) {
    const { board } = this;
    const lead = board.words.t("No part with these tiles can move off.");
    if (wider.length < NAMED_AS_PART) return board.say(lead, [cell]);
    const [direction] = [...this.moves.keys(), ...board.layout.directions];
    return this.explain(`${wider.join("")}-${direction}`, [cell], lead);
  }

  /** Moves what is held, or else the cluster of a cell, in a direction. */
  go(direction, cell) {
    const { board } = this;
    if (this.sent || !board.choices.moving) return;
    this.begin();
    if (!this.cluster.length && cell) this.take(cell);
    if (!this.cluster.length) return;
    const { tiles } = this;
    if (this.part && tiles.length < NAMED_AS_PART && !this.moves.size) {
      return board.say(board.words.t("Pick more tiles: these can't move off alone."), tiles);
    }
    const named = board.layout.sorted(tiles);
    const text = this.part ? named.join("") : named[0];
    this.offer(this.moves.get(direction), `${text}-${direction}`, tiles);
  }

  /** Plays what is legal, after a confirmation where one is wanted, and asks why it is not. */
  offer(legal, text, cells) {
    if (!legal) return this.explain(text, cells);
    if (!this.board.settings.confirm) return this.send(legal);
    this.pending = legal;
    this.board.paint();
    this.board.panel.confirm.focus({ preventScroll: true });
    this.board.announce(this.question);
  }

  confirm() {
    if (this.pending) this.send(this.pending);
  }

  send(legal) {
    this.drop();
    this.sent = legal;
    this.board.paint();
    this.board.handlers.onAction?.(legal.action);
  }

  /** One step back; false if there was nothing to take back. */
  back() {
    const { board } = this;
    const spoken = board.panel.hush();
    if (!this.pending && !this.part) {
      if (this.cluster.length) this.letGo();
      else return spoken;
    } else {
      if (this.pending) this.pending = null;
      else this.part = null;
      board.paint();
      this.tell();
    }
    return true;
  }

  letGo() {
    const held = this.cluster.length;
    this.drop();
    this.board.paint();
    if (held) this.board.announce(this.board.words.t("Nothing chosen."));
  }

  /** A new try: what was said about the last one is no longer of interest. */
  begin() {
    this.asked += 1;
    this.pending = null;
    this.board.panel.hush();
  }

  /** Shows in words why something is not possible. */
  async explain(action, cells, lead = "") {
    const { board } = this;
    const ticket = this.asked;
    board.paint();
    board.shake(cells);
    const answer = await Promise.resolve(board.handlers.onExplain?.(action)).catch(() => null);
    if (ticket !== this.asked || board.gone) return;
    const text = [lead, answer?.text].filter(Boolean).join(" ");
    board.say(text || board.words.t("That is not possible now."), cells, answer?.rule);
  }

  /** What is held, for those who cannot see it. */
  tell() {
    const { board, part } = this;
    const { t } = board.words;
    if (!this.cluster.length) return;
    const names = directionWords(t);
    const directions = [...this.moves.keys()].map((direction) => names[direction]).join(", ");
    const can = directions && t("Can move {directions}.", { directions });
    const cannot = part ? t("Pick more tiles.") : t("It cannot move.");
    board.announce(`${this.count} ${can || cannot}`);
  }

  get count() {
    const { tn } = this.board.words;
    const n = this.tiles.length;
    return this.part
      ? tn("{n} tile picked.", "{n} tiles picked.", n, { n })
      : tn("{n} tile chosen.", "{n} tiles chosen.", n, { n });
  }

  /** What a confirmation is asked for. */
  get question() {
    const { t, tn } = this.board.words;
    const { kind, cell, tiles, direction } = this.pending;
    if (kind === "place") return t("Place fog on {cell}?", { cell });
    if (kind === "remove") return t("Take the fog off {cell}?", { cell });
    if (kind === "flip") return t("Turn over the menhir on {cell}?", { cell });
    if (kind !== "move") return `${this.pending.action}?`;
    const n = tiles.length;
    const values = { n, direction: directionWords(t)[direction] };
    return tn("Move {n} tile {direction}?", "Move {n} tiles {direction}?", n, values);
  }
}
