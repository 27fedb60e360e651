// The part of the site that lives while no page is open: shows a turn alert, and leads to its match.

const worker = /** @type {import("../service_worker").Worker} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("push", (event) => {
  const data = event.data?.json();
  if (!data) return;
  const { match, title, body } = data;
  // One notice a match: a newer one takes the place of the one before.
  event.waitUntil(worker.registration.showNotification(title, { body, tag: `turn-${match}`, data: { match }, icon: "/favicon.ico" }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(`/m/${event.notification.data?.match ?? ""}`));
});

/** Leads to a page: to the one that is open, if it is. @param {string} path */
async function openPage(path) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = pages.find(({ url }) => new URL(url).pathname === path);
  await (found ? found.focus() : worker.clients.openWindow(path));
}
