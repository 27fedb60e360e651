// How advice is shown on the board.

/**
 * A view without the marks of the last move where something better is drawn: three arrows would be one too many.
 * @param {import("../../messages").View} view @param {import("../board/marks.js").Advice[]} advice
 */
export function withoutLast(view, advice) {
  return advice.length ? { ...view, last: null } : view;
}
