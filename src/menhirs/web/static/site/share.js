// Links: copied or shared.
import { closeOnBackdrop, toast } from "./dialogs.js";
import { edition } from "./edition.js";
import { element } from "./element.js";
import { t } from "./language.js";
import { settings } from "./settings.js";
import { address, wholeAddress } from "./address.js";
import { ask, showPicture } from "./wire.js";

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

/** Everything there is to share of a game that is over. @param {string} match */
export async function showGame(match) {
  const at = `/m/${match}`;
  const { theme, animation } = settings();
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  const file = (/** @type {string} */ name, /** @type {string} */ saved, /** @type {string} */ words) =>
    element("a", { class: "button", href: address(`${at}/${name}`), download: saved }, words);
  const picture = element("img", {
    class: "shared-game",
    width: 712,
    height: 676,
    alt: animation === "off" ? t("The final position") : t("The game as a moving picture"),
  });
  showPicture(picture, `${at}/${animation === "off" ? "picture" : "game"}.svg?theme=${dark ? "dark" : "light"}`);
  showLink(
    t("Share this game"),
    "",
    wholeAddress(at),
    picture,
    element(
      "div",
      { class: "row" },
      file("game.svg", `${match}.svg`, t("Save the moving picture")),
      file("picture.png", `${match}.png`, t("Save the final position")),
      file("record", "", t("Save the record")),
    ),
    snippetFor(`/embed${edition ? await movesOfGame(at) : at}`, t("A game of Menhirs dans le Brouillard")),
  );
}

/** The address of a widget of a local game: it contains the moves, since nobody else has the game. @param {string} at */
async function movesOfGame(at) {
  const record = await (await ask(`${at}/record`)).text();
  const opened = await ask("/api/analysis/open", { method: "POST", body: JSON.stringify({ text: record }) });
  /** @type {import("../../messages").AnalysisOpening} */
  const { position, line } = await opened.json();
  const moves = line.plies.map(({ action }) => action ?? "").filter(Boolean);
  return `/game?${new URLSearchParams({ position, moves: moves.join(" ") })}`;
}

/**
 * The HTML that shows something of ours on another site, with a button to copy it.
 * @param {string} path of the widget
 * @param {string} title
 * @param {string} [words] what it is for
 */
export function snippetFor(path, title, words = t("Show it on your own site")) {
  const address = wholeAddress(path).replaceAll("&", "&amp;");
  const html = `<iframe src="${address}" width="480" height="560" title="${title.replaceAll('"', "&quot;")}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
  const field = element("textarea", { readonly: true, rows: 4, class: "snippet", "aria-label": t("HTML for your own site") }, html);
  const press = () => copy(html, t("Copied."));
  return element(
    "details",
    { class: "share-embed" },
    element("summary", {}, words),
    field,
    element("button", { type: "button", onclick: press }, t("Copy the HTML")),
  );
}

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
