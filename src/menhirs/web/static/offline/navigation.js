// Added to the service worker of a server that has pages without a network: falls back to them when the server can't be reached.

const PAGES = "/offline/";
const LANGUAGE = "menhirs language"; // offline/pages.js says which one was read last

self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode !== "navigate" || pathname.startsWith(PAGES)) return;
  event.respondWith(fetch(event.request).catch((error) => leadOn(pathname, error)));
});

/** @param {string} from the page that was asked for @param {unknown} error why it did not come */
async function leadOn(from, error) {
  const data = await (await caches.open(LANGUAGE)).match(PAGES);
  const home = data && `${PAGES}${await data.text()}/`;
  if (!home || !(await caches.match(`${home}go-on/`))) throw error;
  return Response.redirect(`${home}go-on/?from=${encodeURIComponent(from)}`);
}
