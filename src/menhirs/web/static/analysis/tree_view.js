// The tree of variations on the page: the main line row by row, what branches off indented below it.
import { element } from "../site/element.js";
import { t } from "../site/language.js";
import { showIn } from "../frame/in_sight.js";

/** @typedef {import("./tree.js").Node} Node */

export class TreeView {
  #holder;
  /** @type {Map<Node, HTMLElement>} */
  #buttons = new Map();

  /** @param {HTMLElement} holder @param {(node: Node) => void} onPick */
  constructor(holder, onPick) {
    this.#holder = holder;
    holder.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      const node = [...this.#buttons].find(([, known]) => known === button)?.[0];
      if (node) onPick(node);
    });
  }

  /** @param {Node} root @param {Node} current */
  show(root, current) {
    this.#buttons.clear();
    const empty = element("p", { class: "muted" }, t("Play a move for either side: it is added here."));
    const start = root.comment ? [comment(root)] : [];
    this.#holder.replaceChildren(...start, ...(root.children.length ? [this.#line(root)] : [empty]));
    this.mark(current);
  }

  /** The node that is on the board. @param {Node} current */
  mark(current) {
    this.#holder.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.#buttons.get(current);
    if (!button) {
      this.#holder.scrollTop = 0;
      return;
    }
    button.setAttribute("aria-current", "step");
    showIn(button, this.#holder);
  }

  /** The line after a node, with its variations. @param {Node} from @param {string} [round] the last one shown */
  #line(from, round = "") {
    const line = element("div", { class: "tree-line" });
    for (let node = from; node.children.length; node = node.children[0]) {
      const [child, ...variations] = node.children;
      if (child.round !== round) {
        round = child.round;
        const number = [element("span", { class: "visually-hidden" }, t("Round"), " "), round];
        line.append(element("span", { class: "tree-round" }, ...number), " ");
      }
      line.append(this.#move(child), " ");
      if (child.comment) line.append(comment(child));
      if (!variations.length) continue;
      const branches = variations.map((variation) => this.#branch(variation));
      line.append(element("ul", { class: "tree-variations", "aria-label": t("Variations") }, ...branches));
      round = ""; // after them the round is shown again
    }
    return line;
  }

  /** A variation: its first move, and what follows on it. @param {Node} node */
  #branch(node) {
    const first = element("span", { class: "tree-round" }, node.round);
    const about = node.comment ? [comment(node)] : [];
    return element("li", {}, first, " ", this.#move(node), " ", ...about, this.#line(node, node.round));
  }

  /** Named by its words; the notation is for the eye. @param {Node} node */
  #move(node) {
    const { action, glyphs, words, player } = node;
    const button = element("button", { type: "button", class: "log-move", "data-player": player, "aria-label": words || action, "data-hint": words }, action + glyphs);
    this.#buttons.set(node, button);
    return button;
  }
}

/** @param {Node} node */
function comment(node) {
  return element("p", { class: "tree-comment" }, node.comment);
}
