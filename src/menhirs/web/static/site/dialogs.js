// Dialogs for questions, toasts for messages.
import { t } from "./language.js";
import { element } from "./element.js";
import { address } from "./address.js";

/** A click beside a dialog closes it. @param {HTMLDialogElement} dialog */
export function closeOnBackdrop(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    // Keys make clicks without a place.
    if (!inside && event.detail > 0) dialog.close("");
  });
}

/**
 * Asks a question and waits for one of the answers; "" if the dialog is closed without one.
 * What can't be undone is asked with the focus on Cancel, so that a key pressed twice does no harm.
 * @param {{title: string, text?: string, final?: boolean, cancel?: string, answers: {value: string, label: string, look?: string}[]}} question
 * @returns {Promise<string>}
 */
export function ask({ title, text, answers, final = false, cancel = t("Cancel") }) {
  const heading = element("h2", { id: "question-title" }, title);
  const dialog = element(
    "dialog",
    { class: "sheet small", "aria-labelledby": "question-title" },
    element(
      "form",
      { method: "dialog" },
      heading,
      text ? element("p", {}, text) : null,
      element(
        "div",
        { class: "answers" },
        ...answers.map(({ value, label, look }) => element("button", { value, class: look ?? "" }, label)),
        element("button", { value: "", class: "quiet", autofocus: final }, cancel),
      ),
    ),
  );
  document.body.append(dialog);
  closeOnBackdrop(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    dialog.showModal();
  });
}

/** The address of a rule. @param {string} rule such as M4 */
export function ruleLink(rule) {
  return address(`/rules/reference#${rule.toLowerCase()}`);
}

/** The page that says more about a refusal; null if there is none. @param {{more?: string}|null} [data] */
export function moreLink(data) {
  if (!data?.more) return null;
  const words = data.more === "/you" ? t("Why, and for how long?") : t("What is fair play?");
  return element("a", { href: address(data.more) }, words);
}

/** Removes outdated messages. */
export function clearToasts() {
  document.querySelector("#toasts")?.replaceChildren();
}

/**
 * Shows a few words for a while.
 * @param {string} text
 * @param {{alert?: boolean, rule?: string, more?: string}} [options] an alert is read aloud at once and stays longer;
 *   the rule that it rests on can be looked up, or the page that says more
 */
export function toast(text, { alert = false, rule = "", more = "" } = {}) {
  const holder = document.querySelector("#toasts");
  if (!holder || !text) return;
  const code = rule ? element("a", { href: ruleLink(rule), target: "_blank", rel: "noopener" }, t("rule {code}", { code: rule })) : null;
  const link = code ?? moreLink({ more });
  const words = element("p", {}, text, ...(link ? [" ", link] : []));
  const close = element("button", { type: "button", class: "icon", "aria-label": t("Close") }, "×");
  const box = element("div", { class: alert ? "toast alert" : "toast", role: alert ? "alert" : "status" }, words, close);
  const end = () => box.remove();
  close.addEventListener("click", end);
  while (holder.children.length > 2) holder.firstElementChild?.remove();
  holder.append(box);
  // Long enough to read: some 15 characters a second, and a start.
  setTimeout(end, (alert ? 4000 : 2500) + text.length * 65);
}
