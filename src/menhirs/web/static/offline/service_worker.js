/**
 * Keeps the files of the site, all of one version: what all pages need, and the pages of every language that was used.
 * The builder writes SITE before it: the version and the lists of files.
 */
/* global SITE */
import { keepAll, NAME, needRoom, PREFIX, usedLanguages } from "./kept.js";

const worker = /** @type {import("../../service_worker").Worker} */ (/** @type {unknown} */ (self));
const scope = new URL(worker.registration.scope);

worker.addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const languages = await usedLanguages();
  try {
    await needRoom();
    await keepAll(Object.assign({}, SITE.files, ...languages.map((code) => SITE.pages[code])));
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") {
      await caches.delete(NAME); // games need the room more
      for (const page of await openPages()) page.postMessage({ kind: "full" });
    }
    throw error; // an older version goes on
  }
}

/** All pages of this site that are open, whichever version they are of. */
async function openPages() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter(({ url }) => url.startsWith(scope.href));
}

worker.addEventListener("activate", (event) => {
  const work = async () => {
    for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(work());
});

worker.addEventListener("message", (event) => {
  const { data, source } = event;
  if (data.kind === "keep") event.waitUntil(keepAll(SITE.pages[data.language] ?? {}).catch(() => {}));
  if (data.kind === "take") event.waitUntil(takeOver(source, data.asked));
});

/**
 * A newer version takes over: by itself only if no other page is open, for whoever asks if no game is. All pages load
 * themselves anew then, so that none is left without the scripts that it began with.
 * @param {import("../../service_worker").OpenPage} page @param {boolean} asked
 */
async function takeOver(page, asked) {
  const others = (await openPages()).filter(({ id }) => id !== page.id);
  const inGame = others.some(({ url }) => new URL(url).pathname.endsWith("/m/"));
  if (asked ? inGame : others.length) page.postMessage({ kind: "stays", inGame });
  else await worker.skipWaiting();
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope.href)) event.respondWith(answer(request));
});

/** @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/index\.html$/, "");
  url.search = "";
  url.hash = "";
  const cache = await caches.open(NAME);
  const found = await cache.match(url.href);
  if (found) return found;
  try {
    return await fetch(request);
  } catch (error) {
    // Somebody may have written an address without its last slash.
    if (request.mode === "navigate" && (await cache.match(`${url.href}/`))) return Response.redirect(`${url.href}/`);
    throw error;
  }
}
