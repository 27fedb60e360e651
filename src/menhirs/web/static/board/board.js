/**
 * The board: it shows a position and lets a player choose an action. It knows no rule of the game:
 * what lies where, what is legal and where fog lands all come as plain data from the server.
 *
 *     const board = new Board(element, geometry, {
 *       onAction(action) {},   // a legal action was chosen: its text
 *       onExplain(action) {},  // why is this not possible? -> {text, rule} or a promise of it
 *       announce(text) {},     // for the page's live region
 *       t, tn,                 // translations; English by default
 *     });
 *     board.show({ view, legal, phase, events, animate });
 *     board.configure({ from, coordinates, dense, animation, confirm });
 *     board.enter("c3-NE");    // a typed action: as if chosen if it is legal, else passed on
 *     board.clearSelection();  // also after a refusal: what was sent comes back to the hand
 *     board.focus();
 *     board.destroy();
 *
 * After `onAction` the board shows the action as done and takes no other, until the next `show` of
 * another state or `clearSelection`. A `show` of the same state (somebody came in, an offer was made)
 * leaves the selection alone. `events` are those of the newest ply; if a review goes one ply back,
 * the events of the ply that is taken back slide the fog back.
 *
 * For assistive technology every cell is a real button in an element with the role "application".
 * Buttons, because every screen reader, switch and voice control can find and press them, also by
 * touch; "application", because letters and arrow keys must reach the board and not the reading
 * cursor. In the order of Tab stand only the clusters (or the cells that can be chosen) and the
 * arrows, so that Tab leads out of the board by itself.
 *
 * @typedef {object} Settings
 * @property {"south" | "north"} from
 * @property {boolean} coordinates
 * @property {boolean} dense menhirs under fog are hidden
 * @property {"off" | "slow" | "normal" | "fast"} animation
 * @property {boolean} confirm
 */

import { Choices } from "./choices.js";
import { Fog } from "./fog.js";
import { Ground } from "./ground.js";
import { Hand } from "./hand.js";
import { listenToKeyboard } from "./keyboard.js";
import { Layout } from "./layout.js";
import { Marks } from "./marks.js";
import { Motion } from "./motion.js";
import { Panel } from "./panel.js";
import { listenToPointer } from "./pointer.js";
import { root, stage, weather } from "./stage.js";
import { ENGLISH } from "./words.js";

const NOTHING = { board: "", fog: [], menhirs: [], flipped: [], clusters: [], last: null };
let boards = 0;

export class Board {
  /** @param {HTMLElement} element @param {import("./layout.js").Geometry} geometry */
  constructor(element, geometry, handlers = {}) {
    const prefix = `mb${(boards += 1)}-`;
    this.geometry = geometry;
    this.handlers = handlers;
    this.words = { t: handlers.t ?? ENGLISH.t, tn: handlers.tn ?? ENGLISH.tn };
    /** @type {Settings} */
    this.settings = {
      from: "south",
      coordinates: true,
      dense: false,
      animation: "normal",
      confirm: false,
    };
    /** @type {import("./ground.js").View} */
    this.view = NOTHING;
    this.choices = new Choices([], "", NOTHING);
    this.stamp = "";
    this.gone = false;
    this.pointed = { hovered: {}, focused: {} };
    this.layout = new Layout(geometry, false);
    this.ground = new Ground(prefix, this.layout);
    this.fog = new Fog(prefix);
    this.marks = new Marks(prefix, this.layout);
    this.panel = new Panel(prefix, this.layout, this.words);
    this.weather = weather(this.fog, this.marks);
    this.stage = stage(prefix, this.words, [this.ground.node, this.weather], this.panel);
    this.root = root(prefix, this.words, this.stage, this.panel);
    element.append(this.root);
    this.motion = new Motion(this.root);
    this.hand = new Hand(this);
    listenToPointer(this);
    listenToKeyboard(this);
    this.configure({});
  }

  /**
   * @param {object} state
   * @param {import("./ground.js").View} state.view
   * @param {import("./choices.js").Legal[]} [state.legal]
   * @param {string} state.phase
   * @param {{type: string}[]} [state.events]
   * @param {boolean} [state.animate]
   */
  show({ view, legal = [], phase, events = [], animate = true }) {
    const stamp = JSON.stringify([view.board, phase, legal.map((one) => one.action)]);
    const same = stamp === this.stamp;
    const first = !this.stamp;
    this.stamp = stamp;
    if (!same) {
      this.hand.drop();
      this.panel.hush();
    }
    this.view = view;
    this.choices = new Choices(legal, phase, view);
    const moved = events.find((event) => event.type === "moved");
    // The same state once more must not cut short what still glides.
    if (same) this.draw();
    else if (animate && !first) this.draw(moved);
    else this.motion.still(() => this.draw());
  }

  /** @param {Partial<Settings>} settings */
  configure(settings) {
    const turned = settings.from && settings.from !== this.settings.from;
    Object.assign(this.settings, settings);
    const { from, coordinates, dense, animation } = this.settings;
    this.motion.set(animation);
    this.root.classList.toggle("is-dense", dense);
    this.root.classList.toggle("has-names", coordinates);
    if (turned) {
      this.layout = new Layout(this.geometry, from === "north");
      for (const layer of [this.ground, this.marks, this.panel]) layer.arrange(this.layout);
      this.fog.clear();
    }
    this.weather.setAttribute("viewBox", this.layout.box.join(" "));
    this.stage.style.aspectRatio = `${this.layout.box[2]} / ${this.layout.box[3]}`;
    if (turned) this.motion.still(() => this.draw());
    else this.draw();
  }

  enter(text) {
    const legal = this.choices.find(text);
    if (this.hand.sent) return;
    this.hand.begin();
    if (legal) this.hand.offer(legal);
    else this.handlers.onAction?.(text);
  }

  clearSelection() {
    this.hand.drop();
    this.panel.hush();
    this.paint();
  }

  focus() {
    const { cells } = this.panel;
    const stop = [...cells.values()].find((button) => button.tabIndex === 0);
    stop?.focus();
  }

  destroy() {
    this.gone = true;
    this.motion.destroy();
    this.root.remove();
  }

  announce(text) {
    this.handlers.announce?.(text);
  }

  /** Says something at some cells, for eyes and ears. */
  say(text, cells, rule) {
    this.paint();
    this.panel.say(text, rule, cells);
    this.announce(text);
  }

  /** Says no, gently. */
  shake(cells) {
    for (const cell of cells) {
      this.motion.shake(this.fog.tiles.get(cell)?.tile ?? this.ground.cells.get(cell).standing);
    }
  }

  /** Everything that depends on the view; what has moved slides there. */
  draw(moved) {
    const { time } = this.motion;
    this.ground.update(this.view, this.settings.dense);
    this.fog.update(this.view, this.layout, { moved, time });
    this.marks.update(this.view, time);
    this.paint();
  }

  /** The pointer or the keyboard stands on something. */
  point(how, { cell, direction }) {
    this.pointed[how] = { cell, direction };
    if (how === "focused") this.marks.point(cell);
    this.aim();
  }

  /** Shows tiles in the middle of a drag, and where they would land if they were let go. */
  displace(tiles, shift, legal) {
    this.fog.displace(tiles, shift);
    this.cover(legal);
    this.marks.hold(tiles, shift);
    this.marks.ghost(legal?.lands ?? []);
  }

  /** Hides what lies under fog, as if a move were played: not in dense fog, as that would tell. */
  cover(move) {
    const { fog, menhirs } = this.view;
    const stays = move && !this.settings.dense ? fog.filter((c) => !move.tiles.includes(c)) : fog;
    const covered = stays === fog ? fog : [...stays, ...move.lands];
    this.ground.cover(covered);
    this.marks.cover(covered, menhirs);
  }

  /** Everything that depends on what the player holds. */
  paint() {
    const { hand, layout, panel, marks } = this;
    const { moves, part } = hand;
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const sent = hand.sent?.kind === "move" ? hand.sent : null;
    this.fog.displace(sent?.tiles ?? [], sent ? layout.shifts.get(sent.direction) : [0, 0]);
    this.cover(sent);
    this.root.classList.toggle("is-holding", hand.cluster.length > 0);
    marks.hold(hand.tiles);
    marks.pick(part ?? [], part ? hand.completing.filter((tile) => !part.includes(tile)) : []);
    panel.point(moves.size ? layout.arrows(hand.tiles, [...moves.keys()]) : moves, hand.anchor);
    panel.update(hand);
    panel.label(this);
    this.aim();
    // A button that went away must not take the keyboard with it.
    if (focused && (!focused.isConnected || focused.closest("[hidden]"))) {
      const { cell, lands } = hand.pending ?? hand.sent ?? {};
      const home = hand.anchor ?? cell ?? lands?.[0] ?? this.view.clusters[0]?.[0];
      panel.cells.get(home)?.focus({ preventScroll: true });
    }
  }

  /** Shows what would happen: by what is pointed at, waits for a confirmation, or was sent. */
  aim() {
    const { hand, choices, marks } = this;
    const { hovered, focused } = this.pointed;
    const { cell, direction } = hovered.cell || hovered.direction ? hovered : focused;
    const chosen = hand.pending ?? hand.sent;
    const aimed = chosen ?? hand.moves.get(direction) ?? choices.byCell.get(cell);
    const lands = aimed?.kind === "place" ? [aimed.cell] : (aimed?.lands ?? []);
    marks.ghost(aimed === hand.sent && aimed?.lands ? [] : lands);
    this.fog.lift(aimed?.kind === "remove" ? aimed.cell : null);
    const cluster = choices.sign || chosen ? [] : choices.cluster(cell);
    const held = cluster.some((tile) => hand.cluster.includes(tile));
    const pointed = aimed?.cell ? [aimed.cell] : held ? [] : cluster;
    marks.light(hand.part ? hand.cluster : pointed);
  }
}
