// Keeps the lists of the lobby up to date while somebody looks at them. Without it the page shows what was there
// when it was opened.
import { rememberedName } from "../site/name.js";

const EVERY = 4000;

/** Puts new lists in place, but keeps what has not changed: whoever is about to press a button still can. */
function put(/** @type {Element} */ holder, /** @type {string} */ text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").body;
  for (const item of fresh.querySelectorAll("[data-item]")) {
    const name = CSS.escape(item.getAttribute("data-item") ?? "");
    const old = [...holder.querySelectorAll(`[data-item="${name}"]`)].find((one) => one.isEqualNode(item));
    if (old) item.replaceWith(old);
  }
  const focused = document.activeElement;
  holder.replaceChildren(...fresh.childNodes);
  if (focused instanceof HTMLElement && holder.contains(focused)) focused.focus({ preventScroll: true });
}

/** Asks for the lists every few seconds, as long as the page is seen. */
export function keepLists() {
  const holder = document.querySelector("#lobby-lists");
  if (!holder) return;
  let shown = "";
  const look = async () => {
    if (document.hidden) return;
    const answer = await fetch("/lobby", { cache: "no-cache" }).catch(() => null);
    if (!answer?.ok) return;
    const text = await answer.text();
    if (text !== shown) put(holder, (shown = text));
  };
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  // Whoever takes an invitation is called what this browser was told last.
  holder.addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !target.elements.namedItem("lobby")) return;
    const name = document.createElement("input");
    [name.type, name.name, name.value] = ["hidden", "name", rememberedName()];
    target.append(name);
  });
}
