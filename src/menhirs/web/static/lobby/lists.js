// Keeps the lists of the lobby up to date while the page is open. Without it the page shows the state
// when it was opened.
import { rememberedName } from "../site/name.js";

const EVERY = 4000;

/** Replaces changed lists only, so that a button does not vanish while it is being pressed. */
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
  // The name in the form is the last one given in this browser.
  holder.addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !target.elements.namedItem("lobby")) return;
    const name = document.createElement("input");
    [name.type, name.name, name.value] = ["hidden", "name", rememberedName()];
    target.append(name);
  });
}
