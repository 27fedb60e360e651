// The round track, as one has it on paper beside the board.
import { element, setText } from "./element.js";
import { t } from "./language.js";

/**
 * @typedef {object} Stop
 * @property {string} round
 * @property {string} label
 * @property {number} lap
 * @property {"done"|"now"|"to come"} state
 * @property {"may"|"must"|"never"} takes
 * @property {1|2|null} [only] the one player who takes away in this round
 */

const TAKES = () => ({ may: t("fog may be taken away"), must: t("fog must be taken away"), never: "" });
const STATES = () => ({ done: t("played"), now: t("now"), "to come": "" });

/** @param {HTMLElement} holder @param {Stop[]} track */
export function showTrack(holder, track) {
  const shown = JSON.stringify(track);
  if (holder.dataset.shown === shown) return;
  holder.dataset.shown = shown;
  const [takes, states] = [TAKES(), STATES()];
  const laps = [...new Set(track.map(({ lap }) => lap))];
  holder.replaceChildren(
    ...laps.map((lap) =>
      element(
        "ol",
        { class: "track", "aria-label": lap > 1 ? t("Rounds of lap {n}", { n: lap }) : t("Rounds") },
        ...track
          .filter((stop) => stop.lap === lap)
          .map((stop) => {
            const only = stop.only ? t("player {n} only", { n: stop.only }) : "";
            const more = [states[stop.state], takes[stop.takes], only].filter(Boolean).join(", ");
            return element(
              "li",
              {
                class: `stop ${stop.state.replace(" ", "-")} takes-${stop.takes}${stop.only ? " only-one" : ""}`,
                "aria-current": stop.state === "now" ? "step" : null,
                title: more || null,
              },
              element("span", { class: "stop-number" }, stop.label),
              more ? element("span", { class: "visually-hidden" }, ` (${more})`) : null,
            );
          }),
      ),
    ),
  );
}

/** @param {HTMLElement} node @param {{free: string[], menhirs: string[]}} view @param {number} lap */
export function showFreed(node, { free, menhirs }, lap) {
  const count = t("{free} of {all} menhirs free", { free: free.length, all: menhirs.length });
  setText(node, lap > 1 ? `${t("Lap {n}", { n: lap })} · ${count}` : count);
}
