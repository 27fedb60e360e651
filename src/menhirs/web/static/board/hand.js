/**
 * What the player holds: a cluster, a part of it, a move that waits to be confirmed or that was sent.
 * Every way to play (mouse, touch, keyboard, screen reader, typing) ends in these few methods.
 *
 * @typedef {import("./choices.js").Legal} Legal
 * @typedef {import("./choices.js").Push} Push
 * @typedef {{cell: string} | {tiles: string[], direction: string}} Try what somebody tried to do
 */

import { isPush } from "./choices.js";
import { countWords, directionWords, lackWords, questionWords } from "./words.js";

/**
 * The hand's view of the position, and its callbacks. The board passes this in: the hand itself knows no board.
 *
 * @typedef {object} Surroundings
 * @property {import("./words.js").Words} words
 * @property {import("./choices.js").Choices} choices the legal actions
 * @property {import("./layout.js").Layout} layout
 * @property {boolean} proving whether a claim is shown by the next move
 * @property {"touch"|"always"|"never"} confirm which actions need a confirmation
 * @property {() => void} changed called when the selection changes
 * @property {() => void} asked a confirmation is asked for
 * @property {(legal: Legal) => void} chosen an action counts
 * @property {(tried: Try) => Promise<import("./board.js").Answer|null>} explain why something is not possible
 * @property {(cells: string[]) => void} shake says no, gently
 * @property {(text: string, cells: string[], rule?: string) => void} say for eyes and ears
 * @property {() => boolean} hush clears the last message; returns whether there was one
 * @property {(text: string) => void} announce for ears
 */

export class Hand {
  /** @type {string[]} the cluster that is held */
  cluster = [];
  /** @type {string | null} the cell by which it was taken */
  anchor = null;
  /** @type {string[] | null} while a part is picked: its tiles so far */
  part = null;
  /** @type {Legal | null} waits for a confirmation */
  pending = null;
  /** @type {Legal | null} on its way to the server */
  sent = null;

  /** @param {Surroundings} around */
  constructor(around) {
    this.around = around;
    /** Grows with every change of mind, so that an answer that comes too late is not shown. */
    this.asked = 0;
    /** Whether the current input is by finger: then actions are confirmed, unless switched off. */
    this.touching = false;
  }

  /** Empties the hand without a word. */
  drop() {
    this.cluster = [];
    this.anchor = null;
    this.part = null;
    this.pending = null;
    this.sent = null;
    this.asked += 1;
  }

  /** The tiles that would move. */
  get tiles() {
    return this.part ?? this.cluster;
  }

  /** What they can do, by direction; of a move that waits to be confirmed only that one. @returns {Map<string, Push>} */
  get moves() {
    const { pending } = this;
    if (pending) return new Map(isPush(pending) ? [[pending.direction, pending]] : []);
    return this.sent || !this.tiles.length ? new Map() : this.around.choices.moves(this.tiles);
  }

  /** The move that is drawn as if it had been played. @returns {Push | null} */
  get drawn() {
    const chosen = this.pending ?? this.sent;
    return chosen && isPush(chosen) ? chosen : null;
  }

  /** The tiles of the cluster that can still complete a legal part. */
  get completing() {
    return this.around.choices.completing(this.cluster, this.part ?? []);
  }

  /** How many tiles the part that is picked still lacks. */
  get missing() {
    return this.part ? this.around.choices.missing(this.cluster, this.part) : 0;
  }

  /** A cell was clicked, tapped, or entered by keyboard. @param {string} cell */
  press(cell) {
    const { choices } = this.around;
    if (this.sent || !choices.open) return;
    const { pending } = this;
    if (pending && (pending.cell === cell || pending.lands?.includes(cell))) return this.confirm();
    this.begin();
    if (choices.onCells) return this.offer(choices.byCell.get(cell), { cell }, [cell]);
    const cluster = choices.cluster(cell);
    if (!cluster.length) this.letGo();
    else if (!this.cluster.includes(cell)) this.take(cell);
    else if (pending) this.stay();
    else if (this.part || this.completing.length) this.toggle(cell);
    else this.letGo();
  }

  /** An arrow was clicked, tapped, or entered by keyboard. @param {string} direction */
  pressArrow(direction) {
    if (this.pending?.direction === direction) this.confirm();
    else this.go(direction);
  }

  /** Takes the whole cluster of a cell. @param {string} cell */
  take(cell) {
    this.drop();
    this.cluster = this.around.choices.cluster(cell);
    this.anchor = cell;
    this.around.changed();
    this.tell();
  }

  /** Whether a drag from this cell would move exactly the selection. @param {string} cell */
  holds(cell) {
    return this.tiles.includes(cell);
  }

  /** The tiles that a drag from this cell takes along: the part that was picked, or the cluster. @param {string} cell */
  grab(cell) {
    this.begin();
    if (!this.part?.includes(cell) && (this.part || !this.cluster.includes(cell))) this.take(cell);
    return this.tiles;
  }

  /** Begins to pick a part, or returns to the whole cluster. @param {string} [cell] */
  pick(cell) {
    const { around } = this;
    if (this.sent || !around.choices.moving) return;
    this.begin();
    if (!this.cluster.length && cell) this.take(cell);
    if (!this.cluster.length) return;
    if (!this.part && !this.completing.length) {
      return around.say(around.words.t("No part of this cluster can split off."), this.cluster);
    }
    this.part = this.part ? null : [];
    around.changed();
    this.tell();
  }

  /** Puts a tile into the part that is picked, or out of it. @param {string} cell */
  toggle(cell) {
    const { around } = this;
    /** @type {string[]} */
    const part = this.part ?? [];
    const without = part.filter((tile) => tile !== cell);
    if (without.length < part.length) {
      this.part = without.length ? without : null;
    } else {
      const wider = around.layout.sorted([...part, cell]);
      if (!around.choices.completing(this.cluster, wider).length) return this.refuse(wider, cell);
      this.part = wider;
    }
    around.changed();
    this.tell();
  }

  /** @param {string[]} wider @param {string} cell */
  refuse(wider, cell) {
    const { around } = this;
    const lead = around.words.t("No part with these tiles can split off.");
    const [direction] = [...this.moves.keys(), ...around.layout.directions];
    return this.explain({ tiles: wider, direction }, [cell], lead);
  }

  /** Moves the selection, or else the cluster of a cell, in a direction. @param {string} direction @param {string} [cell] */
  go(direction, cell) {
    const { around } = this;
    if (this.sent || !around.choices.moving) return;
    this.begin();
    if (!this.cluster.length && cell) this.take(cell);
    if (!this.cluster.length) return;
    const { tiles } = this;
    if (!tiles.length) return around.say(lackWords(around.words, this.missing), this.cluster);
    this.offer(this.moves.get(direction), { tiles, direction }, tiles);
  }

  /**
   * Plays a legal action, after a confirmation if one is wanted, or asks why it is illegal.
   * @param {Legal | undefined} legal
   * @param {Try} [tried]
   * @param {string[]} [cells]
   */
  offer(legal, tried, cells) {
    if (!legal) return tried && this.explain(tried, cells);
    if (this.mustAsk) this.propose(legal);
    else this.send(legal);
  }

  /** Draws an action as if played, and asks for a confirmation. @param {Legal} legal */
  propose(legal) {
    this.pending = legal;
    this.around.changed();
    this.around.asked();
  }

  /** Whether an action is asked about once more before it counts. */
  get mustAsk() {
    const { confirm, proving } = this.around;
    return proving || confirm === "always" || (confirm === "touch" && this.touching);
  }

  confirm() {
    if (this.pending) this.send(this.pending);
  }

  /** @param {Legal} legal */
  send(legal) {
    this.drop();
    this.sent = legal;
    this.around.changed();
    this.around.chosen(legal);
  }

  /** One step back; false if there was nothing to take back. */
  back() {
    const { around } = this;
    const spoken = around.hush();
    if (!this.pending && !this.part) {
      if (this.cluster.length) this.letGo();
      else return spoken;
    } else {
      if (this.pending) this.pending = null;
      else this.part = null;
      this.stay();
    }
    return true;
  }

  /** Drops the question; the selection stays. */
  stay() {
    this.around.changed();
    if (this.cluster.length) this.tell();
    else this.around.announce(this.around.words.t("Nothing chosen."));
  }

  letGo() {
    const held = this.cluster.length;
    this.drop();
    this.around.changed();
    if (held) this.around.announce(this.around.words.t("Nothing chosen."));
  }

  /** A new try: clears the message about the last one. */
  begin() {
    this.asked += 1;
    this.pending = null;
    this.around.hush();
  }

  /** Shows in words why something is not possible. @param {Try} tried @param {string[]} [cells] */
  async explain(tried, cells = [], lead = "") {
    const { around } = this;
    const ticket = this.asked;
    around.changed();
    around.shake(cells);
    const answer = await around.explain(tried).catch(() => null);
    if (ticket !== this.asked) return;
    const text = [lead, answer?.text].filter(Boolean).join(" ");
    around.say(text || around.words.t("That is not possible now."), cells, answer?.rule);
  }

  /** The selection in words, for people who cannot see it. */
  tell() {
    const { around, part } = this;
    const { t } = around.words;
    if (!this.cluster.length) return;
    const names = directionWords(t);
    const directions = [...this.moves.keys()].map((direction) => names[direction]).join(", ");
    const can = directions && t("Can move {directions}.", { directions });
    const cannot = part ? "" : t("It cannot move.");
    around.announce(`${this.count} ${can || cannot}`.trim());
  }

  get count() {
    const { words } = this.around;
    const count = countWords(words, this.tiles.length, Boolean(this.part));
    return this.missing ? `${count} ${lackWords(words, this.missing)}` : count;
  }

  /** What a confirmation is asked for. */
  get question() {
    return this.pending ? questionWords(this.around.words, this.pending, this.around.proving) : "";
  }
}
