/**
 * A tree of variations: positions as nodes, and what was played from each. It knows no rule of the game: what a node
 * looks like and what may be played there comes from the server.
 *
 * @typedef {import("../../messages").PlyItem} Ply
 * @typedef {import("../../messages").AnalysisState} State
 * @typedef {import("../../messages").AnalysisOpening} Opening
 */

export class Node {
  /** The first goes on with the line, the others are variations. @type {Node[]} */
  children = [];
  comment = "";
  /** Judgements by their numbers in PGN, and how they are written: ! and ?. @type {number[]} */
  nags = [];
  glyphs = "";
  /** Its text in the list: the player, the round and words. */
  player = 0;
  round = "";
  words = "";
  /** The position, once loaded. @type {Ply|null} */
  ply = null;
  /** The legal actions, once loaded. @type {State|null} */
  state = null;

  /** @param {Node|null} parent null at the start @param {string} action */
  constructor(parent, action) {
    this.parent = parent;
    this.action = action;
  }

  /** From the start to this node. @returns {Node[]} */
  get path() {
    const path = [];
    for (let node = /** @type {Node|null} */ (this); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** The actions from the start. */
  get actions() {
    return this.path.slice(1).map((node) => node.action);
  }

  /** How the line goes on from here. @returns {Node[]} */
  get rest() {
    const rest = [];
    for (let node = this.children[0]; node; node = node.children[0]) rest.push(node);
    return rest;
  }

  /** The last node of the line that goes on from here. @returns {Node} */
  get end() {
    return this.rest.at(-1) ?? this;
  }

  /** Whether it is on the line that begins at the start and never branches off. */
  get isMain() {
    return this.path.every((node) => !node.parent || node.parent.children[0] === node);
  }

  /** This node and all below it, each line to its end before the next: the order in which records write them. */
  get all() {
    const nodes = [];
    const ahead = [/** @type {Node} */ (this)];
    for (let node = ahead.pop(); node; node = ahead.pop()) {
      nodes.push(node);
      ahead.push(...[...node.children].reverse());
    }
    return nodes;
  }

  /** The node that an action leads to, made if it is new. @param {string} action */
  play(action) {
    const known = this.children.find((child) => child.action === action);
    if (known) return known;
    const child = new Node(this, action);
    this.children.push(child);
    return child;
  }

  /** Takes this node and all that follows out of the tree. @returns {Node} where one stands then */
  remove() {
    const { parent } = this;
    if (!parent) return this;
    parent.children = parent.children.filter((child) => child !== this);
    return parent;
  }

  /** Lets the line through this node go on first wherever it branches off. */
  promote() {
    for (const node of this.path) {
      const { parent } = node;
      if (parent) parent.children = [node, ...parent.children.filter((child) => child !== node)];
    }
  }

  /** Another node that was played in the same position. @param {-1|1} step @returns {Node|null} */
  sibling(step) {
    const among = this.parent?.children ?? [];
    return among[among.indexOf(this) + step] ?? null;
  }

  /** The server's data about the action that leads here. @param {Ply} ply */
  tell(ply) {
    this.ply = ply;
    this.player = ply.player;
    this.round = ply.round;
    this.words = ply.words;
  }
}

/** The tree of an opening, and the node to begin with. @param {Opening} opening */
export function treeOf({ nodes, comment, line, at }) {
  const root = new Node(null, "");
  root.comment = comment;
  const made = [root];
  for (const { parent, action, ...data } of nodes) {
    const node = new Node(made[parent], action);
    Object.assign(node, data);
    made[parent].children.push(node);
    made.push(node);
  }
  // The plies of the line through the first node.
  const current = made[at] ?? root;
  const way = [...current.path, ...current.rest];
  for (const [number, ply] of line.plies.entries()) way[number]?.tell(ply);
  current.state = line.state;
  return { root, current };
}

/**
 * The tree as a game record writes it: actions, comments in braces, variations in parentheses behind the action that
 * they replace.
 * @param {Node} root
 */
export function movesOf(root) {
  const words = comment(root);
  /** The stack of what is still to be written. @type {(string|{node: Node, replaces: boolean})[]} */
  const ahead = [];
  if (root.children.length) ahead.push({ node: root.children[0], replaces: false });
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    if (typeof next === "string") {
      words.push(next);
      continue;
    }
    const { node, replaces } = next;
    words.push(node.action, ...node.nags.map((nag) => `$${nag}`), ...comment(node));
    if (node.children.length) ahead.push({ node: node.children[0], replaces: false });
    if (replaces) continue;
    const variations = node.parent?.children.slice(1) ?? [];
    for (const other of variations.reverse()) ahead.push(")", { node: other, replaces: true }, "(");
  }
  return words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}

/** @param {Node} node */
function comment(node) {
  return node.comment ? [`{${node.comment.replace(/[{}]/g, "")}}`] : [];
}
