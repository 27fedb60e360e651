/**
 * Where things lie on the picture, seen from the south or from the north.
 *
 * All of it follows from the centres and the six shifts that the server gives: a neighbour is the
 * cell whose centre lies one shift away, and a corner of a hexagon lies where three centres meet.
 *
 * @typedef {[number, number]} Point
 * @typedef {import("../../messages").BoardGeometry} Geometry
 */

/** So many steps before its tile stands an arrow. The style sheet makes arrows no wider than that. */
const ARROW_STEPS = 0.92;

const key = (/** @type {number} */ x, /** @type {number} */ y) => `${Math.round(x)} ${Math.round(y)}`;

/**
 * What a map holds for a name that the server gave.
 * @template Value
 * @param {Map<string, Value>} map
 * @param {string} name
 */
export function found(map, name) {
  const value = map.get(name);
  if (value === undefined) throw new Error(`the board has no ${name}`);
  return value;
}

export class Layout {
  /** @param {Geometry} geometry @param {boolean} turned seen from the north */
  constructor(geometry, turned) {
    const sign = turned ? -1 : 1;
    const [x, y, width, height] = geometry.view_box;
    /** @type {[number, number, number, number]} */
    this.box = turned ? [-x - width, -y - height, width, height] : [x, y, width, height];
    this.names = geometry.cells.map((cell) => cell.name);
    this.directions = Object.keys(geometry.directions);
    this.rank = new Map(this.names.map((name, number) => [name, number]));
    /** @type {Map<string, Point>} */
    this.centres = new Map(geometry.cells.map((c) => [c.name, [sign * c.x, sign * c.y]]));
    this.nameAt = new Map([...this.centres].map(([name, [cx, cy]]) => [key(cx, cy), name]));
    /** @type {Map<string, Point>} */
    this.shifts = new Map(
      Object.entries(geometry.directions).map(([name, [dx, dy]]) => [name, [sign * dx, sign * dy]]),
    );
    const shifts = [...this.shifts.values()];
    /** @type {Point[]} the corner of a hexagon between a direction and the next one, clockwise. */
    this.corners = shifts.map(([dx, dy], number) => {
      const [ex, ey] = shifts[(number + 1) % shifts.length];
      return [(dx + ex) / 3, (dy + ey) / 3];
    });
  }

  /** @param {string} cell @returns {Point} its middle */
  at(cell) {
    return found(this.centres, cell);
  }

  /** @param {string} direction @returns {Point} one step in it */
  shift(direction) {
    return found(this.shifts, direction);
  }

  /** The cell one step on, if the board goes on there. @param {string} cell @param {string} direction */
  next(cell, direction) {
    const [x, y] = this.at(cell);
    const [dx, dy] = this.shift(direction);
    return this.nameAt.get(key(x + dx, y + dy));
  }

  /** Cells in the order in which actions are written. @param {string[]} cells */
  sorted(cells) {
    return [...cells].sort((one, other) => found(this.rank, one) - found(this.rank, other));
  }

  /** By how many degrees a shape that points up is turned to point in a direction. @param {string} direction */
  angle(direction) {
    const [dx, dy] = this.shift(direction);
    return Math.round((Math.atan2(dx, -dy) * 180) / Math.PI);
  }

  /** The direction that leads best along a vector on the screen. @param {number} dx @param {number} dy */
  towards(dx, dy) {
    const along = (/** @type {string} */ direction) => {
      const [sx, sy] = this.shift(direction);
      return (sx * dx + sy * dy) / Math.hypot(sx, sy);
    };
    return this.directions.reduce((best, one) => (along(one) > along(best) ? one : best));
  }

  /** @param {string} direction */
  opposite(direction) {
    const [dx, dy] = this.shift(direction);
    return this.towards(-dx, -dy);
  }

  /** The tiles with no other of them before them in a direction. @param {string[]} tiles @param {string} direction */
  front(tiles, direction) {
    return tiles.filter((tile) => {
      const next = this.next(tile, direction);
      return !next || !tiles.includes(next);
    });
  }

  /** A point so many steps before a cell. @param {string} cell @param {string} direction @param {number} steps @returns {Point} */
  before(cell, direction, steps) {
    const [x, y] = this.at(cell);
    const [dx, dy] = this.shift(direction);
    return [x + dx * steps, y + dy * steps];
  }

  /** The tile that goes ahead of all in a direction, of several the one most in the middle. @param {string[]} tiles @param {string} direction */
  prow(tiles, direction) {
    const [mx, my] = this.middle(tiles);
    const [dx, dy] = this.shift(direction);
    const lag = (/** @type {string} */ tile) => {
      const [x, y] = this.at(tile);
      return Math.hypot(x - mx, y - my) / 1000 - (x * dx + y * dy);
    };
    return tiles.reduce((best, one) => (lag(one) < lag(best) ? one : best));
  }

  /**
   * Where the arrows of a group stand: before its prow. No two stand nearer to each other than
   * ARROW_STEPS: a prow lies as far ahead as any tile does, so the prows of two directions only
   * take their arrows farther apart.
   *
   * @param {string[]} tiles
   * @param {string[]} directions
   * @returns {Map<string, Point>}
   */
  arrows(tiles, directions) {
    const spot = (/** @type {string} */ direction) => this.before(this.prow(tiles, direction), direction, ARROW_STEPS);
    return new Map(directions.map((direction) => /** @type {[string, Point]} */ ([direction, spot(direction)])));
  }

  /** @param {string[]} cells @returns {Point} */
  middle(cells) {
    const points = cells.map((cell) => this.at(cell));
    const mean = (/** @type {0|1} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    return [mean(0), mean(1)];
  }

  /** The path around a set of cells: one loop a group, and one for every hole. @param {string[]} cells */
  outline(cells) {
    return this.loops(cells)
      .map((corners) => `M${corners.join("L")}Z`)
      .join("");
  }

  /** The outline with rounded corners. @param {string[]} cells */
  contour(cells) {
    const path = (/** @type {string[]} */ corners) => {
      const points = corners.map((corner) => corner.split(" ").map(Number));
      const halfway = points.map(([x, y], number) => {
        const [nextX, nextY] = points[(number + 1) % points.length];
        return `${(x + nextX) / 2} ${(y + nextY) / 2}`;
      });
      return `M${halfway.at(-1)}${corners.map((corner, number) => `Q${corner} ${halfway[number]}`).join("")}Z`;
    };
    return this.loops(cells).map(path).join("");
  }

  /** The corners along the edge of a set of cells. @param {string[]} cells */
  loops(cells) {
    /** @type {Map<string, string>} */
    const following = new Map();
    for (const [number, direction] of this.directions.entries()) {
      const [x2, y2] = this.corners[number];
      const [x1, y1] = this.corners[(number + this.corners.length - 1) % this.corners.length];
      for (const cell of this.front(cells, direction)) {
        const [x, y] = this.at(cell);
        following.set(key(x + x1, y + y1), key(x + x2, y + y2));
      }
    }
    const loops = [];
    while (following.size) {
      // Three edges meet in a corner, so at most one leads on from it: no loop can fork.
      let corner = [...following.keys()].at(0);
      const loop = [];
      while (corner !== undefined && following.has(corner)) {
        loop.push(corner);
        const next = following.get(corner);
        following.delete(corner);
        corner = next;
      }
      loops.push(loop);
    }
    return loops;
  }

  /**
   * The cell that an arrow key leads to. Rows zigzag, so the height at which a walk to the side
   * began decides between two cells that lie equally near.
   * @param {Point} from
   * @param {Point} step
   * @param {number} row
   * @returns {string|null}
   */
  walk([x, y], [dx, dy], row) {
    /** @type {string|null} */
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
