// The game that this browser plays, so that the front page can lead back to it.
import { markPlayed } from "../site/played.js";
import { otherOf } from "./plates.js";

const KEY = "menhirs.game";
let withdrawn = false;

/**
 * Keeps the address of a game that is under way, and forgets it when it is over: then it was played.
 * @param {import("./match_state.js").MatchState} match
 */
export function rememberGame({ id, state, shared, watching }) {
  if (watching || withdrawn) return;
  if (state.phase === "over") markPlayed(state.rules);
  try {
    if (state.phase !== "over") {
      const opponent = shared || state.phase === "waiting" ? "" : state.seats[otherOf(state.you[0])].name;
      localStorage.setItem(KEY, JSON.stringify({ match: id, opponent }));
    } else if (JSON.parse(localStorage.getItem(KEY) ?? "null")?.match === id) {
      localStorage.removeItem(KEY);
    }
  } catch {
    // Without a storage nothing is remembered.
  }
}

/** Nothing leads back to a game that is withdrawn, whatever is still heard of it. */
export function forgetGame() {
  withdrawn = true;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Then nothing was remembered either.
  }
}
