/**
 * Keeps the site in the browser, so that it works without a network. A newer version is taken when a page opens and no
 * game is running; whoever does not want to wait for that can take it at once.
 */
import { edition } from "../site/edition.js";
import { element } from "../site/element.js";
import { language, t } from "../site/language.js";

export async function keepSite() {
  if (!edition || !("serviceWorker" in navigator)) return;
  const root = new URL(edition.root, location.href);
  try {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname, updateViaCache: "none" });
    if (registration.waiting) take(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const coming = registration.installing;
      const isNewer = Boolean(registration.active);
      coming?.addEventListener("statechange", () => {
        if (coming.state === "installed" && isNewer) offer(coming);
      });
    });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ kind: "keep", language });
  } catch {
    // Not every browser lets itself be given something to keep. Then the site needs a network, that is all.
  }
}

/** Asks a newer version to take over; it does so unless a game is running somewhere. @param {ServiceWorker} coming */
function take(coming) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  coming.postMessage({ kind: "take" });
}

/** @param {ServiceWorker} coming */
function offer(coming) {
  const inGame = edition?.page === "/m/";
  const words = inGame ? t("A new version is here. It is taken when no game is open.") : t("A new version is here.");
  const now = inGame ? null : element("button", { type: "button", onclick: () => take(coming) }, t("Take it now"));
  const box = element("div", { class: "toast", role: "status" }, element("p", {}, words), now);
  document.querySelector("#toasts")?.append(box);
  if (inGame) setTimeout(() => box.remove(), 8000);
}
