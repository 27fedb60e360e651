// The link to one's other device: copied with one click, and it says when it was used.
import { copies } from "../site/copies.js";
import { byId } from "../site/element.js";
import { t } from "../site/language.js";
import "../site/site.js";
import { post } from "./post.js";

const LOOK_EVERY = 2000; // milliseconds

const link = /** @type {HTMLInputElement} */ (byId("link"));
link.addEventListener("focus", () => link.select());
copies("copy", link, t("The link is copied."));

/** @param {string} words what has become of the link */
function end(words) {
  byId("open-link").hidden = true;
  byId("link-used").textContent = words;
}

async function look() {
  const { used } = await post("/you/link/used", { code: new URL(link.value).hash.slice(1) });
  if (used === null) setTimeout(check, LOOK_EVERY);
  else end(t("Done: your games are now on your other device too ({browser}).", { browser: used || t("a browser") }));
}

function check() {
  look().catch((error) => {
    if (error.code === "device-link") end(t("This link is too old by now, or you have made another one."));
    else setTimeout(check, LOOK_EVERY); // the network may come back
  });
}

setTimeout(check, LOOK_EVERY);
