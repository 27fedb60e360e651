// Files that a server would send: the local server writes them, and the browser saves them.
import { pathOf } from "../site/address.js";
import { toast } from "../site/dialogs.js";
import { element } from "../site/element.js";
import { t } from "../site/language.js";
import { save } from "../site/save.js";
import { ask } from "../site/wire.js";

/** A drawn picture as PNG, by the browser's own means. @param {string} drawn @returns {Promise<Blob|null>} */
async function painted(drawn) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
  await image.decode();
  const canvas = element("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** @param {string} path @param {string} named */
async function download(path, named) {
  const isPicture = path.endsWith(".png");
  const answer = await ask(isPicture ? path.replace(/png$/, "svg") : path).catch(() => null);
  const text = (await answer?.text()) ?? "";
  if (!answer?.ok) return toast(JSON.parse(text || "{}").text ?? t("That did not work."), { alert: true });
  const name = named || `${path.split("/").at(-2)}.menhirs`;
  const contents = isPicture ? await painted(text) : new Blob([text], { type: "text/plain" });
  if (contents) save(contents, name);
}

/** The download of a link: its address and its file name. @param {EventTarget|null} target */
function wanted(target) {
  const place = target instanceof Element ? target.closest("a[download], [data-download]") : null;
  if (place instanceof HTMLButtonElement) return { path: place.dataset.download, name: place.dataset.name ?? "" };
  if (!(place instanceof HTMLAnchorElement) || place.href.startsWith("blob:")) return null;
  return { path: pathOf(place.href), name: place.download };
}

export function takeDownloads() {
  document.addEventListener("click", (event) => {
    const { path, name } = wanted(event.target) ?? { path: null, name: "" };
    if (!path) return;
    event.preventDefault();
    download(path, name);
  });
}
