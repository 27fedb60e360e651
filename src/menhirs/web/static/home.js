// The front page works without this: it remembers choices and counts stones set up by hand.
import { toast } from "./dialogs.js";
import { t, tn } from "./language.js";
import { rememberedName, rememberName } from "./name.js";

const KEY = "menhirs.choices";
const STONES = 7;

/** @returns {Record<string, Record<string, string[]>>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {HTMLFormElement} form */
function remember(form) {
  /** @type {Record<string, string[]>} */
  const fields = {};
  for (const [name, value] of new FormData(form)) (fields[name] ??= []).push(String(value));
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), [form.dataset.way ?? ""]: fields }));
  } catch {
    // Then not.
  }
}

/** @param {HTMLFormElement} form */
function recall(form) {
  const fields = remembered()[form.dataset.way ?? ""];
  if (!fields) return;
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field.type === "hidden") continue;
    const values = fields[field.name] ?? [];
    if (field.type === "radio" && values.length === 0) continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
    else if (values.length > 0) field.value = values[0];
  }
}

/** @param {HTMLFormElement} form */
function stones(form) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=menhirs]")]);
  const words = form.querySelector(".hand-count");
  const chosen = () => boxes.filter((box) => box.checked).length;
  const byHand = () => new FormData(form).get("layout") === "hand";

  const tell = () => {
    const left = STONES - chosen();
    for (const box of boxes) box.disabled = byHand() ? left <= 0 && !box.checked : false;
    if (!words) return;
    if (left > 0) words.textContent = tn("{n} menhir left to place.", "{n} menhirs left to place.", left, { n: left });
    else words.textContent = t("All seven menhirs stand.");
  };
  form.addEventListener("change", tell);
  form.addEventListener("submit", (event) => {
    if (!byHand()) {
      // The server need not hear of stones that play no part.
      for (const box of boxes) box.disabled = true;
      setTimeout(tell);
    } else if (chosen() !== STONES) {
      event.preventDefault();
      for (const fold of form.querySelectorAll("details")) fold.open = true;
      boxes[0]?.focus();
      toast(t("Set up exactly seven menhirs first."), { alert: true });
    }
  });
  tell();
}

for (const form of document.querySelectorAll("form.way-form")) {
  if (!(form instanceof HTMLFormElement)) continue;
  recall(form);
  stones(form);
  const name = form.elements.namedItem("name");
  if (name instanceof HTMLInputElement) {
    name.value = rememberedName();
    form.addEventListener("submit", () => rememberName(name.value.trim()));
  }
  // Whoever types a number of minutes wants a clock that has them.
  form.addEventListener("input", ({ target }) => {
    const chooses = target instanceof HTMLInputElement ? target.dataset.chooses : undefined;
    const radio = chooses ? document.getElementById(chooses) : null;
    if (radio instanceof HTMLInputElement) radio.checked = true;
  });
  form.addEventListener("submit", () => remember(form));
}

// A link such as /#computer opens that card.
const wanted = location.hash ? document.getElementById(location.hash.slice(1)) : null;
if (wanted instanceof HTMLDetailsElement) wanted.open = true;
