// What every page has: the settings dialog and the little menus of the header.
import { closeOnBackdrop } from "./dialogs.js";
import { keepOfflinePages } from "../offline/pages.js";
import { lookForGames } from "./ready.js";
import { bind } from "./settings.js";
import "./turns.js";

const dialog = document.querySelector("#settings");
if (dialog instanceof HTMLDialogElement) {
  const form = dialog.querySelector("form");
  if (form) bind(form);
  closeOnBackdrop(dialog);
  document.querySelector("#open-settings")?.addEventListener("click", () => dialog.showModal());
}

const menus = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu[open]"));
document.addEventListener("click", ({ target }) => {
  // Choosing from a menu closes it.
  const stays = target instanceof Element ? target.closest("details.menu > summary")?.parentElement : null;
  for (const menu of menus()) if (menu !== stays) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
});
// Pages made for paper.
document.querySelector("#print")?.addEventListener("click", () => print());
lookForGames();
addEventListener("load", keepOfflinePages);
