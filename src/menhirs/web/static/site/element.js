/**
 * Building pieces of the page without ever parsing text as HTML. Styles are set property by property,
 * never as markup, so that the strictest Content-Security-Policy has nothing to object to.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} made
 * @param {Record<string, unknown>} attributes null, undefined and false leave an attribute out
 * @param {(Node|string|null|undefined)[]} children
 */
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes] `onclick` and the like are listeners
 * @param {...(Node|string|null|undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  fill(made, attributes, children);
  return made;
}

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node|string|null|undefined)} children
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  fill(made, attributes, children);
  return made;
}

/**
 * The element of that id, which the template promises.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** Calls back when a button is pressed. @param {string} id @param {() => void} what */
export function press(id, what) {
  byId(id).addEventListener("click", what);
}

/** Presses a button, unless it is hidden. @param {string} id */
export function click(id) {
  if (!byId(id).hidden) byId(id).click();
}

/** Waits for a while. @param {number} time in milliseconds */
export const later = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Sets text only where it differs, so that live regions don't repeat it.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Sets an attribute only where it changes: every write may cost a layout.
 * @param {Element} node
 * @param {string} name
 * @param {string|number|boolean|null} value null and false take it away
 */
export function set(node, name, value) {
  if (value === null || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, String(value));
  }
}
