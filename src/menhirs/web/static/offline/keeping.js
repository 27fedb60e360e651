/**
 * Keeps the site in the browser, so that it works without a network. A newer version is taken when a page opens and no
 * other one is; whoever does not want to wait for that can take it as soon as no game is open.
 */
import { toast } from "../site/dialogs.js";
import { edition } from "../site/edition.js";
import { element } from "../site/element.js";
import { language, t } from "../site/language.js";

const root = new URL(edition?.root ?? "", location.href);
const inGame = edition?.page === "/m/";
const TOLD_FULL = "menhirs.told-full";
/** The newer version that this page has announced. @type {ServiceWorker|null} */
let data = null;

/**
 * The first thing that a page does: nothing is begun on it yet, and nothing can be lost. Is over when it is clear that
 * the page stays; else a newer version takes over, and the page loads itself anew.
 */
export async function takeNewer() {
  const { serviceWorker } = navigator;
  if (!edition || !serviceWorker) return;
  if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", follow);
  const stays = new Promise((resolve) => serviceWorker.addEventListener("message", ({ data }) => hear(data, resolve)));
  serviceWorker.startMessages();
  const registration = await serviceWorker.getRegistration(root.href).catch(() => null);
  if (inGame || !registration?.waiting) return;
  registration.waiting.postMessage({ kind: "take", asked: false });
  await stays;
}

/**
 * Another version answers from now on: what this page may still need is gone. If none does, the browser has thrown the
 * site away, as it may when the disk is full: then this page has the last that is left of a game.
 */
function follow() {
  if (navigator.serviceWorker.controller) location.reload();
}

/** @param {{kind: string, inGame: boolean}} said @param {(stays: true) => void} resolve */
function hear({ kind, inGame: elsewhere }, resolve) {
  if (kind === "full") tellFull();
  if (kind !== "stays") return;
  if (data && elsewhere) toast(t("A game is open in another tab. The new version will load after your game."));
  resolve(true);
}

/** @param {Promise<void>} stays the browser gets no other work while one version follows the other: it would wait for its end */
export async function keepSite(stays) {
  if (!edition || !("serviceWorker" in navigator)) return;
  await stays;
  try {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname, updateViaCache: "none" });
    const follow = () => {
      const coming = registration.installing;
      coming?.addEventListener("statechange", () => coming.state === "installed" && announce(registration));
    };
    registration.addEventListener("updatefound", follow);
    follow(); // it may have been found before anybody listened
    announce(registration);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ kind: "keep", language });
  } catch {
    // Not every browser lets itself be given something to keep. Then the site needs a network, that is all.
  }
}

/** A newer version is complete, and waits. @param {ServiceWorkerRegistration} registration */
function announce({ active, waiting }) {
  if (!active || !waiting || data === waiting) return;
  data = waiting;
  if (inGame) return toast(t("A new version will load after your game."));
  const take = () => waiting.postMessage({ kind: "take", asked: true });
  const now = element("button", { type: "button", onclick: take }, t("Update now"));
  const words = element("p", {}, t("A new version is here."));
  document.querySelector("#toasts")?.append(element("div", { class: "toast", id: "newer", role: "status" }, words, now));
}

/** PageData once: every page tries again, as there may be room by then. */
function tellFull() {
  if (sessionStorage.getItem(TOLD_FULL)) return;
  sessionStorage.setItem(TOLD_FULL, "yes");
  toast(t("Not enough space: this site won’t work offline."), { alert: true });
}
