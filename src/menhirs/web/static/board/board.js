/**
 * The board: it shows a position and lets a player choose an action. It knows no rule of the game:
 * the position, the legal actions and where fog lands all come as plain data from the server.
 *
 *     const board = new Board(element, geometry, {
 *       onAction(action) {},   // a legal action was chosen: its text
 *       onExplain(tried) {},   // why is {cell} or {tiles, direction} not possible? -> {text, rule}
 *                              // or a promise of it
 *       announce(text) {},     // for the page's live region
 *       t, tn,                 // translations; English by default
 *     });
 *     board.show({ view, legal, phase, events, animate, advice });
 *     board.configure({ from, coordinates, dense, animation, confirm });
 *     board.enter("c3-NE");    // a typed action: as if chosen if it is legal, else passed on
 *     board.suggest("c3-NE");  // drawn as if played, and asked about; only if it is legal
 *     board.threaten([{tiles, direction, lands}]);  // moves that would win are marked; none: no marks
 *     board.advise(["c3-NE"]); // numbered arrows and rings for legal actions, until another state is shown
 *     board.light(["c3", "d4"]);  // cells that are spoken of are marked
 *     board.darken(true);      // night falls around a claim; while one is shown (phase "prove") it does so by itself
 *     board.clearSelection();  // also after a refusal: the action becomes the selection again
 *     board.standAt({ held, no, yes });  // the selection's text and buttons appear there, not in the corners
 *     board.focus();
 *     board.destroy();
 *
 * After `onAction` the board shows the action as done and takes no other, until the next `show` of
 * another state or `clearSelection`. A `show` of the same state (somebody came in, an offer was made)
 * leaves the selection alone. `events` are those of the newest ply; if a review goes one ply back,
 * the events of the ply that is taken back slide the fog back.
 *
 * Before it counts, an action is asked about once more where that is set (`confirm`: always, never, or
 * for fingers only), and always while a claim is shown (phase "prove"): it is drawn as if played, and
 * confirmed by the button, by Enter, or by a second click on the same arrow or cell.
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
 * @property {"touch" | "always" | "never"} confirm which actions need a confirmation
 *
 * @typedef {{text?: string, rule?: string}} Answer
 * @typedef {object} Handlers
 * @property {(action: string) => void} onAction
 * @property {(tried: import("./hand.js").Try) => Answer|null|Promise<Answer|null>} onExplain
 * @property {(text: string) => void} announce
 * @property {(rule: string) => string} ruleLink
 * @property {import("./words.js").Translate} t
 * @property {import("./words.js").TranslateNumber} tn
 *
 * @typedef {{cell?: string, direction?: string}} Pointed what the pointer or the keyboard stands on
 */

import { Choices } from "./choices.js";
import { Fog } from "./fog.js";
import { Ground } from "./ground.js";
import { Hand } from "./hand.js";
import { listenToKeyboard } from "./keyboard.js";
import { found, Layout } from "./layout.js";
import { Marks } from "./marks.js";
import { Moments } from "./moments.js";
import { Motion } from "./motion.js";
import { Panel } from "./panel.js";
import { listenToPointer } from "./pointer.js";
import { Rest } from "./rest.js";
import { root, stage, weather } from "./stage.js";
import { ENGLISH, outlookWords } from "./words.js";

/** The reasons of an end that the winner brought about on the board. */
const WON_BY_FREEING = ["freed", "claim"];
/** @type {import("../../messages").View} */
const NOTHING = { free: [], board: "", fog: [], menhirs: [], flipped: [], clusters: [], last: null };
let boards = 0;

export class Board {
  /**
   * @param {HTMLElement} element
   * @param {import("./layout.js").Geometry} geometry
   * @param {Partial<Handlers>} [handlers]
   */
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
      confirm: "touch",
    };
    /** @type {import("../../messages").View} */
    this.view = NOTHING;
    this.choices = new Choices([], NOTHING);
    /** Whether a claim is shown by the next move. */
    this.proving = false;
    this.stamp = "";
    this.gone = false;
    /** @type {{hovered: Pointed, focused: Pointed}} */
    this.pointed = { hovered: {}, focused: {} };
    this.layout = new Layout(geometry, false);
    this.ground = new Ground(prefix, this.layout);
    this.fog = new Fog(prefix, this.layout);
    this.marks = new Marks(prefix, this.layout);
    this.panel = new Panel(prefix, this.layout, this.words);
    this.moments = new Moments(prefix, this.layout);
    this.weather = weather(this.fog, this.marks, this.moments);
    this.stage = stage(prefix, this.words, [this.ground.node, this.weather], this.panel);
    this.root = root(prefix, this.words, this.stage, this.panel);
    element.append(this.root);
    this.motion = new Motion(this.root);
    this.rest = new Rest(this.root, () => this.step);
    this.hand = new Hand(this.surroundings());
    listenToPointer(this);
    listenToKeyboard(this);
    this.configure({});
  }

  /** The hand's view of this board. @returns {import("./hand.js").Surroundings} */
  surroundings() {
    const board = this;
    return {
      words: board.words,
      get choices() {
        return board.choices;
      },
      get layout() {
        return board.layout;
      },
      get proving() {
        return board.proving;
      },
      get confirm() {
        return board.settings.confirm;
      },
      changed: () => board.paint(),
      asked: () => board.ask(),
      chosen: ({ action }) => {
        board.rest.begin();
        board.handlers.onAction?.(action);
      },
      explain: async (tried) => (await board.handlers.onExplain?.(tried)) ?? null,
      shake: (cells) => board.shake(cells),
      say: (text, cells, rule) => board.say(text, cells, rule),
      hush: () => board.panel.hush(),
      announce: (text) => board.announce(text),
    };
  }

  /**
   * @param {object} state
   * @param {import("../../messages").View} state.view
   * @param {import("../../messages").Legal[]} [state.legal]
   * @param {string} state.phase
   * @param {import("../../messages").Event[]} [state.events]
   * @param {boolean} [state.animate]
   * @param {string[][]} [state.touching] groups of cells to draw a line around
   * @param {import("./marks.js").Advice[]} [state.advice] actions to draw as arrows and signs, the best first
   */
  show({ view, legal = [], phase, events = [], animate = true, touching = [], advice = [] }) {
    const stamp = JSON.stringify([view.board, phase, legal.map((one) => one.action)]);
    const same = stamp === this.stamp;
    const first = !this.stamp;
    this.stamp = stamp;
    if (!same) {
      if (this.hand.sent) this.rest.begin();
      this.hand.drop();
      this.panel.hush();
      this.marks.threaten([]);
      this.moments.stage.replaceChildren();
      this.darken(false);
    }
    this.view = view;
    this.choices = new Choices(legal, view);
    this.marks.surround(touching);
    this.marks.advise(advice);
    this.proving = phase === "prove";
    this.root.classList.toggle("is-proving", this.proving);
    const moved = events.find((event) => event.type === "moved");
    // Repeating a state must not interrupt animations.
    if (same) this.draw();
    else if (animate && !first) this.draw(moved);
    else this.motion.still(() => this.draw());
    if (!same && animate && !first) this.celebrate(events);
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
      for (const layer of [this.ground, this.marks, this.panel, this.moments]) layer.arrange(this.layout);
      this.fog.clear();
    }
    this.weather.setAttribute("viewBox", this.layout.box.join(" "));
    this.stage.style.aspectRatio = `${this.layout.box[2]} / ${this.layout.box[3]}`;
    if (turned) this.motion.still(() => this.draw());
    else this.draw();
  }

  /** @param {string} text */
  enter(text) {
    const { hand } = this;
    const legal = this.choices.find(text);
    if (hand.sent) return;
    hand.begin();
    hand.touching = false;
    if (legal) hand.offer(legal);
    else this.handlers.onAction?.(text);
  }

  /** Draws an action as if played, for the player to confirm or not. @param {string} text */
  suggest(text) {
    const legal = this.choices.find(text);
    if (this.hand.sent || !(legal?.tiles || legal?.cell)) return;
    this.hand.drop();
    this.hand.begin();
    this.hand.propose(legal);
  }

  /** Marks moves that would free all menhirs, until another state is shown. @param {import("../../messages").Threat[]} threats */
  threaten(threats) {
    this.marks.threaten(threats);
  }

  /** Draws actions that somebody recommends, best first. @param {string[]} actions */
  advise(actions) {
    this.marks.advise(actions.flatMap((action) => this.choices.find(action) ?? []), actions.length > 1);
  }

  /** Marks cells that are spoken of, until something is pointed at or chosen. @param {string[]} cells */
  light(cells) {
    this.marks.light(cells);
  }

  /** Darkens the board around a claim, or lightens it again. @param {boolean} dark */
  darken(dark) {
    this.root.classList.toggle("is-dark", dark);
  }

  /** What stands in the corners stands elsewhere from now on. @param {import("./panel.js").Places} places */
  standAt(places) {
    this.panel.standAt(places);
  }

  /** Whether something belongs to the board, also if it stands elsewhere on the page. @param {Element|null} node */
  holds(node) {
    return Boolean(node) && (this.root.contains(node) || this.panel.corners.some((corner) => corner === node));
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
    for (const corner of this.panel.corners) corner.remove();
  }

  /** @param {string} text */
  announce(text) {
    this.handlers.announce?.(text);
  }

  /** How far one step is on the screen, in CSS pixels. */
  get step() {
    const [shift] = this.layout.shifts.values();
    return (Math.hypot(...shift) * this.stage.clientWidth) / this.layout.box[2];
  }

  /** A game won by freeing menhirs: the last of them rise. @param {import("../../messages").Event[]} events */
  celebrate(events) {
    const won = events.some(({ type, reason }) => type === "over" && WON_BY_FREEING.includes(reason ?? ""));
    const cells = won ? events.flatMap(({ type, cells }) => (type === "freed" ? (cells ?? []) : [])) : [];
    this.moments.rise(cells, this.fog.layers, this.motion.time);
  }

  /** An action is drawn as if played, and waits for a confirmation. */
  ask() {
    this.rest.begin();
    this.panel.confirm.focus({ preventScroll: true });
    this.announce(`${this.hand.question} ${this.outlook}`.trim());
  }

  /** What a claim would be shown by, as it is drawn, without a judgement. */
  get outlook() {
    const { hand, proving, settings, view, words } = this;
    if (!hand.pending || !hand.drawn || !proving || settings.dense) return "";
    return outlookWords(words, view.menhirs, this.fogAfter(hand.drawn));
  }

  /** Says something at some cells, for eyes and ears. @param {string} text @param {string[]} cells @param {string} [rule] */
  say(text, cells, rule) {
    if (this.gone) return;
    this.paint();
    this.panel.say(text, rule, cells, rule ? this.handlers.ruleLink?.(rule) : undefined);
    this.announce(text);
  }

  /** Says no, gently. @param {string[]} cells */
  shake(cells) {
    for (const cell of cells) {
      this.motion.shake(this.fog.tiles.get(cell)?.tile ?? found(this.ground.cells, cell).standing);
    }
  }

  /** Everything that depends on the view; what has moved slides there. @param {import("../../messages").Event} [moved] */
  draw(moved) {
    const { time } = this.motion;
    this.ground.update(this.view, this.settings.dense);
    this.fog.update(this.view, this.layout, { moved, time });
    this.marks.update(this.view, time);
    this.paint();
  }

  /** The pointer or the keyboard stands on something. @param {"hovered"|"focused"} how @param {Pointed} pointed */
  point(how, { cell, direction }) {
    this.pointed[how] = { cell, direction };
    if (how === "focused") this.marks.point(cell);
    this.aim();
  }

  /** Shows tiles in the middle of a drag, and where they would land if they were let go. @param {string[]} tiles @param {import("./layout.js").Point} shift @param {import("./choices.js").Push} [legal] */
  displace(tiles, shift, legal) {
    this.fog.displace(tiles, shift);
    this.cover(legal);
    this.marks.hold(tiles, shift);
    this.marks.ghost(legal?.lands ?? []);
  }

  /** Previews what a move covers and frees; not in dense fog, which would reveal menhirs. @param {import("./choices.js").Push|null} [move] */
  cover(move) {
    const covered = move && !this.settings.dense ? this.fogAfter(move) : this.view.fog;
    this.ground.cover(covered);
    this.marks.cover(covered, this.view.menhirs);
  }

  /** Where fog would lie. @param {import("./choices.js").Push} move */
  fogAfter({ tiles, lands }) {
    return [...this.view.fog.filter((cell) => !tiles.includes(cell)), ...lands];
  }

  /** Everything that depends on what the player holds. */
  paint() {
    const { hand, layout, panel, marks } = this;
    const { moves, part } = hand;
    const focused = this.holds(document.activeElement) ? document.activeElement : null;
    const { drawn } = hand;
    /** @type {import("./layout.js").Point} */
    const shift = drawn ? layout.shift(drawn.direction) : [0, 0];
    this.fog.displace(drawn?.tiles ?? [], shift);
    this.cover(drawn);
    this.root.classList.toggle("is-holding", hand.cluster.length > 0);
    marks.hold(hand.tiles, shift);
    const picking = drawn ? null : part;
    marks.pick(picking ?? [], picking ? hand.completing.filter((tile) => !picking.includes(tile)) : [], hand.missing);
    marks.allow(hand.pending || hand.sent ? [] : this.choices.legal);
    const tiles = hand.pending?.tiles ?? hand.tiles;
    const spots = moves.size ? layout.arrows(tiles, [...moves.keys()]) : new Map();
    panel.point(spots, hand.anchor ?? tiles[0], Boolean(hand.pending));
    marks.ask(hand.pending?.cell ?? null);
    panel.update(hand, this.outlook);
    panel.label(this);
    this.aim();
    // A button that went away must not take the keyboard with it, wherever on the page it stands.
    if (focused && (!focused.isConnected || focused.closest("[hidden]"))) {
      const { cell, lands } = hand.pending ?? hand.sent ?? {};
      const home = hand.anchor ?? cell ?? lands?.[0] ?? this.view.clusters[0]?.[0];
      panel.cells.get(home ?? "")?.focus({ preventScroll: true });
    }
  }

  /** Previews the action that is pointed at, waits for a confirmation, or was sent. */
  aim() {
    const { hand, choices, marks } = this;
    const { hovered, focused } = this.pointed;
    const { cell, direction } = hovered.cell || hovered.direction ? hovered : focused;
    const chosen = hand.pending ?? hand.sent;
    const aimed = chosen ?? hand.moves.get(direction ?? "") ?? choices.byCell.get(cell ?? "");
    const lands = aimed?.kind === "place" && aimed.cell ? [aimed.cell] : (aimed?.lands ?? []);
    marks.ghost(aimed === hand.sent && aimed?.lands ? [] : lands);
    this.fog.lift((aimed?.kind === "remove" && aimed.cell) || null);
    const cluster = choices.onCells || chosen ? [] : choices.cluster(cell);
    const held = cluster.some((tile) => hand.cluster.includes(tile));
    const pointed = aimed?.cell ? [aimed.cell] : held ? [] : cluster;
    marks.light(hand.part ? hand.cluster : pointed);
    this.fog.raise(hand.tiles);
  }
}
