/**
 * Where things lie on the picture, seen from the south or from the north.
 *
 * All of it follows from the centres and the six shifts that the server gives: a neighbour is the
 * cell whose centre lies one shift away, and a corner of a hexagon lies where three centres meet.
 *
 * @typedef {[number, number]} Point
 * @typedef {object} Geometry
 * @property {{name: string, x: number, y: number}[]} cells in the order a1, a2, …
 * @property {Record<string, Point>} directions the shift of one step, clockwise from N
 * @property {[number, number, number, number]} view_box
 */

const key = (x, y) => `${Math.round(x)} ${Math.round(y)}`;

export class Layout {
  /** @param {Geometry} geometry @param {boolean} turned seen from the north */
  constructor(geometry, turned) {
    const sign = turned ? -1 : 1;
    const [x, y, width, height] = geometry.view_box;
    this.box = turned ? [-x - width, -y - height, width, height] : [x, y, width, height];
    this.names = geometry.cells.map((cell) => cell.name);
    this.directions = Object.keys(geometry.directions);
    this.rank = new Map(this.names.map((name, number) => [name, number]));
    this.centres = new Map(geometry.cells.map((c) => [c.name, [sign * c.x, sign * c.y]]));
    this.nameAt = new Map([...this.centres].map(([name, [cx, cy]]) => [key(cx, cy), name]));
    this.shifts = new Map(
      Object.entries(geometry.directions).map(([name, [dx, dy]]) => [name, [sign * dx, sign * dy]]),
    );
    const shifts = [...this.shifts.values()];
    /** The corner of a hexagon between a direction and the next one, clockwise. */
    this.corners = shifts.map(([dx, dy], number) => {
      const [ex, ey] = shifts[(number + 1) % shifts.length];
      return [(dx + ex) / 3, (dy + ey) / 3];
    });
  }

  /** @returns {Point} the middle of a cell */
  at(cell) {
    return this.centres.get(cell);
  }

  /** The cell one step on, if the board goes on there. */
  next(cell, direction) {
    const [x, y] = this.at(cell);
    const [dx, dy] = this.shifts.get(direction);
    return this.nameAt.get(key(x + dx, y + dy));
  }

  /** Cells in the order in which actions are written. */
  sorted(cells) {
    return [...cells].sort((one, other) => this.rank.get(one) - this.rank.get(other));
  }

  /** By how many degrees a shape that points up is turned to point in a direction. */
  angle(direction) {
    const [dx, dy] = this.shifts.get(direction);
    return Math.round((Math.atan2(dx, -dy) * 180) / Math.PI);
  }

  /** The direction that leads best along a vector on the screen. */
  towards(dx, dy) {
    const along = (direction) => {
      const [sx, sy] = this.shifts.get(direction);
      return (sx * dx + sy * dy) / Math.hypot(sx, sy);
    };
    return this.directions.reduce((best, one) => (along(one) > along(best) ? one : best));
  }

  /** The tiles with no other of them before them in a direction. */
  front(tiles, direction) {
    return tiles.filter((tile) => !tiles.includes(this.next(tile, direction)));
  }

  /** A point so many steps before a cell. */
  before(cell, direction, steps) {
    const [x, y] = this.at(cell);
    const [dx, dy] = this.shifts.get(direction);
    return [x + dx * steps, y + dy * steps];
  }

  /**
   * Where the arrows of a group stand: before the tile that goes ahead of all, of several the one
   * most in the middle, and never on top of another arrow.
   *
   * @returns {Map<string, Point>}
   */
  arrows(tiles, directions) {
    const [mx, my] = this.middle(tiles);
    const spots = new Map();
    for (const direction of directions) {
      const [dx, dy] = this.shifts.get(direction);
      const lag = (tile) => {
        const [x, y] = this.at(tile);
        const [ax, ay] = this.before(tile, direction, 0.8);
        const near = [...spots.values()].some(([bx, by]) => Math.hypot(ax - bx, ay - by) < 70);
        return (near ? 1e6 : 0) - (x * dx + y * dy) + Math.hypot(x - mx, y - my) / 1000;
      };
      const prow = this.front(tiles, direction).reduce((best, one) =>
        lag(one) < lag(best) ? one : best,
      );
      spots.set(direction, this.before(prow, direction, 0.8));
    }
    return spots;
  }

  /** @returns {Point} */
  middle(cells) {
    const points = cells.map((cell) => this.at(cell));
    const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    return [mean(0), mean(1)];
  }

  /** The path around a set of cells: one loop a group, and one for every hole. */
  outline(cells) {
    const following = new Map();
    for (const [number, direction] of this.directions.entries()) {
      const [x2, y2] = this.corners[number];
      const [x1, y1] = this.corners.at(number - 1);
      for (const cell of this.front(cells, direction)) {
        const [x, y] = this.at(cell);
        following.set(key(x + x1, y + y1), key(x + x2, y + y2));
      }
    }
    let path = "";
    while (following.size) {
      // Three edges meet in a corner, so at most one leads on from it: no loop can fork.
      let [corner] = following.keys();
      const loop = [];
      while (following.has(corner)) {
        loop.push(corner);
        const next = following.get(corner);
        following.delete(corner);
        corner = next;
      }
      path += `M${loop.join("L")}Z`;
    }
    return path;
  }

  /**
   * The cell that an arrow key leads to. Rows zigzag, so the height at which a walk to the side
   * began decides between two cells that lie equally near.
   */
  walk([x, y], [dx, dy], row) {
    let best = null;
    let least = Infinity;
    for (const [name, [cx, cy]] of this.centres) {
      const ahead = (cx - x) * dx + (cy - y) * dy;
      const aside = Math.abs((cx - x) * dy - (cy - y) * dx);
      if (ahead < 20 || aside > ahead) continue;
      const cost = ahead + aside + (dx ? Math.abs(cy - row) / 100 : 0);
      if (cost < least) [best, least] = [name, cost];
    }
    return best;
  }
}
