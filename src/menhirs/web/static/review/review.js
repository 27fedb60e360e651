/**
 * The review of a game that somebody brought: the match page's board, list of moves and report, for a game that was not
 * played here.
 */
import { boardSettings, pageBoard } from "../frame/page_board.js";
import { showHints } from "../site/hint.js";
import { listen } from "../frame/keys.js";
import { Log } from "../frame/log.js";
import { withoutLast } from "./advice.js";
import { Report } from "./report.js";
import { wireTabs } from "../frame/tabs.js";
import { Steps } from "../frame/steps.js";
import { copy } from "../site/share.js";
import { announce } from "../site/speech.js";
import { boardInWords } from "../frame/board_in_words.js";
import { lapOf, showFreed, showTrack } from "../frame/track.js";
import { byId, press, setText } from "../site/element.js";
import { t } from "../site/language.js";
import { follow } from "../site/settings.js";
import "../site/site.js";
import { wholeAddress } from "../site/address.js";

/** @typedef {import("../../messages").PlyItem} Ply */

const main = byId("main");
/** @type {import("../../messages").AnalysisOpening} */
const opening = JSON.parse(byId("opening").textContent ?? "");
const { plies } = opening.line;
/** @type {[string, string]} */
const sides = JSON.parse(main.dataset.sides ?? "");
let turned = false;

const board = pageBoard(opening.geometry);

const review = new Steps((step) => {
  show(step?.events ?? []);
  announce(step ? step.ply.words || t("The start.") : (plies.at(-1)?.words ?? ""));
});
const log = new Log(byId("log"), (ply) => review.show(ply));
const report = new Report({
  address: `/api/reviews/${main.dataset.review}`,
  go: (ply) => review.show(ply),
  showLine: (ply) => {
    showBoard(ply, ply.events);
    setText(byId("status"), t("Not played: {words}", { words: ply.words }));
    announce(ply.words);
  },
});

/** @param {Ply} ply @param {import("../../messages").Event[]} events @param {import("../board/marks.js").Advice[]} [advice] */
function showBoard({ view }, events, advice = []) {
  board.show({ view: withoutLast(view, advice), legal: [], phase: "over", events, touching: [], advice, animate: events.length > 0 });
}

/** The ply that is looked at. @param {import("../../messages").Event[]} events what led to it */
function show(events) {
  const at = review.at ?? review.last;
  const ply = plies[at];
  report.show(at, true);
  showBoard(ply, events, report.advice);
  setText(byId("status"), review.at === null ? ply.words : review.inWords(report.isBeforeMoment));
  showTrack(byId("track"), opening.tracks, ply.after);
  showFreed(byId("freed"), ply.view, lapOf(opening.tracks, ply.after.round));
  log.show(plies, at, sides);
  const analyse = new URL(wholeAddress("/analysis"));
  analyse.searchParams.set("position", opening.position);
  const moves = opening.nodes.map(({ action }) => action).join(" ");
  analyse.hash = new URLSearchParams({ moves, at: String(at) }).toString();
  /** @type {HTMLAnchorElement} */ (byId("analyse")).href = analyse.href;
}

function configure() {
  board.configure(boardSettings("south", turned));
}

function turn() {
  turned = !turned;
  configure();
}

press("flip-board", turn);
press("review-link", () => copy(review.link, t("Link copied.")));
listen({
  ...review.keys,
  f: { down: turn },
  g: { down: () => board.focus() },
  b: { down: () => announce(boardInWords(plies[review.at ?? review.last].view)) },
});
follow(configure);
wireTabs();
showHints();
configure();
review.update(plies);
const wanted = Number.parseInt(new URLSearchParams(location.search).get("ply") ?? "", 10);
if (wanted >= 0 && wanted < review.last) review.go(wanted);
else show([]);
main.dataset.ready = "";
