// The link to one's other device, copied with one click.
import { toast } from "../site/dialogs.js";
import { t } from "../site/language.js";
import "../site/site.js";

const link = document.querySelector("#link");
if (link instanceof HTMLInputElement) {
  link.addEventListener("focus", () => link.select());
  document.querySelector("#copy")?.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.value);
      toast(t("The link is copied."));
    } catch {
      link.select(); // then it is copied by hand
    }
  });
}
