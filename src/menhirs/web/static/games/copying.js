// The links of invitations in a list of games, to be copied.
import { copy } from "../match/share.js";
import { t } from "../site/language.js";

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest(".copy-link") : null;
  const field = button?.parentElement?.querySelector("input");
  if (field) copy(field.value, t("Link copied."));
});
