/**
 * Where pages are. Scripts know the addresses that a server has; on a static site each of them is a file in some
 * folder. `menhirs/site/addresses.py` says how.
 */
import { edition } from "./edition.js";

/** The parts of an address of the server's. @param {string} path */
function partsOf(path) {
  const [, name = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path) ?? [];
  return { name, query, hash };
}

/** The real address, here, of what a server has at that path. @param {string} path @returns {string} */
export function address(path) {
  if (!edition) return path;
  const { name, query, hash } = partsOf(path);
  for (const [start, folder] of Object.entries(edition.shared)) {
    if (!name.startsWith(start) || name === start) continue;
    const id = encodeURIComponent(decodeURIComponent(name.slice(start.length)));
    return `${edition.home}${folder}?id=${id}${query.replace("?", "&")}${hash}`;
  }
  if (/\.\w+$/.test(name)) return `${edition.root}${name.slice(1)}${query}${hash}`;
  return `${edition.home}${name.replace(/^\/+/, "").replace(/([^/])$/, "$1/")}${query}${hash}`;
}

/** The whole address of a path, to be sent to somebody. @param {string} path */
export function wholeAddress(path) {
  return new URL(address(path), location.href).href;
}

/** What a server would have at an address of this site; null if it is none of ours. @param {string} href */
export function pathOf(href) {
  const url = new URL(href, location.href);
  if (!edition) return url.origin === location.origin ? url.pathname + url.search + url.hash : null;
  const home = new URL(edition.home, location.href);
  const root = new URL(edition.root, location.href);
  const base = url.href.startsWith(home.href) ? home : root;
  if (!url.href.startsWith(base.href)) return null;
  const folder = decodeURIComponent(url.pathname.slice(base.pathname.length)).replace(/index\.html$/, "");
  for (const [start, shared] of Object.entries(edition.shared)) {
    if (folder !== shared) continue;
    const id = url.searchParams.get("id") ?? "";
    url.searchParams.delete("id");
    return `${start}${id}${url.search}${url.hash}`;
  }
  return `/${folder.replace(/\/$/, "")}${url.search}${url.hash}`;
}
