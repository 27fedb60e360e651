// The page of a tournament: it keeps up, leads players to their games, and its link can be copied.
import { copies } from "../site/copies.js";
import { byId } from "../site/element.js";
import { t } from "../site/language.js";
import { remember } from "../site/ready.js";
import { keepUp } from "./live.js";
import { keepUnsaved } from "./unsaved.js";

const part = byId("live-tournament");
const rememberTournament = () => remember(part.dataset.tournament ?? "", "plays" in part.dataset && part.dataset.phase !== "finished");

rememberTournament();
keepUnsaved(part);
keepUp(rememberTournament);
// A win is worth points, and a tie none.
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || target.name !== "ended") return;
  const points = target.form?.elements.namedItem("points");
  if (points instanceof HTMLInputElement) {
    points.required = ["south", "north"].includes(target.value);
    points.disabled = !points.required && target.value !== "";
    if (points.disabled) points.value = "";
  }
});
copies("copy-link", /** @type {HTMLInputElement} */ (byId("link")), t("Copied."));
