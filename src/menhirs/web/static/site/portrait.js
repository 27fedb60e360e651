// The pictures of the computer's eight characters.

/** Where a character's picture is: beside the page's icon, whatever this version's address is. @param {number} level */
export function portraitOf(level) {
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  return new URL(`opponents/${level}.svg`, icon.href).href;
}
