/**
 * Forms of the front page and its like. On a server the browser sends them; here the local server gets their data, and
 * the page goes where the answer leads.
 */
import { address } from "../site/address.js";
import { toast } from "../site/dialogs.js";
import { t } from "../site/language.js";
import { ask } from "../site/wire.js";

const NUMBERS = new Set(["level", "minutes", "increment", "days"]);
const SWITCHES = new Set(["rated", "public", "guided"]);

/** @type {Record<string, {path: string, go: (answer: any) => string}>} */
const DESTINATIONS = {
  "/matches": { path: "/api/matches", go: ({ match }) => `/m/${match}` },
  "/review": { path: "/api/reviews", go: ({ id }) => `/review/${id}` },
};

/** What a form says, as the server's JSON interface wants it. @param {FormData} form */
function fieldsOf(form) {
  /** @type {Record<string, unknown>} */
  const fields = {};
  for (const name of new Set(form.keys())) {
    const text = form.getAll(name).join(" "); // a box for every menhir
    if (text === "") continue;
    fields[name] = NUMBERS.has(name) ? Number(text) : SWITCHES.has(name) ? text === "true" : text;
  }
  return fields;
}

/** @param {SubmitEvent} event */
async function send(event) {
  const form = event.target;
  const wanted = form instanceof HTMLFormElement ? DESTINATIONS[form.dataset.post ?? ""] : undefined;
  if (!(form instanceof HTMLFormElement) || !wanted) return;
  if (event.defaultPrevented) return;
  event.preventDefault();
  const fields = fieldsOf(new FormData(form, event.submitter));
  if (form.classList.contains("is-sending")) return;
  form.classList.add("is-sending");
  event.submitter?.setAttribute("aria-busy", "true");
  try {
    const answer = await ask(wanted.path, { method: "POST", body: JSON.stringify(fields) });
    const data = await answer.json().catch(() => null);
    if (answer.ok) return location.assign(address(wanted.go(data)));
    toast(data?.text ?? t("That did not work."), { alert: true });
  } catch {
    toast(t("That did not work."), { alert: true });
  }
  form.classList.remove("is-sending");
  event.submitter?.removeAttribute("aria-busy");
}

export function takeForms() {
  // The page's own script may have something to say first.
  addEventListener("submit", send);
}
