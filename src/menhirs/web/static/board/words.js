/** What the board says: labels for a screen reader, and the default of the translation functions. */

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);

/** English as it stands, for pages without a catalogue. */
export const ENGLISH = {
  t: (text, values = {}) => filled(text, values),
  tn: (one, many, n, values = {}) => filled(n === 1 ? one : many, { n, ...values }),
};

export function directionWords(t) {
  return {
    N: t("north"),
    NE: t("north-east"),
    SE: t("south-east"),
    S: t("south"),
    SW: t("south-west"),
    NW: t("north-west"),
  };
}

/** A cell as one hears it: its name, what lies there, and which cluster its fog belongs to. */
export function cellLabel({ t, tn }, cell, view, cluster, dense) {
  const menhir = view.menhirs.includes(cell);
  if (!cluster.length) {
    if (menhir) return t("{cell}: menhir", { cell });
    if (view.flipped.includes(cell)) return t("{cell}: forest, a menhir turned over", { cell });
    return t("{cell}: forest", { cell });
  }
  const lies = menhir && !dense ? t("{cell}: fog on a menhir", { cell }) : t("{cell}: fog", { cell });
  const n = cluster.length;
  const [first] = cluster;
  return `${lies}, ${tn("cluster {first}, {n} tile", "cluster {first}, {n} tiles", n, { first, n })}`;
}
