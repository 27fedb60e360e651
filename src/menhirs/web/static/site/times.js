// Shows moments in the visitor's time zone: the server sends them in UTC.
import "./site.js";

/** @param {ParentNode} [within] */
export function tellTimes(within = document) {
  const { lang } = document.documentElement;
  // Of the page's language the variety that the visitor reads: the English write dates as their neighbours do.
  const variety = navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
  const words = new Intl.DateTimeFormat(variety, { dateStyle: "medium", timeStyle: "short" });
  for (const time of within.querySelectorAll('time[datetime*="T"]')) {
    const moment = new Date(time.getAttribute("datetime") ?? "");
    if (!Number.isNaN(moment.getTime())) time.textContent = words.format(moment);
  }
}

tellTimes();
