// The name that was given last in this browser, so that nobody has to type it for every game.

const KEY = "menhirs.name";

/** @returns {string} empty if none was given */
export function rememberedName() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function rememberName(name) {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Then it is asked again next time.
  }
}
