// The tabs of a panel: one sheet at a time, chosen by pointer or with the arrow keys.

/** @param {ParentNode} [within] @returns {HTMLElement[]} */
function all(within = document) {
  return [...within.querySelectorAll("[role=tab]")].map((tab) => /** @type {HTMLElement} */ (tab));
}

/** Shows the sheet of a tab. @param {string} id of the tab */
export function showTab(id) {
  const chosen = document.getElementById(id);
  if (!chosen) return;
  chosen.hidden = false;
  for (const tab of all(chosen.parentElement ?? document)) {
    const is = tab === chosen;
    tab.setAttribute("aria-selected", String(is));
    tab.tabIndex = is ? 0 : -1;
    const sheet = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    if (sheet) sheet.hidden = !is;
  }
}

/** Whether the sheet of a tab is the one that is shown. @param {string} id of the tab */
export function isShown(id) {
  return document.getElementById(id)?.getAttribute("aria-selected") === "true";
}

/** Makes the tabs of the page work. */
export function wireTabs() {
  for (const tab of all()) {
    tab.addEventListener("click", () => showTab(tab.id));
    tab.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const tabs = all(tab.parentElement ?? document).filter((one) => !one.hidden);
      const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
      showTab(next.id);
      next.focus();
    });
  }
}
