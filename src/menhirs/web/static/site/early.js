// Classic and first in the head: whoever chose the dark must not be dazzled until the modules load, and whoever
// has finished no game here sees the way in at once.
(() => {
  const root = document.documentElement;
  root.classList.add("script", "newcomer");
  try {
    const traces = ["menhirs.played", "menhirs.choices"];
    if (traces.some((key) => localStorage.getItem(key) !== null)) root.classList.remove("newcomer");
    const { theme } = JSON.parse(localStorage.getItem("menhirs.settings") ?? "{}");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // No storage, or something else in it: the device decides.
  }
})();
