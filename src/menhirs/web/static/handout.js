// The hand-out: a button that prints it.
import "./site/site.js";

document.querySelector("#print")?.addEventListener("click", () => print());
