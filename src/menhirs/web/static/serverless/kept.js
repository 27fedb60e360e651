/** The files of the site that the browser keeps, under the version that SITE names. */
/* global SITE */

const scope = new URL(/** @type {any} */ (self).registration.scope);
/** How the stores of all versions of this site begin. */
export const PREFIX = `menhirs ${scope.pathname} `;
export const NAME = PREFIX + SITE.version;
/** Names that change with their contents: what is kept of an older version is the same. */
const UNCHANGING = /^(static|pyodide|python)\//;
const AT_ONCE = 6;

/** @param {string} file */
const urlOf = (file) => new URL(file, scope).href;

/** Fetches a file anew, unless an older version has the very same. @param {Cache} cache @param {string} file */
async function keep(cache, file) {
  const url = urlOf(file);
  if (await cache.match(url)) return;
  const known = UNCHANGING.test(file) ? await caches.match(url) : undefined;
  const answer = known ?? (await fetch(url, { cache: "no-cache" }));
  if (!answer.ok) throw new Error(`${answer.status}: ${file}`);
  await cache.put(url, answer);
}

/** @param {string[]} files */
export async function keepAll(files) {
  const cache = await caches.open(NAME);
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await keep(cache, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** The languages of which another version has the pages. */
export async function usedLanguages() {
  const found = Object.keys(SITE.pages).map(async (code) => ((await caches.match(urlOf(`${code}/`))) ? code : ""));
  return (await Promise.all(found)).filter(Boolean);
}
