/** The files of the site that the browser keeps, under the version that SITE names. */
/* global SITE */

const scope = new URL(/** @type {any} */ (self).registration.scope);
/** How the stores of all versions of this site begin. */
export const PREFIX = `menhirs ${scope.pathname} `;
export const NAME = PREFIX + SITE.version;
const AT_ONCE = 6;

/** @param {string} file */
const urlOf = (file) => new URL(file, scope).href;

/** Whether this is the file that the builder has seen. @param {Response} answer @param {string} print */
async function isListed(answer, print) {
  const digest = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.startsWith(print);
}

/** Fetches a file, unless an older version has the very same. @param {Cache} cache @param {string} file @param {string} print */
async function keep(cache, file, print) {
  const url = urlOf(file);
  if (await cache.match(url)) return;
  const known = await caches.match(url);
  if (known && (await isListed(known, print))) return cache.put(url, known);
  const answer = await fetch(url, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${answer.status}: ${file}`);
  // Damaged, or of another version: perhaps somebody is just copying a new one to the host.
  if (!(await isListed(answer, print))) throw new Error(`not as it was built: ${file}`);
  return cache.put(url, answer);
}

/** Keeps all of these or throws; what it has by then is there next time. @param {Record<string, string>} files */
export async function keepAll(files) {
  const cache = await caches.open(NAME);
  let waiting = Object.entries(files);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await keep(cache, ...next);
  };
  const stop = (/** @type {unknown} */ error) => {
    waiting = [];
    throw error;
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(stop)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** Throws, as the browser does, if it can't have room for all of the site. */
export async function needRoom() {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage < SITE.size) throw new DOMException("too little room", "QuotaExceededError");
}

/** The languages of which another version has the pages. */
export async function usedLanguages() {
  const found = Object.keys(SITE.pages).map(async (code) => ((await caches.match(urlOf(`${code}/`))) ? code : ""));
  return (await Promise.all(found)).filter(Boolean);
}
