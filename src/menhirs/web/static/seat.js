// A secret behind the # never reaches a log: it is read here and posted once.
import { t } from "./site/language.js";
import "./site/site.js";

const secret = decodeURIComponent(location.hash.slice(1));
const words = document.querySelector("#seat-words");
const match = document.querySelector("#seat")?.getAttribute("data-match");

/** @param {string} text */
function tell(text) {
  if (words) words.textContent = text;
}

async function sit() {
  if (!secret) return tell(t("This link has lost its secret part. Copy the whole link and try again."));
  const answer = await fetch(location.pathname, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ secret }),
    redirect: "manual",
  });
  if (answer.ok || answer.type === "opaqueredirect") location.replace(`/m/${match}`);
  else tell(t("This link does not open a seat in this game."));
}

sit().catch(() => tell(t("The server can't be reached. Try again in a moment.")));
