// Links: copied or shared.
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

/** The link to a match as a picture for a friend's camera. @param {string} url */
export function showCode(url) {
  const picture = element("img", { class: "link-code", src: `${url}/link.svg`, width: 288, height: 288, alt: t("The link as a QR code") });
  showLink(t("Invite a friend"), t("Your friend can scan it with a camera."), url, picture);
}

/** @param {string} title @param {string} text @param {string} url @param {...(Node|null)} more */
export function showLink(title, text, url, ...more) {
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
    ...more,
    element("form", { method: "dialog", class: "answers" }, element("button", { class: "quiet" }, t("Close"))),
  );
  document.body.append(dialog);
  closeOnBackdrop(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  field.select();
}
