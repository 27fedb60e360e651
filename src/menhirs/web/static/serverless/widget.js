/**
 * The start of a widget of a static site: it connects to the local server and fills itself. The site is not stored for
 * use without a network here: that is for visitors of the site itself.
 */
import { byId, element } from "../site/element.js";
import { arrive } from "./arrival.js";
import { LocalServer } from "./local_server.js";
import { tellWaiting } from "./waiting.js";

const theme = new URLSearchParams(location.search).get("theme") ?? "";
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
const localServer = new LocalServer();
tellWaiting(localServer);
window.menhirsLocalServer = localServer;

arrive(localServer, (why) => byId("main").replaceChildren(element("p", { class: "embed-problem" }, why)));
