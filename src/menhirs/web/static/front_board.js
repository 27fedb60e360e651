// The board of the front page: fog that one can push at once. The moves are the server's, as on the analysis board.
import { boardSettings, pageBoard } from "./frame/page_board.js";
import { askData } from "./site/data.js";
import { toast } from "./site/dialogs.js";
import { byId, element, setText } from "./site/element.js";
import { t, tn } from "./site/language.js";
import { follow } from "./site/settings.js";
import "./learn/today.js";

/** @type {import("../messages").FrontBoard} */
const opening = JSON.parse(byId("front-opening").textContent ?? "{}");
const again = byId("front-again");
/** The words before the first push: "tap" for a finger, and so on, is the page's business. */
const invitation = byId("front-told").textContent ?? "";
/** @type {string[]} */
let pushes = [];

const shown = element("div", { class: "front-living" });
const board = pageBoard(opening.geometry, { onAction, onExplain }, shown);

/** @param {string} path @param {object} more */
async function ask(path, more) {
  return (await askData(path, { position: opening.position, actions: pushes, ...more })).answer;
}

/** @param {string} action */
async function onAction(action) {
  pushes = [...pushes, action];
  /** @type {import("../messages").LineData|null} */
  const data = await ask("/api/analysis/line", { since: pushes.length });
  if (!data) {
    pushes = pushes.slice(0, -1);
    board.clearSelection();
    return toast(t("There is no connection at the moment."), { alert: true });
  }
  const { scene, legal, phase } = data.state;
  board.show({ view: scene.view, legal: phase === "over" ? [] : legal, phase, events: data.plies.flatMap(({ events }) => events), animate: true });
  const left = scene.view.menhirs.length - scene.view.free.length;
  if (phase === "over" && left === 0) showWords(t("All stones are free! In a game, whoever makes that move wins."));
  else showWords(tn("{n} stone is still in the fog. Push on: in a game your opponent would push next.", "{n} stones are still in the fog. Push on: in a game your opponent would push next.", left, { n: left }));
  again.hidden = false;
}

/** @param {import("./board/hand.js").Try} tried */
async function onExplain(tried) {
  const data = await ask("/api/analysis/explain", tried);
  return data && !data.legal ? { text: data.text, rule: data.rule } : null;
}

/** @param {string} text */
function showWords(text) {
  setText(byId("front-told"), text);
}

function begin() {
  pushes = [];
  board.clearSelection();
  board.show({ view: opening.view, legal: opening.legal, phase: "move", events: [], animate: false });
  again.hidden = true;
}

again.addEventListener("click", () => {
  begin();
  showWords(invitation);
  board.focus();
});
follow(() => board.configure({ ...boardSettings(), from: "south", coordinates: false }));
begin();
const picture = byId("front-board").querySelector("picture");
if (picture) picture.hidden = true; // it stood for the board until now
byId("front-board").append(shown);
