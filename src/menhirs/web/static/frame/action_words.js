// What stands in lists of moves: notation, but words where the notation is a word of another language.
import { t } from "../site/language.js";

/** @param {string} action @returns {string} */
export function actionWords(action) {
  /** @type {Record<string, string>} */
  const words = {
    keep: t("keep"),
    pass: t("pass"),
    claim: t("claim"),
    back: t("back"),
    on: t("on"),
    resign: t("gives up"),
    time: t("time"),
    left: t("left"),
    "left-tie": t("left"),
  };
  return words[action.replace(/[12]$/, "")] ?? action;
}
