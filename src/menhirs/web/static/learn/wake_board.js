// The small board of today's puzzle comes to life when it is seen. Until then the page loads nothing for it.
import { element } from "../site/element.js";

/** Loads the board's script and styles, once. @param {DOMStringMap} data */
function load({ script, style }) {
  document.head.append(element("link", { rel: "stylesheet", href: style }));
  document.head.append(element("script", { type: "module", src: script }));
}

export function wakeBoard() {
  const place = document.getElementById("today-board");
  if (!place?.dataset.script) return;
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    load(place.dataset);
  });
  watch.observe(place);
}
