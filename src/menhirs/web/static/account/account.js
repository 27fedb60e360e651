// The account page: passkeys, and keeping the name that this browser remembers the same as the person's.
import { ask, toast } from "../site/dialogs.js";
import { t } from "../site/language.js";
import { rememberName } from "../site/name.js";
import "../site/times.js";
import { makePasskey, signIn } from "./passkeys.js";

const name = document.querySelector("#account")?.getAttribute("data-name");
if (name) rememberName(name);
else if (new URLSearchParams(location.search).has("gone")) forgetPerson();

/** Deletes this browser's data about the person who signed out. Settings and lessons stay. */
function forgetPerson() {
  try {
    for (const key of ["menhirs.name", "menhirs.game"]) localStorage.removeItem(key);
  } catch {
    // Without a storage nothing was remembered.
  }
}

/**
 * Does something with a passkey, and goes where that leads.
 * @param {HTMLButtonElement} button
 * @param {() => Promise<string>} work
 */
async function run(button, work) {
  button.disabled = true;
  try {
    const address = await work();
    if (new URL(address, location.href).pathname === location.pathname) location.reload();
    else location.assign(address);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { alert: true });
  } finally {
    button.disabled = false;
  }
}

const making = document.querySelector("#new-passkey");
if (making instanceof HTMLFormElement) {
  making.addEventListener("submit", (event) => {
    event.preventDefault();
    const label = making.elements.namedItem("label");
    const button = making.querySelector("button");
    if (label instanceof HTMLInputElement && button) run(button, () => makePasskey(label.value.trim()));
  });
}

const signing = document.querySelector("#sign-in");
if (signing instanceof HTMLButtonElement) signing.addEventListener("click", () => run(signing, signIn));

// Asks before actions that are easily pressed by a slip.
for (const form of document.querySelectorAll("form[data-asks]")) {
  form.addEventListener("submit", async (event) => {
    if (!(form instanceof HTMLFormElement) || !(event instanceof SubmitEvent)) return;
    event.preventDefault();
    const { submitter } = event;
    const answers = [{ value: "yes", label: t("Remove"), look: "danger" }];
    const answer = await ask({ title: form.dataset.asks ?? "", final: true, answers });
    if (answer !== "yes" || !(submitter instanceof HTMLButtonElement)) return;
    // Sent without a second question; the button's value belongs to it.
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value });
    form.append(field);
    form.submit();
  });
}
