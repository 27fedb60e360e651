// How a game ended, what comes next, and, small, what else one can do then.
import { byId, element, setText } from "../site/element.js";
import { t, tn } from "../site/language.js";
import { ask as request } from "../site/wire.js";

/** What keeps a rating. @typedef {{words: string, address: string, label: string}} Reminder */

/** What can come next, the first that is offered first. */
const WAYS = /** @type {const} */ (["to-tournament", "next-game", "next-level", "rematch"]);

/** @param {import("./match_state.js").State} state */
export function showResult({ outcome, series, may, you }) {
  const inTournament = "tournament" in byId("main").dataset;
  // A tournament says who meets next.
  const isLast = Boolean(series.next) || inTournament;
  offer({
    "to-tournament": Boolean(outcome) && inTournament,
    "next-game": Boolean(outcome && series.next),
    "next-level": Boolean(outcome && may.next_level),
    rematch: Boolean(outcome) && may.rematch && !isLast,
  });
  const level = byId("next-level");
  level.dataset.level = String(may.next_level?.level ?? "");
  setText(level, t("Next level: {name}", { name: may.next_level?.name ?? "" }));
  byId("over").hidden = !outcome;
  byId("over-report").hidden = !outcome || outcome.winner === null;
  if (!outcome) {
    byId("over-more").hidden = true;
    return;
  }
  byId("rematch-same").hidden = !may.rematch || !may.same_layout || isLast;
  // An aborted game has no result to explain or share.
  byId("over-share").hidden = outcome.winner === null;
  const lost = you.length === 1 && outcome.winner !== 0 && outcome.winner !== you[0];
  setText(byId("over-report"), lost ? t("Where was it lost?") : t("Review this game"));
  const why = byId("over-why");
  why.hidden = !outcome.why;
  setText(why, outcome.why ?? "");
  const total = byId("over-series");
  total.hidden = !(series.game > 1);
  setText(total, t("After {n} games: {scores}.", { n: series.game, scores: `${score(series, 1)}; ${score(series, 2)}` }));
  showRatings();
  showMore();
}

/** @param {import("../../messages").Series} series @param {1|2} player */
function score({ calls, wins, points }, player) {
  const i = player - 1;
  return t("{name}: {wins}, {points}", {
    name: calls[i],
    wins: tn("{n} win", "{n} wins", wins[i], { n: wins[i] }),
    points: tn("{n} point", "{n} points", points[i], { n: points[i] }),
  });
}

/** One way on stands in the bar as its strong answer, the others small beside the result. @param {Record<(typeof WAYS)[number], boolean>} offered */
function offer(offered) {
  const first = WAYS.find((id) => offered[id]);
  for (const id of WAYS) {
    const way = document.getElementById(id);
    if (!way) continue;
    const place = id === first ? byId("over").closest(".bar")?.querySelector(".slot-yes") : byId("over");
    if (way.parentElement !== place) place?.append(way);
    way.classList.toggle("primary", id === first);
    way.classList.toggle("link", id !== first);
    way.classList.toggle("button", id === first && way instanceof HTMLAnchorElement);
    way.hidden = !offered[id];
  }
}

/** What a rated game did to the ratings of both, asked for once. */
async function showRatings() {
  const line = document.getElementById("over-ratings");
  const address = line?.dataset.ratings;
  if (!line || !address) return;
  delete line.dataset.ratings;
  const answer = await request(address).catch(() => null);
  /** @type {{sentences: string[], keep: Reminder[]}} */
  const { sentences, keep } = answer?.ok ? await answer.json() : { sentences: [], keep: [] };
  line.hidden = sentences.length === 0;
  setText(line, sentences.join(" · "));
  const reminders = byId("over-keep");
  reminders.hidden = keep.length === 0;
  reminders.replaceChildren(...keep.map((/** @type {Reminder} */ { words, address, label }) => element("p", {}, words, " ", element("a", { href: address }, label))));
  showMore();
}

/** The card is there if there is anything in it. */
function showMore() {
  const card = byId("over-more");
  card.hidden = ![...card.children].some((part) => !(/** @type {HTMLElement} */ (part).hidden));
}
