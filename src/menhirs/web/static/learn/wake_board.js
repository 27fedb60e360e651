// Small boards come to life when they are seen. Until then the page loads nothing for them.
import { element } from "../site/element.js";

/** @type {Set<string>} */
const loaded = new Set();

/** Loads a script, once, when its styles are there: a board without them would be an empty place. @param {DOMStringMap} data */
function load({ script = "", style = "" }) {
  if (loaded.has(script)) return;
  loaded.add(script);
  const styles = element("link", { rel: "stylesheet", href: style });
  styles.addEventListener("load", () => document.head.append(element("script", { type: "module", src: script })));
  document.head.append(styles);
}

export function wakeBoards() {
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      watch.unobserve(target);
      load(target.dataset);
    }
  });
  for (const place of document.querySelectorAll("[data-script]")) watch.observe(place);
}
