/**
 * The list of legal actions, asked from the side of the hand: what can this cell, this cluster, this
 * part do? Only lists are filtered and sets compared here; what is legal comes from the server.
 *
 * @typedef {object} Legal
 * @property {string} action
 * @property {string} kind
 * @property {string} [cell]
 * @property {string[]} [tiles]
 * @property {string} [direction]
 * @property {string[]} [lands]
 * @property {boolean} [split]
 */

/** How an action on a single cell is written, by phase. */
export const SIGNS = { flip: "*", place: "+", remove: "x" };

export class Choices {
  /** @param {Legal[]} legal @param {string} phase @param {{clusters: string[][]}} view */
  constructor(legal, phase, view) {
    this.legal = legal;
    this.view = view;
    /** Whether there is anything at all to choose on the board. */
    this.open = legal.some((one) => one.kind === "move" || one.cell);
    this.moving = legal.some((one) => one.kind === "move");
    /** How an action on a cell is written now, where the phase has such actions. */
    this.sign = this.open ? SIGNS[phase] : undefined;
    this.byCell = new Map(legal.filter((one) => one.cell).map((one) => [one.cell, one]));
    this.splits = legal.filter((one) => one.split);
  }

  /** @returns {string[]} the cluster that a cell belongs to; empty without fog */
  cluster(cell) {
    return this.view.clusters.find((tiles) => tiles.includes(cell)) ?? [];
  }

  /** @returns {Map<string, Legal>} by direction, what exactly these tiles can do */
  moves(tiles) {
    const same = (one) =>
      one.kind === "move" &&
      one.tiles.length === tiles.length &&
      one.tiles.every((tile) => tiles.includes(tile));
    return new Map(this.legal.filter(same).map((one) => [one.direction, one]));
  }

  /** The tiles of all legal parts of a cluster that hold these tiles. */
  completing(cluster, part) {
    const parts = this.splits.filter((one) => part.every((tile) => one.tiles.includes(tile)));
    return cluster.filter((tile) => parts.some((one) => one.tiles.includes(tile)));
  }

  /** The legal action of that text. */
  find(text) {
    return this.legal.find((one) => one.action === text);
  }
}
