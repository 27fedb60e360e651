// Moments in the visitor's own time: the server tells them in the world's.
import "../site/site.js";

/** @param {ParentNode} [within] */
export function tellTimes(within = document) {
  const words = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of within.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.getAttribute("datetime") ?? "");
    if (!Number.isNaN(moment.getTime())) time.textContent = words.format(moment);
  }
}

tellTimes();
