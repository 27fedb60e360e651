// The choice of a language: the same page in another one, and the front door remembers it.
const KEY = "menhirs.language";

export function keepLanguage() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.language-link") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    try {
      localStorage.setItem(KEY, link.lang);
    } catch {
      // Then the browser's own languages decide next time.
    }
    event.preventDefault();
    location.assign(link.href + location.search + location.hash);
  });
}
