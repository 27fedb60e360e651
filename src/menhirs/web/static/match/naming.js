// The little form that asks for a name, or at a shared screen for both.
import { byId } from "../site/element.js";
import { rememberedName, rememberName } from "../site/name.js";

export class Naming {
  #form = /** @type {HTMLFormElement} */ (byId("naming"));
  #fields = ["naming-name", "naming-other"].map((id) => /** @type {HTMLInputElement} */ (byId(id)));
  /** @type {(1|2)[]} the seats that are named */
  #seats = [];

  /** @param {(name: string, seat: 1|2) => void} onName */
  constructor(onName) {
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const names = this.#fields.map(({ value }) => value.trim());
      if (this.#seats.length === 1) rememberName(names[0]);
      this.#seats.forEach((seat, i) => onName(names[i], seat));
      this.#form.hidden = true;
    });
    byId("naming-close").addEventListener("click", () => {
      this.#form.hidden = true;
    });
  }

  /** @param {import("./match_state.js").State} state */
  ask(state) {
    this.#seats = state.you;
    const shared = this.#seats.length === 2;
    for (const one of this.#form.querySelectorAll("[data-for]")) {
      /** @type {HTMLElement} */ (one).hidden = (one.getAttribute("data-for") === "both") !== shared;
    }
    this.#fields.forEach((field, i) => {
      field.value = state.seats[this.#seats[i]]?.name ?? "";
    });
    if (!shared) this.#fields[0].value ||= rememberedName();
    this.#form.hidden = false;
    this.#fields[0].focus();
  }
}
