// The front door: leads to the language that was chosen last, or the one that the browser likes best.
(() => {
  const links = [...document.querySelectorAll("a[hreflang]")];
  let liked = [...navigator.languages];
  try {
    liked = [localStorage.getItem("menhirs.language") ?? "", ...liked];
  } catch {
    // No storage: the browser's own order does.
  }
  const codes = liked.map((tag) => tag.slice(0, 2).toLowerCase());
  const best = codes.map((code) => links.find((link) => link.getAttribute("hreflang") === code)).find(Boolean) ?? links[0];
  if (best instanceof HTMLAnchorElement) location.replace(best.href + location.search + location.hash);
})();
