// How somebody plays: a card for each thing that their games tell, as text with bars beside it.
import { byId, element, setText } from "../site/element.js";
import { t } from "../site/language.js";
import "../site/site.js";
import { ask } from "../site/wire.js";

/**
 * @typedef {import("../../messages").PlayData} Told
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

/** @param {Told} told */
function show(told) {
  setText(byId("basis"), told.text);
  const text = JSON.stringify(told.pictures);
  if (text === shown) return;
  shown = text;
  const none = told.games ? [element("p", { class: "panel" }, t("Play a few more games: there is too little yet to say anything."))] : [];
  byId("pictures").replaceChildren(...(told.pictures.length ? told.pictures.map(card) : none));
}

/** Looks again as long as there is something to come. @param {number} left */
async function look(left) {
  const answer = await ask("/api/you/play").catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!answer?.ok || !told) return setText(byId("basis"), told?.text ?? t("There is no connection at the moment."));
  show(told);
  document.body.dataset.reviewed = `${told.reviewed} ${told.games}`;
  if (left > 0 && (told.reviewed < told.games || !told.games)) setTimeout(() => look(left - 1), EVERY);
}

/** Offers an opponent against whom one wins about half. */
async function offer() {
  const answer = await ask("/api/you/opponent").catch(() => null);
  /** @type {import("../../messages").FittingData|null} */
  const told = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!told) return;
  setText(byId("fitting-words"), told.text);
  /** @type {HTMLInputElement} */ (byId("fitting-level")).value = String(told.level);
  /** @type {HTMLInputElement} */ (byId("fitting-rules")).value = told.rules;
  byId("fitting").hidden = false;
}

look(LOOKS);
offer();
