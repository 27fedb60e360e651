// The overview of puzzles: links lead to what was not tried yet, and the rating is shown.
import { ask } from "../site/dialogs.js";
import { byId, setText } from "../site/element.js";
import { t } from "../site/language.js";
import "../site/site.js";
import { another, forget, selection, solved } from "./solved.js";
import { wakeBoards } from "./wake_board.js";
import { address } from "../site/address.js";

/** @type {[string, number][]} */
const index = JSON.parse(byId("index").textContent ?? "[]");

function show() {
  const { rating, tried } = solved();
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-of]"))) {
    const of = link.dataset.of ?? "";
    const id = another(index, of);
    if (id) link.href = address(`/puzzles/${id}?of=${encodeURIComponent(of)}`);
  }
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-solved]"))) {
    const all = selection(index, place.dataset.solved ?? "");
    const right = all.filter(([id]) => tried.get(id)).length;
    if (right) setText(place, t("{n} of {all} solved", { n: right, all: all.length }));
  }
  byId("start-again").hidden = tried.size === 0;
  setText(byId("rating"), tried.size ? t("Your rating: {rating}", { rating: Math.round(rating) }) : "");
}

byId("start-again").addEventListener("click", async () => {
  const sure = { value: "yes", label: t("Forget them"), look: "danger" };
  if (!(await ask({ title: t("Forget what you have solved, and your rating?"), answers: [sure], final: true }))) return;
  forget();
  location.reload();
});
show();
// Whoever comes back by the browser's own button has solved more since.
addEventListener("pageshow", show);
wakeBoards();
