// Classic and first in the head: whoever chose the dark must not be dazzled until the modules load, and a page shows
// at once what is for newcomers: the way in, and an easy puzzle.
(() => {
  const FIRST_PUZZLES = 5;
  const root = document.documentElement;
  root.classList.add("script", "newcomer", "new-to-puzzles");
  try {
    const traces = ["menhirs.played", "menhirs.choices"];
    if (traces.some((key) => localStorage.getItem(key) !== null)) root.classList.remove("newcomer");
    const { tried } = JSON.parse(localStorage.getItem("menhirs.puzzles") ?? "{}");
    if (Object.keys(tried ?? {}).length >= FIRST_PUZZLES) root.classList.remove("new-to-puzzles");
    const { theme } = JSON.parse(localStorage.getItem("menhirs.settings") ?? "{}");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // No storage, or something else in it: the device decides.
  }
})();
