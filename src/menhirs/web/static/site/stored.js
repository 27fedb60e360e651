// Small things that are kept in this browser. A private window may refuse that: then nothing is remembered.

/** What is kept under a name. @param {string} key @returns {any} null if there is none that can be read */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value null forgets it */
export function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Then not.
  }
}
