/**
 * Making elements. Styles are set property by property, never as markup, so that the strictest
 * Content-Security-Policy has nothing to object to.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** A shape that {@link definitions} holds, with its middle at a place. */
export function use(prefix, shape, x = 0, y = 0) {
  return svg("use", { href: `#${prefix}${shape}`, x, y });
}

/** Puts an SVG node somewhere; a style sheet may let it glide there. */
export function place(node, [x, y], [dx, dy] = [0, 0]) {
  node.style.transform = `translate(${x + dx}px, ${y + dy}px)`;
}

/** Sets an attribute only where it changes: every write may cost a layout. */
export function set(node, name, value) {
  if (value === null || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, String(value));
  }
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}
