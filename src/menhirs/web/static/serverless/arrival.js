// Fills a page of a static site with the data that a server would have put into it.
import { pathOf } from "../site/address.js";
import { byId } from "../site/element.js";
import { fill } from "./fill.js";

/** @typedef {import("./local_server.js").LocalServer} LocalServer */

/** The address of this page on a server, without its fragment. */
function here() {
  return (pathOf(location.href) ?? "/").split("#")[0];
}

/** The local server's data for a page, by default this one. @param {LocalServer} localServer @param {string} [path] @returns {Promise<any>} */
export async function data(localServer, path = here()) {
  const answer = await localServer.ask(`/told${path}`);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.text);
  return found;
}

/** Starts a page that needs data from the local server. @param {LocalServer} localServer @param {(why: string) => void} lose */
export async function arrive(localServer, lose) {
  document.documentElement.classList.add("arriving");
  try {
    fill(await data(localServer));
    await import(new URL(byId("then").dataset.script ?? "", location.href).href);
  } catch (error) {
    lose(error instanceof Error ? error.message : String(error));
  }
  document.documentElement.classList.remove("arriving");
}
