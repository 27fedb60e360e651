/**
 * Pages without a network, where the server has them: kept in the browser as soon as one has looked at any page. A game
 * that can go on there is handed over as it stands, move by move.
 */
import { language } from "../site/language.js";

/** Where these pages are; empty if the server has none. */
const ROOT = document.documentElement.dataset.offline ?? "";
const HANDED = "menhirs.handed";

/** @typedef {{match: string, record: string, title: string, opponent: "computer"|"shared", level?: number, side?: "1"|"2"}} Handed */

export async function keepOfflinePages() {
  if (!ROOT || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const registration = await navigator.serviceWorker.register(`${ROOT}sw.js`, { scope: ROOT, updateViaCache: "none" });
    await (await caches.open("menhirs language")).put(ROOT, new Response(language));
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    const keep = () => worker?.state === "activated" && worker.postMessage({ kind: "keep", language });
    worker?.addEventListener("statechange", keep);
    keep();
  } catch {
    // Not every browser lets itself be given something to keep.
  }
}

/** Stores a game, so that it can continue without a network. @param {() => Promise<Handed|null>} collect */
export async function handOver(collect) {
  if (!ROOT) return;
  const handed = await collect().catch(() => null);
  try {
    if (handed) localStorage.setItem(HANDED, JSON.stringify(handed));
  } catch {
    // No storage, no going on.
  }
}

/** The page on which a game goes on; null if it is not here. @param {string} match @returns {Promise<string|null>} */
export async function pageToGoOn(match) {
  if (!ROOT || !localStorage.getItem(HANDED)?.includes(`"${match}"`)) return null;
  const home = `${ROOT}${language}/`;
  const kept = (await caches.match(`${home}go-on/`)) && (await caches.match(`${home}m/`));
  return kept ? `${home}go-on/?from=${encodeURIComponent(`/m/${match}`)}` : null;
}
