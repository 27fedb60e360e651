// What somebody has typed and not sent yet: it survives a page that is made anew, and a form beside it that is sent.

/** @typedef {HTMLInputElement|HTMLSelectElement|HTMLTextAreaElement} Field */

/** @param {Element} part @returns {Field[]} */
const fieldsOf = (part) =>
  /** @type {Field[]} */ ([...part.querySelectorAll("form select, form textarea, form input:not([type=hidden])")]);

/** @param {Field} field whether it holds something that was not sent yet */
function isFilledIn(field) {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected) && field.selectedIndex > 0;
  }
  return field.value !== field.defaultValue;
}

/** The key of a form field, the same on every page. @param {Field} field */
function nameOf(field) {
  const form = field.form;
  const about = [...(form?.querySelectorAll("input[type=hidden]") ?? [])].map((one) => /** @type {HTMLInputElement} */ (one).value);
  return [form?.getAttribute("action"), ...about, field.name].join(" ");
}

/**
 * @param {Element} part
 * @param {HTMLFormElement|null} [sent] the form that is being sent, which is not kept
 * @returns {Record<string, string>}
 */
export function unsaved(part, sent = null) {
  const filled = fieldsOf(part).filter((field) => field.form !== sent && isFilledIn(field));
  return Object.fromEntries(filled.map((field) => [nameOf(field), field.value]));
}

/** @param {Element} part @param {Record<string, string>} kept */
export function fillIn(part, kept) {
  for (const field of fieldsOf(part)) {
    const value = kept[nameOf(field)];
    if (value === undefined) continue;
    field.value = value;
    for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  }
}

/** Keeps the input of other forms while one is sent, and after an error also of that one. @param {HTMLElement} part */
export function keepUnsaved(part) {
  const key = `menhirs.unsaved.${part.dataset.tournament}`;
  const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
  sessionStorage.removeItem(key);
  if (kept) fillIn(part, document.querySelector(".problem") ? { ...kept.others, ...kept.sent } : kept.others);
  part.addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return;
    const others = unsaved(part, target);
    const all = unsaved(part);
    const sent = Object.fromEntries(Object.entries(all).filter(([name]) => !(name in others)));
    sessionStorage.setItem(key, JSON.stringify({ others, sent }));
  });
}
