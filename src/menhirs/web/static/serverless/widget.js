/**
 * What a widget of a static site begins with: it opens the line to the desk and fills itself. The site is not kept for
 * use without a network here: that is for visitors of the site itself.
 */
import { byId, element } from "../site/element.js";
import { arrive } from "./arrival.js";
import { Desk } from "./desk.js";
import { tellWaiting } from "./waiting.js";

const theme = new URLSearchParams(location.search).get("theme") ?? "";
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
const desk = new Desk();
tellWaiting(desk);
window.menhirsDesk = desk;

arrive(desk, (why) => byId("main").replaceChildren(element("p", { class: "embed-problem" }, why)));
