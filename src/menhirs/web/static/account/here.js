// The other device: it says who it would be, and becomes so only when somebody says yes.
import { byId, element } from "../site/element.js";
import { t, tn } from "../site/language.js";
import "../site/site.js";
import { post } from "./post.js";

const match = byId("here").dataset.match ?? "";
const code = decodeURIComponent(location.hash.slice(1));
const answers = byId("here-answers");

/** @param {string} text */
function showMessage(text) {
  byId("here-words").textContent = text;
}

/** @param {string} label @param {"merge"|"apart"|null} other @param {string} look */
function offer(label, other, look = "") {
  const button = element("button", { type: "button", class: look, "data-other": other ?? "none" }, label);
  button.addEventListener("click", () => use(other).catch(refuse));
  answers.append(button);
}

/** @param {"merge"|"apart"|null} other */
async function use(other) {
  for (const button of answers.querySelectorAll("button")) button.disabled = true;
  const { go } = await post("/you/here", { code, other, match });
  location.replace(go);
}

/** @param {unknown} error */
function refuse(error) {
  answers.replaceChildren();
  byId("here-other").hidden = true;
  showMessage(error instanceof Error ? error.message : String(error));
}

/**
 * @param {string} name whom this browser would become
 * @param {string} other whom it is now
 * @param {number} games of that person
 */
function askOther(name, other, games) {
  const words = byId("here-other");
  words.hidden = false;
  const already = tn(
    "This browser already belongs to {other}, with {n} game.",
    "This browser already belongs to {other}, with {n} games.",
    games,
    { other },
  );
  const together = t(
    "Combine: the games of {other} become games of {name}. Ratings are not added up: where both have one, that of {name} stays. This can’t be undone.",
    { name, other },
  );
  const apart = t(
    "Keep apart: this browser then opens the games of {name} instead of those of {other}. Without another browser or a passkey the games of {other} can’t be opened any more.",
    { name, other },
  );
  words.append(
    element("p", {}, already),
    element("ul", {}, element("li", {}, together), element("li", {}, apart)),
  );
  offer(t("Combine"), "merge", "primary");
  offer(t("Keep apart"), "apart");
}

async function look() {
  if (!code) return showMessage(t("This link is incomplete. Copy the whole link and try again."));
  const { name, is_you, your_name, your_games } = await post("/you/here/look", { code });
  const called = name || t("a player without a name");
  if (is_you) return showMessage(t("This browser already opens the games of {name}. The link still works for another one.", { name: called }));
  showMessage(t("Is this you? With one click this browser opens all games of {name}.", { name: called }));
  if (your_name === null) offer(t("Yes, go on as {name}", { name: called }), null, "primary");
  else askOther(called, your_name || t("a player without a name"), your_games);
}

look().catch(refuse);
