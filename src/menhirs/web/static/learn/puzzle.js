// A puzzle: tried, rated at the first try, and followed by another one.
import { byId, setText } from "../site/element.js";
import { showPuzzle } from "../site/share_on_sites.js";
import { t } from "../site/language.js";
import "../site/site.js";
import { Exercise } from "./exercise.js";
import { another, recordTry, solved } from "./solved.js";
import { address } from "../site/address.js";

/** @type {import("./exercise.js").Opening} */
const opening = JSON.parse(byId("opening").textContent ?? "{}");
/** @type {[string, number][]} */
const index = JSON.parse(byId("index").textContent ?? "[]");
const { difficulty = "1", of = "" } = byId("main").dataset;
const next = /** @type {HTMLAnchorElement} */ (byId("next"));
const rated = solved().tried.has(opening.id);

const exercise = new Exercise({
  onWrong: ({ data }) => {
    if (data.legal) rate(false, true);
  },
  onRight: ({ helped, wrong }) => {
    rate(!helped && wrong === 0);
    setText(byId("puzzle-result"), helped ? t("That is the answer.") : t("Solved!"));
    byId("puzzle-end").hidden = false;
    lead();
    next.hidden = false;
    next.focus({ preventScroll: true });
  },
});

/** The first try counts. @param {boolean} right @param {boolean} [missed] whether a later try was right */
function rate(right, missed = false) {
  if (solved().tried.has(opening.id)) {
    if (rated) setText(byId("puzzle-rating"), t("You have tried this one before: it does not count again."));
    return;
  }
  const { before, after } = recordTry(opening.id, Number(difficulty), right);
  const change = Math.round(after) - Math.round(before);
  const data = { rating: Math.round(after), change: change < 0 ? `−${-change}` : `+${change}` };
  const words = missed
    ? t("Your first try counted. Your rating: {rating} ({change})", data)
    : t("Your rating: {rating} ({change})", data);
  setText(byId("puzzle-rating"), words);
}

/** Where to go on: a puzzle of the same selection that was not tried yet. */
function lead() {
  const id = another(index, of === "today" ? "any" : of, opening.id);
  const following = address(id ? `/puzzles/${id}?of=${encodeURIComponent(of === "today" ? "any" : of)}` : "/puzzles");
  next.href = following;
  setText(next, id ? t("Next puzzle") : t("All of these are solved"));
  /** @type {HTMLAnchorElement} */ (byId("another")).href = following;
}

byId("share").addEventListener("click", () => showPuzzle(opening.id));
lead();
exercise.open(opening);
