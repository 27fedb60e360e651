// Moves typed in notation, with what is legal at hand.
import { byId, element } from "./element.js";

export class Typed {
  #field = /** @type {HTMLInputElement} */ (byId("typed-move"));
  #shown = "";

  /** @param {(action: string) => void} onTyped */
  constructor(onTyped) {
    byId("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const action = this.#field.value.trim();
      if (!action) return;
      onTyped(action);
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
    byId("typed-list").replaceChildren(...actions.map((value) => element("option", { value })));
  }
}
