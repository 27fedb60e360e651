// Lists of games work without this: with it the links of invitations are copied, and moments shown in the visitor's time zone.
import { copy } from "../site/share.js";
import { t } from "../site/language.js";
import "../site/site.js";
import "../site/times.js";

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest(".copy-link") : null;
  const field = button?.parentElement?.querySelector("input");
  if (field) copy(field.value, t("Link copied."));
});
