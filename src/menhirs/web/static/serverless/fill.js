/**
 * Fills the gaps of a page with data from the local server: texts, attributes, blocks of data, and parts that only some
 * pages have. `menhirs/site/gaps.py` leaves them.
 */
import { address } from "../site/address.js";
import { showPicture } from "../site/wire.js";

/** @typedef {Record<string, any>} PageData */

const ADDRESSES = new Set(["href", "src", "srcset"]);

/** What a name such as "opening.game" stands for. @param {PageData} data @param {string} name @returns {any} */
function value(data, name) {
  return name.split(".").reduce((/** @type {any} */ of, part) => (Array.isArray(of) ? of.at(Number(part)) : of?.[part]), data);
}

/** Whether a page has a part: "helps !guided", "next_game=base". @param {PageData} data @param {string} conditions */
function holds(data, conditions) {
  return conditions.split(" ").every((condition) => {
    const [, not, name, wanted] = /^(!?)([^=]*)(?:=(.*))?$/.exec(condition) ?? [];
    const found = value(data, name);
    return (wanted === undefined ? Boolean(found) : found === wanted) !== Boolean(not);
  });
}

/** @param {PageData} data @param {ParentNode} [within] */
export function fill(data, within = document) {
  for (const part of /** @type {NodeListOf<HTMLTemplateElement>} */ (within.querySelectorAll("template[data-only]"))) {
    const shown = holds(data, part.dataset.only ?? "");
    if (shown) fill(data, part.content);
    part.replaceWith(...(shown ? [part.content] : []));
  }
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll("[data-gap]"))) {
    const found = value(data, place.dataset.gap ?? "");
    if (place instanceof HTMLScriptElement) place.textContent = JSON.stringify(found ?? null);
    else place.replaceWith(String(found ?? ""));
  }
  for (const list of /** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll("[data-list]"))) {
    const items = /** @type {string[]} */ (value(data, list.dataset.list ?? "") ?? []);
    list.replaceChildren(...items.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  }
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll("[data-gaps]"))) {
    for (const [name, template] of Object.entries(JSON.parse(node.dataset.gaps ?? "{}"))) {
      const text = String(template).replace(/\{([^}]*)\}/g, (_, gap) => String(value(data, gap) ?? ""));
      if (node instanceof HTMLSourceElement) node.remove(); // pictures that are drawn here follow the page itself
      else if (node instanceof HTMLImageElement && name === "src") showPicture(node, text);
      else node.setAttribute(name, ADDRESSES.has(name) ? address(text) : text);
    }
    delete node.dataset.gaps;
  }
  for (const choice of /** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll("[data-chosen]"))) {
    if (choice instanceof HTMLSelectElement) choice.value = choice.dataset.chosen ?? "";
    for (const radio of choice.querySelectorAll("input")) if (radio.value === choice.dataset.chosen) radio.checked = true;
    delete choice.dataset.chosen;
  }
  for (const part of within.querySelectorAll(".awaited")) part.classList.remove("awaited");
}
