// The decision moment where nobody is hurried: both ways with what each costs. One press chooses.
import { byId, element, setText } from "../site/element.js";

/** @param {import("../../messages").DecideState|null} decide @param {(action: string) => void} choose */
export function showDecide(decide, choose) {
  byId("decide").hidden = !decide;
  if (!decide) return;
  setText(byId("decide-title"), decide.title);
  setText(byId("decide-words"), decide.words);
  const choices = decide.choices.map(({ action, title, words }) =>
    element(
      "button",
      { type: "button", class: "choice", "data-action": action, onclick: () => choose(action) },
      element("strong", {}, title),
      element("span", {}, words),
    ),
  );
  byId("decide-choices").replaceChildren(...choices);
}
