/**
 * Scrolls a panel until a row of it is seen; never the page, under somebody's thumb.
 * @param {Element} row
 * @param {Element} panel
 * @param {number} [head] the height of what stays at the top of the panel
 */
export function showIn(row, panel, head = 0) {
  const [inner, outer] = [row.getBoundingClientRect(), panel.getBoundingClientRect()];
  const top = outer.top + head;
  if (inner.top < top) panel.scrollTop -= top - inner.top + 8;
  else if (inner.bottom > outer.bottom) panel.scrollTop += Math.min(inner.bottom - outer.bottom + 8, inner.top - top - 8);
}
