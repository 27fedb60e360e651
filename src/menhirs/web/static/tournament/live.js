// A page of a tournament that keeps up: when something has happened, its live part is fetched anew.
import { byId } from "../site/element.js";
import { tellTimes } from "../site/times.js";
import { fillIn, unsaved } from "./unsaved.js";

const ASK_EVERY = 3000;

/** What somebody is typing must not be taken from under their fingers. @param {Element} part */
const isBusy = (part) => part.contains(document.activeElement) && document.activeElement?.matches("input, select, textarea");

/** Folds that were opened stay open. @param {Element} old @param {Element} fresh */
function keepFolds(old, fresh) {
  for (const fold of old.querySelectorAll("details[id]")) {
    const same = fresh.querySelector(`#${CSS.escape(fold.id)}`);
    if (same instanceof HTMLDetailsElement && fold instanceof HTMLDetailsElement) same.open = fold.open;
  }
}

/**
 * Asks now and then whether something has happened.
 * @param {() => void} [onChange] called after the page has changed
 */
export function keepUp(onChange) {
  const part = byId("live-tournament");
  const { tournament } = part.dataset;

  async function look() {
    if (document.hidden) return;
    const data = await fetch(`/api/tournaments/${tournament}/entries`);
    if (!data.ok) return;
    const entries = String(await data.json());
    if (entries === part.dataset.entries || isBusy(part)) return;
    const page = await fetch(location.pathname, { headers: { accept: "text/html" } });
    if (!page.ok) return;
    const fresh = new DOMParser().parseFromString(await page.text(), "text/html").querySelector("#live-tournament");
    if (!(fresh instanceof HTMLElement)) return;
    keepFolds(part, fresh);
    const kept = unsaved(part);
    Object.assign(part.dataset, fresh.dataset);
    part.replaceChildren(...fresh.children);
    fillIn(part, kept);
    for (const status of document.querySelectorAll(".hall-head .hall-status")) {
      status.textContent = part.dataset.status ?? status.textContent;
    }
    tellTimes(part);
    onChange?.();
  }

  const again = () => void look().catch(() => undefined); // a failed poll: the next one will do
  setInterval(again, ASK_EVERY);
  document.addEventListener("visibilitychange", again);
}
