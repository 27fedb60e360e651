// How you play: a card for each finding, as text with bars beside it.
import { askData } from "../site/data.js";
import { byId, element, setText } from "../site/element.js";
import { t } from "../site/language.js";
import "../site/site.js";

/**
 * @typedef {import("../../messages").PlayData} PageData
 * @typedef {import("../../messages").PlayPicture} Picture
 */

/** Milliseconds between two looks as long as games are still being reviewed, and how many looks there are. */
const EVERY = 4000;
const LOOKS = 60;

/** @param {Picture} picture */
function card({ id, title, text, basis, bars }) {
  const lines = bars.map(({ label, share, words }) => {
    const fill = element("span", { class: "bar-fill" });
    fill.style.width = `${Math.round(share * 100)}%`;
    const line = element("span", { class: "bar-line", "aria-hidden": "true" }, fill);
    return element("li", {}, element("span", { class: "label" }, label), line, element("span", { class: "words" }, words));
  });
  return element(
    "section",
    { class: "play-picture", "aria-labelledby": `play-${id}`, "data-picture": id },
    element("h2", { id: `play-${id}` }, title),
    element("p", {}, text),
    element("ul", { class: "play-bars" }, ...lines),
    element("p", { class: "play-basis" }, basis),
  );
}

let shown = "";

/** @param {PageData} data */
function show(data) {
  setText(byId("basis"), data.text);
  const text = JSON.stringify(data.pictures);
  if (text === shown) return;
  shown = text;
  const none = data.games ? [element("p", { class: "panel" }, t("Play a few more games: there is too little yet to say anything."))] : [];
  byId("pictures").replaceChildren(...(data.pictures.length ? data.pictures.map(card) : none));
}

/** Looks again as long as there is something to come. @param {number} left */
async function look(left) {
  const { answer: data, refusal } = await askData("/api/you/play");
  if (refusal) return setText(byId("basis"), refusal.text);
  show(data);
  document.body.dataset.reviewed = `${data.reviewed} ${data.games}`;
  if (left > 0 && (data.reviewed < data.games || !data.games)) setTimeout(() => look(left - 1), EVERY);
}

/** Offers an opponent against whom one wins about half. */
async function offer() {
  /** @type {{answer: import("../../messages").FittingData|null}} */
  const { answer: data } = await askData("/api/you/opponent");
  if (!data) return;
  setText(byId("fitting-words"), data.text);
  /** @type {HTMLInputElement} */ (byId("fitting-level")).value = String(data.level);
  /** @type {HTMLInputElement} */ (byId("fitting-rules")).value = data.rules;
  byId("fitting").hidden = false;
}

look(LOOKS);
offer();
