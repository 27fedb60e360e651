// A page of a static site gets what a server would have told in it.
import { pathOf } from "../site/address.js";
import { byId } from "../site/element.js";
import { fill } from "./fill.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** The address that this page would have on a server, without what is behind #. */
function here() {
  return (pathOf(location.href) ?? "/").split("#")[0];
}

/** What the desk tells for a page, at first for this one. @param {Desk} desk @param {string} [path] @returns {Promise<any>} */
export async function data(desk, path = here()) {
  const answer = await desk.ask(`/told${path}`);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.text);
  return found;
}

/** Brings a page to life that is nothing without what the desk tells. @param {Desk} desk @param {(why: string) => void} lose */
export async function arrive(desk, lose) {
  document.documentElement.classList.add("arriving");
  try {
    fill(await data(desk));
    await import(new URL(byId("then").dataset.script ?? "", location.href).href);
  } catch (error) {
    lose(error instanceof Error ? error.message : String(error));
  }
  document.documentElement.classList.remove("arriving");
}
