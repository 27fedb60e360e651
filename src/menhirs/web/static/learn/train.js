// Exercises from one's own games, each when it is due. How it went decides when it comes again.
import { address } from "../site/address.js";
import { askOrTell } from "../site/data.js";
import { byId, setText } from "../site/element.js";
import { language, t } from "../site/language.js";
import "../site/site.js";
import { Exercise } from "./exercise.js";

/**
 * @typedef {import("../../messages").TrainingData} PageData
 * @typedef {import("../../messages").Opening} Opening
 */

const next = /** @type {HTMLAnchorElement} */ (byId("next"));
/** What comes after the exercise on the board. @type {PageData|null} */
let following = null;
/** The exercise on the board. */
let name = "";

const exercise = new Exercise({
  onRight: async ({ helped, wrong }) => {
    const outcome = wrong ? "wrong" : helped ? "helped" : "right";
    following = await askOrTell("/api/you/training", { exercise: name, outcome });
    if (following) showSchedule(following);
    setText(next, following?.next ? t("Next") : t("How you play"));
    next.href = address("/you/play");
    next.hidden = false;
    next.focus({ preventScroll: true });
  },
});

/** @param {PageData} data */
function showSchedule({ text, streak, next_at }) {
  const when = new Intl.DateTimeFormat(language, { dateStyle: "full" });
  const later = next_at ? t("The next one comes on {day}.", { day: when.format(new Date(next_at)) }) : "";
  setText(byId("training-words"), [text, later].filter(Boolean).join(" "));
  setText(byId("training-streak"), streak);
}

/** Shows the due exercise, or that none is. @param {PageData|null} data */
async function show(data) {
  if (!data) return;
  showSchedule(data);
  const some = data.next !== null;
  byId("tabletop").hidden = !some;
  byId("training-game").hidden = !some;
  setText(byId("training-kind"), data.next?.title ?? "");
  if (!data.next) return setText(byId("status"), data.text);
  name = data.next.id;
  const [match] = name.split(".");
  const link = /** @type {HTMLAnchorElement} */ (byId("training-game").querySelector("a"));
  link.href = address(`/m/${match}#review`);
  /** @type {Opening|null} */
  const opening = await askOrTell(`/api/exercises/${data.next.set}/${name}`);
  if (opening) exercise.open(opening);
}

next.addEventListener("click", (event) => {
  if (!following?.next) return; // the link leads on
  event.preventDefault();
  show(following);
});
askOrTell("/api/you/training").then(show);
