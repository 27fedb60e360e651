// The link for another organiser: its code stands behind #, where no server sees it before it is sent.
import { byId } from "../site/element.js";
import "../site/site.js";

/** @type {HTMLInputElement} */ (byId("desk-code")).value = location.hash.slice(1);
