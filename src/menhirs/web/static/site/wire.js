/**
 * Whom the page talks to: a server, or the local server that a static site runs in the visitor's browser. Everything that
 * scripts ask goes through here, and they can't tell the difference.
 */

/**
 * Asks for something at an address of the server's, as `fetch` does.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export function ask(path, init) {
  return window.menhirsLocalServer ? window.menhirsLocalServer.ask(path, init) : fetch(path, init);
}

/**
 * Opens a socket, or what speaks like one.
 * @param {string} path
 * @returns {import("../../socket").AnySocket}
 */
export function openSocket(path) {
  if (window.menhirsLocalServer) return window.menhirsLocalServer.open(path);
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return new WebSocket(url);
}

/**
 * Shows a picture that a server draws: where there is none, the local server does.
 * @param {HTMLImageElement} image
 * @param {string} path
 */
export async function showPicture(image, path) {
  if (!window.menhirsLocalServer) return image.setAttribute("src", path);
  const answer = await ask(path).catch(() => null);
  if (answer?.ok) image.setAttribute("src", `data:image/svg+xml,${encodeURIComponent(await answer.text())}`);
}
