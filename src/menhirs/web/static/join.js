// Sitting down at a free seat, and saying one's name.
import { byId } from "./element.js";
import { rememberedName, rememberName } from "./name.js";

/** Takes the free seat. @param {string} match @returns {Promise<boolean>} whether it worked */
export async function sitDown(match) {
  try {
    const body = new URLSearchParams({ name: rememberedName() });
    const answer = await fetch(`/m/${match}/join`, { method: "POST", body, redirect: "manual" });
    return answer.ok || answer.type === "opaqueredirect";
  } catch {
    return false;
  }
}

/** The little form that asks for a name. */
export class Naming {
  #form = /** @type {HTMLFormElement} */ (byId("naming"));
  #field = /** @type {HTMLInputElement} */ (byId("naming-name"));

  /** @param {(name: string) => void} onName */
  constructor(onName) {
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = this.#field.value.trim();
      rememberName(name);
      onName(name);
      this.#form.hidden = true;
    });
    byId("naming-close").addEventListener("click", () => {
      this.#form.hidden = true;
    });
  }

  /** @param {string} name what it is now */
  ask(name, focus = true) {
    this.#field.value = name || rememberedName();
    this.#form.hidden = false;
    if (focus) this.#field.focus();
  }
}
