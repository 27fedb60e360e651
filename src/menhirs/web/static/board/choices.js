/**
 * The list of legal actions, asked from the side of the hand: what can this cell, this cluster, this
 * part do? Only lists are filtered and sets compared here; what is legal comes from the server.
 *
 * @typedef {import("../../messages").Legal} Legal
 * @typedef {Legal & {tiles: string[], direction: string, lands: string[]}} Push a move of fog
 */

/** Whether an action moves fog: then it tells which tiles go where. @param {Legal} legal @returns {legal is Push} */
export function isPush(legal) {
  return legal.kind === "move";
}

export class Choices {
  /** @param {Legal[]} legal @param {{clusters: string[][]}} view */
  constructor(legal, view) {
    this.legal = legal;
    this.view = view;
    /** Whether there is anything at all to choose on the board. */
    this.open = legal.some((one) => isPush(one) || one.cell);
    this.pushes = legal.filter(isPush);
    this.moving = this.pushes.length > 0;
    /** @type {Map<string, Legal>} */
    this.byCell = new Map();
    for (const one of legal) if (one.cell) this.byCell.set(one.cell, one);
    /** Whether single cells are chosen now, and not clusters. */
    this.onCells = this.byCell.size > 0;
    this.splits = this.pushes.filter((one) => one.split);
  }

  /** @param {string|undefined} cell @returns {string[]} the cluster that it belongs to; empty without fog */
  cluster(cell) {
    return this.view.clusters.find((tiles) => cell !== undefined && tiles.includes(cell)) ?? [];
  }

  /** @param {string[]} tiles @returns {Map<string, Push>} by direction, what exactly these tiles can do */
  moves(tiles) {
    const same = (/** @type {Push} */ one) =>
      one.tiles.length === tiles.length && one.tiles.every((tile) => tiles.includes(tile));
    return new Map(this.pushes.filter(same).map((one) => [one.direction, one]));
  }

  /** The tiles of all legal parts of a cluster that hold these tiles. @param {string[]} cluster @param {string[]} part */
  completing(cluster, part) {
    const parts = this.splits.filter((one) => part.every((tile) => one.tiles.includes(tile)));
    return cluster.filter((tile) => parts.some((one) => one.tiles.includes(tile)));
  }

  /** How many tiles a part still lacks to be the smallest legal one. @param {string[]} cluster @param {string[]} part */
  missing(cluster, part) {
    const whole = this.splits.filter(({ tiles }) => cluster.includes(tiles[0]) && part.every((tile) => tiles.includes(tile)));
    return Math.max(0, Math.min(...whole.map(({ tiles }) => tiles.length)) - part.length);
  }

  /** The legal action of that text. @param {string} text */
  find(text) {
    return this.legal.find((one) => one.action === text);
  }
}
