// Classic and first in the head: whoever chose the dark must not be dazzled until the modules load.
(() => {
  const root = document.documentElement;
  root.classList.add("script");
  try {
    const { theme } = JSON.parse(localStorage.getItem("menhirs.settings") ?? "{}");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // No storage, or something else in it: the device decides.
  }
})();
