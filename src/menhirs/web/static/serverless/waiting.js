// Says that the local server is being opened, if somebody has to wait for it.
import { element, setText } from "../site/element.js";
import { t } from "../site/language.js";

/** Milliseconds of waiting that need no message. */
const PATIENCE = 400;

/** @param {import("./local_server.js").LocalServer} localServer */
export function tellWaiting(localServer) {
  let timer = 0;
  const words = element("p", {}, t("One moment: the game is being set up in your browser."));
  const bar = element("progress", { max: 1, value: 0, "aria-label": t("Setting up") });
  const notice = element("div", { class: "arrival", role: "status" }, words, bar);
  localServer.onWaiting = () => {
    timer ||= window.setTimeout(() => localServer.isReady || document.body.append(notice), PATIENCE);
  };
  localServer.onProgress = (share) => {
    bar.value = share;
    if (share < 1) return;
    clearTimeout(timer);
    notice.remove();
  };
  localServer.onFailure = (why) => {
    clearTimeout(timer);
    setText(words, t("The game can't run in this browser: {why}", { why }));
    bar.remove();
    document.body.append(notice);
  };
}
