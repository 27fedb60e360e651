// Moves typed in notation or with the directions of the page's language, with the legal ones as suggestions.
import { directionWords } from "../board/words.js";
import { ask, toast } from "../site/dialogs.js";
import { byId, element } from "../site/element.js";
import { t } from "../site/language.js";

export class MoveInput {
  #field = /** @type {HTMLInputElement} */ (byId("typed-move"));
  #shown = "";

  /** @param {(text: string) => void} onTyped */
  constructor(onTyped) {
    byId("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#field.value.trim();
      if (!text) return;
      onTyped(text);
      this.#field.value = "";
    });
  }

  focus() {
    this.#field.focus();
  }

  /** @param {{action: string}[]} legal */
  update(legal) {
    const actions = legal.map(({ action }) => action);
    const shown = actions.join(" ");
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (actions.length) this.#field.placeholder = t("Type a move, such as {action}", { action: actions[0] });
    byId("typed-list").replaceChildren(...actions.map((value) => element("option", { value })));
  }
}

/**
 * The action that was meant, asked for where letters stand for different directions in different
 * languages; "" if there is none.
 * @param {import("./socket.js").Answer|null} read the server's answer
 * @returns {Promise<string>}
 */
export async function chooseMeaning(read) {
  if (read?.type !== "read") {
    toast(read?.text ?? t("There is no connection at the moment."), { alert: true, rule: read?.rule });
    return "";
  }
  if (read.sure) return read.actions[0];
  const words = /** @type {Record<string, string>} */ (directionWords(t));
  const answers = read.actions.map((action) => {
    const direction = words[action.slice(action.indexOf("-") + 1)];
    return { value: action, label: t("Move {direction}", { direction }) };
  });
  return ask({ title: t("Which way do you mean?"), answers });
}
