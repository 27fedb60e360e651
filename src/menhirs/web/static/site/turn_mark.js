// The mark in the title and the icon of a page: somewhere it is the visitor's turn.

const MARK = "●";
let title = document.title;
let elsewhere = false;

/** Gives the page a title, which may begin with the mark itself. @param {string} text */
export function setTitle(text) {
  title = text;
  show();
}

/** @param {boolean} waits whether it is the visitor's turn in another game */
export function markElsewhere(waits) {
  elsewhere = waits;
  show();
}

function show() {
  const here = title.startsWith(MARK);
  document.title = elsewhere && !here ? `${MARK} ${title}` : title;
  const icon = document.querySelector("link[rel=icon]");
  const name = here || elsewhere ? "favicon_turn.svg" : "favicon.svg";
  const address = icon?.getAttribute("href")?.replace(/[^/]*$/, name) ?? "";
  if (icon && icon.getAttribute("href") !== address) icon.setAttribute("href", address);
}
