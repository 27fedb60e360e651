/**
 * The analysis in the address of the page: the start as a parameter, the tree behind #, which no server logs. So
 * a page that is loaded again shows the same, and its address is all that somebody else needs.
 */
import { movesOf } from "./tree.js";
import { wholeAddress } from "../site/address.js";

/** Characters of an address that every browser and messenger takes. */
const LONGEST = 6000;

/** @typedef {{moves: string, at: number}} Shared */

/** The address of a tree; null if it is too long for one. @param {string} position @param {import("./tree.js").Node} root @param {import("./tree.js").Node} current */
export function addressOf(position, root, current) {
  const url = new URL(wholeAddress("/analysis"));
  url.searchParams.set("position", position);
  const moves = movesOf(root);
  if (moves) url.hash = new URLSearchParams({ moves, at: String(root.all.indexOf(current)) }).toString();
  return url.href.length > LONGEST ? null : url.href;
}

/** What an address says of the tree; null if nothing. @returns {Shared|null} */
export function readAddress() {
  const data = new URLSearchParams(location.hash.slice(1));
  const moves = data.get("moves");
  return moves ? { moves, at: Number(data.get("at")) || 0 } : null;
}
