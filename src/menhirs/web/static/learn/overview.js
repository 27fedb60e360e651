// The overview of lessons: how far one has come, and where to go on.
import { ask } from "../site/dialogs.js";
import { byId, setText } from "../site/element.js";
import { t } from "../site/language.js";
import "../site/site.js";
import { done, startAgain } from "./progress.js";

const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".lesson-card[data-exercises]")]);

function show() {
  const finished = done();
  const exercises = (/** @type {HTMLElement} */ card) => (card.dataset.exercises ?? "").split(" ");
  const left = cards.filter((card) => !exercises(card).every((id) => finished.has(id)));
  for (const card of cards) {
    const all = exercises(card);
    const count = all.filter((id) => finished.has(id)).length;
    const words = card.querySelector(".lesson-progress");
    card.classList.toggle("done", count === all.length);
    if (!(words instanceof HTMLElement)) continue;
    words.hidden = count === 0;
    setText(words, count === all.length ? t("Done") : t("{n} of {all} steps", { n: count, all: all.length }));
  }
  const begun = cards.some((card) => exercises(card).some((id) => finished.has(id)));
  const way = /** @type {HTMLAnchorElement} */ (byId("continue"));
  byId("start-again").hidden = !begun;
  setText(byId("learn-count"), begun ? t("{n} of {all} lessons done", { n: cards.length - left.length, all: cards.length }) : "");
  if (!begun) return;
  const [card] = left.length ? left : cards;
  way.href = card.querySelector("a")?.href ?? way.href;
  const title = card.querySelector(".lesson-title")?.textContent ?? "";
  setText(way, left.length ? t("Go on: {title}", { title }) : t("Once more from the beginning"));
}

byId("start-again").addEventListener("click", async () => {
  const sure = { value: "yes", label: t("Start again"), look: "danger" };
  if (!(await ask({ title: t("Forget what you have done here?"), answers: [sure], final: true }))) return;
  startAgain();
  location.reload();
});
show();
// After the browser's Back button more may be done.
addEventListener("pageshow", show);
