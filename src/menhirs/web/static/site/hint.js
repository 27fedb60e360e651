// A few words beside what one points at, touches or reaches by keyboard: for whatever has a data-hint.
// They are for the eye: the same words are in the name that a screen reader reads.
import { element, setText } from "./element.js";

const GAP = 6;
const bubble = element("div", { class: "hint", "aria-hidden": "true", hidden: true });
/** @type {Element|null} */
let about = null;

function show(/** @type {Element|null} */ node) {
  about = node;
  bubble.hidden = !node;
  if (!node) return;
  setText(bubble, node.getAttribute("data-hint") ?? "");
  const [it, box] = [node.getBoundingClientRect(), bubble.getBoundingClientRect()];
  const left = Math.min(it.left + it.width / 2 - box.width / 2, innerWidth - box.width - GAP);
  const above = it.top - box.height - GAP;
  bubble.style.left = `${Math.max(GAP, left)}px`;
  bubble.style.top = `${above >= GAP ? above : it.bottom + GAP}px`;
}

const find = (/** @type {EventTarget|null} */ target) =>
  target instanceof Element ? target.closest("[data-hint]") : null;

/** Shows the words from here on. */
export function showHints() {
  document.body.append(bubble);
  /** Where the press that is under way began: one that only ends on something does not ask about it. */
  let began = /** @type {Element|null} */ (null);
  document.addEventListener("pointerdown", ({ target }) => (began = find(target)), { capture: true });
  document.addEventListener("pointerover", ({ target, pointerType }) => pointerType !== "touch" && show(find(target)));
  document.addEventListener("focusin", ({ target }) => {
    const node = find(target);
    if (node && (node === began || node.matches(":focus-visible"))) show(node);
  });
  document.addEventListener("click", ({ target, detail }) => {
    const node = find(target);
    show(detail === 0 || node === began ? node : null);
  });
  document.addEventListener("focusout", () => show(null));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && show(null));
  document.addEventListener("scroll", () => show(null), { capture: true, passive: true });
  // The target may be gone, or may have moved.
  new MutationObserver(() => about && !about.isConnected && show(null)).observe(document.body, {
    childList: true,
    subtree: true,
  });
}
