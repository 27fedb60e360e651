// The invitation works without this: it spares typing a name again, and shows the board in the chosen theme.
import { rememberedName, rememberName } from "./site/name.js";
import { follow } from "./site/settings.js";
import "./site/site.js";

const form = document.querySelector("#join");
const name = form instanceof HTMLFormElement ? form.elements.namedItem("name") : null;
if (name instanceof HTMLInputElement) {
  name.value ||= rememberedName();
  form?.addEventListener("submit", () => rememberName(name.value.trim()));
}

// The picture goes by the device, unless somebody chose a theme.
const dark = document.querySelector(".invitation source");
const media = { auto: dark?.getAttribute("media") ?? "", dark: "all", light: "not all" };
follow(({ theme }) => dark?.setAttribute("media", media[theme]));
