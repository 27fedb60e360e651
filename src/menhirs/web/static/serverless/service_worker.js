/**
 * Keeps the files of the site, all of one version: what all pages need, and the pages of every language that was used.
 * The builder writes SITE before it: the version and the lists of files.
 */
/* global SITE */
import { keepAll, NAME, PREFIX, usedLanguages } from "./kept.js";

const worker = /** @type {import("../../service_worker").Worker} */ (/** @type {unknown} */ (self));
const scope = new URL(worker.registration.scope);

worker.addEventListener("install", (event) => {
  const work = async () => {
    const languages = await usedLanguages();
    await keepAll([...SITE.files, "", ...languages.flatMap((code) => SITE.pages[code])]);
  };
  event.waitUntil(work());
});

worker.addEventListener("activate", (event) => {
  const work = async () => {
    for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(work());
});

worker.addEventListener("message", (event) => {
  if (event.data.kind === "keep") event.waitUntil(keepAll(SITE.pages[event.data.language] ?? []).catch(() => {}));
  if (event.data.kind === "take") event.waitUntil(takeOver());
});

/** A newer version waits for the end of every game: a page is never left without the scripts that it began with. */
async function takeOver() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: false });
  if (!pages.some(({ url }) => new URL(url).pathname.endsWith("/m/"))) await worker.skipWaiting();
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
