// Links: copied, shared, or handed to one's own other device.
import { closeOnBackdrop, toast } from "./dialogs.js";
import { element } from "./element.js";
import { t } from "./language.js";

/** @param {string} text @param {string} done what to say then */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // Without permission the visitor copies it by hand.
    showLink(t("Copy this link"), "", text);
  }
}

/** @param {{title: string, url: string}} what */
export async function share(what) {
  try {
    await navigator.share(what);
  } catch {
    // Changing one's mind is no error.
  }
}

export const canShare = typeof navigator.share === "function";

/** @param {string} title @param {string} text @param {string} url */
function showLink(title, text, url) {
  const field = element("input", { readonly: true, value: url, class: "grow", "aria-label": title });
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-labelledby": "link-title" },
    element("h2", { id: "link-title" }, title),
    text ? element("p", {}, text) : null,
    element(
      "div",
      { class: "row" },
      field,
      element("button", { type: "button", class: "primary", onclick: () => copy(url, t("Copied.")) }, t("Copy")),
      canShare ? element("button", { type: "button", onclick: () => share({ title, url }) }, t("Share…")) : null,
    ),
    element("form", { method: "dialog", class: "answers" }, element("button", { class: "quiet" }, t("Close"))),
  );
  document.body.append(dialog);
  closeOnBackdrop(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  field.select();
}

/** @param {string} match */
export async function showSeatLink(match) {
  try {
    const answer = await fetch(`/m/${match}/seat-link`);
    if (!answer.ok) throw new Error(String(answer.status));
    const { url } = await answer.json();
    showLink(
      t("Go on from another device"),
      t("Open this link there. Whoever has it plays for you, so keep it to yourself."),
      url,
    );
  } catch {
    toast(t("There is no such link at the moment."), { alert: true });
  }
}
