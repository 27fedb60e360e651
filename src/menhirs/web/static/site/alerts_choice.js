// The choice of turn alerts in this browser: one click to begin, one to stop.
import { byId, setText } from "./element.js";
import { t } from "./language.js";
import { alertsWanted, wantAlerts } from "./turns.js";

const HEADERS = { "content-type": "application/json" };

/** Makes the choice work, where the page has it and the browser can do it. */
export function offerAlerts() {
  if (!document.querySelector("#alerts-choice")) return;
  if (!("serviceWorker" in navigator) || !("Notification" in window)) return;
  byId("alerts-start").addEventListener("click", () => change(start));
  byId("alerts-stop").addEventListener("click", () => change(stop));
  byId("alerts-choice").hidden = false;
  // A browser may have got another address in the meantime.
  if (alertsWanted()) change(async () => show(await subscribed()));
  else show(false);
}

/** @param {() => Promise<void>} work */
async function change(work) {
  const buttons = ["alerts-start", "alerts-stop"].map((id) => /** @type {HTMLButtonElement} */ (byId(id)));
  for (const button of buttons) button.disabled = true;
  await work();
  for (const button of buttons) button.disabled = false;
}

async function start() {
  const permission = await Notification.requestPermission();
  wantAlerts(permission === "granted");
  show(permission === "granted" && (await subscribed()));
}

async function stop() {
  wantAlerts(false);
  try {
    const registration = await navigator.serviceWorker.getRegistration("/");
    const subscription = await registration?.pushManager?.getSubscription();
    if (subscription) {
      const body = JSON.stringify({ endpoint: subscription.endpoint });
      await fetch("/api/alerts", { method: "DELETE", headers: HEADERS, body });
      await subscription.unsubscribe();
    }
  } catch {
    // Without a connection the server notices as soon as it sends something.
  }
  show(false);
}

/** Subscribes the browser to alerts while no page is open. @returns {Promise<boolean>} false where that can't be */
async function subscribed() {
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const registration = await navigator.serviceWorker.ready;
    const { key } = await (await fetch("/api/alerts")).json();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const answer = await fetch("/api/alerts", { method: "POST", headers: HEADERS, body: JSON.stringify(subscription) });
    return answer.ok;
  } catch {
    return false; // a browser without a push service, or no connection
  }
}

/** @param {boolean} whenClosed whether alerts come while no page is open too */
function show(whenClosed) {
  const wanted = alertsWanted();
  const denied = Notification.permission === "denied";
  byId("alerts-start").hidden = wanted || denied;
  byId("alerts-stop").hidden = !wanted;
  setText(byId("alerts-words"), words(wanted, denied, whenClosed));
}

/** @param {boolean} wanted @param {boolean} denied @param {boolean} whenClosed */
function words(wanted, denied, whenClosed) {
  if (denied) return t("This browser blocks notifications from this site. You can allow them in its settings.");
  if (!wanted) return t("In a slow game we can tell you when it is your turn, even when this site is closed.");
  if (whenClosed) return t("This browser tells you when it is your turn.");
  return t("This browser tells you when it is your turn, as long as a page of this site is open in it.");
}
