// The front page works without this: it remembers choices and counts stones set up by hand.
import { followGames } from "./games/now.js";
import { showDue } from "./learn/due.js";
import { keepLists } from "./lobby/lists.js";
import { wakeBoards } from "./learn/wake_board.js";
import { takeTexts } from "./analysis/brought_text.js";
import { toast } from "./site/dialogs.js";
import { byId, setText } from "./site/element.js";
import { t, tn } from "./site/language.js";
import { rememberedName, rememberName } from "./site/name.js";
import "./site/site.js";
import { done } from "./learn/progress.js";
import { played } from "./site/played.js";
import { store, stored } from "./site/stored.js";
import { address } from "./site/address.js";
import { ask as request } from "./site/wire.js";

const KEY = "menhirs.choices";
const GAME = "menhirs.game"; // written before the server knew whose game it is

/** @returns {Record<string, Record<string, string[]>>} */
const remembered = () => stored(KEY) ?? {};

/** @param {HTMLFormElement} form @param {HTMLElement|null} pressed the button, which says by which rules */
function remember(form, pressed) {
  /** @type {Record<string, string[]>} */
  const fields = {};
  if (pressed instanceof HTMLButtonElement) fields[pressed.name] = [pressed.value];
  for (const [name, value] of new FormData(form)) {
    if (name !== "name") (fields[name] ??= []).push(String(value)); // a name is no choice: see below
  }
  store(KEY, { ...remembered(), [form.dataset.way ?? ""]: fields });
}

/** @param {HTMLFormElement} form */
function recall(form) {
  const fields = remembered()[form.dataset.way ?? ""];
  if (!fields) return;
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field.type === "hidden" || field.name === "name") continue;
    const values = fields[field.name] ?? [];
    if (field.type === "radio" && values.length === 0) continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
    else if (values.length > 0) field.value = values[0];
  }
}

/** @param {HTMLFormElement} form */
function stones(form) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=menhirs]")]);
  const words = form.querySelector(".hand-count");
  const all = Number(form.querySelector("[data-stones]")?.getAttribute("data-stones"));
  const chosen = () => boxes.filter((box) => box.checked).length;
  const byHand = () => new FormData(form).get("layout") === "hand";

  const describe = () => {
    const left = all - chosen();
    for (const box of boxes) box.disabled = byHand() ? left <= 0 && !box.checked : false;
    if (!words) return;
    if (left > 0) words.textContent = tn("{n} menhir left to place.", "{n} menhirs left to place.", left, { n: left });
    else words.textContent = t("All {n} menhirs stand.", { n: all });
  };
  form.addEventListener("change", describe);
  form.addEventListener("submit", (event) => {
    if (!byHand()) {
      // The server need not hear of stones that play no part.
      for (const box of boxes) box.disabled = true;
      setTimeout(describe);
      return;
    }
    const notByHand = event.submitter?.dataset.notByHand;
    if (notByHand) {
      event.preventDefault();
      toast(notByHand, { alert: true });
    } else if (chosen() !== all) {
      event.preventDefault();
      for (const fold of form.querySelectorAll("details")) fold.open = true;
      boxes[0]?.focus();
      toast(t("Set up exactly {n} menhirs first.", { n: all }), { alert: true });
    }
  });
  describe();
}

/**
 * What can't be had together is disabled: what a rated game can't have, and rules for which no layout is proven fair.
 * The old choice is dropped.
 * @param {HTMLFormElement} form
 */
function possible(form) {
  const fields = /** @type {(HTMLInputElement|HTMLButtonElement)[]} */ ([...form.elements].filter((field) => field.matches("[data-unrated], [data-not-fair]")));
  const describe = () => {
    const chosen = new FormData(form);
    const [rated, fair] = [chosen.get("rated") === "true", chosen.get("layout") === "fair"];
    for (const field of fields) {
      const { unrated, notFair } = field.dataset;
      field.disabled = (rated && unrated !== undefined) || (fair && notFair !== undefined);
      if (!field.disabled || !(field instanceof HTMLInputElement) || !field.checked) continue;
      const others = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`[name="${field.name}"]:not([data-unrated])`)]);
      if (others[0]) others[0].checked = true;
    }
  };
  form.addEventListener("change", describe);
  describe();
}

for (const form of document.querySelectorAll("form.way-form")) {
  if (!(form instanceof HTMLFormElement)) continue;
  recall(form);
  possible(form);
  stones(form);
  const name = form.elements.namedItem("name");
  if (name instanceof HTMLInputElement) {
    name.value ||= rememberedName(); // the server knows it after the first game
    form.addEventListener("submit", () => rememberName(name.value.trim()));
  }
  // Typing minutes chooses the live clock.
  form.addEventListener("input", ({ target }) => {
    const chooses = target instanceof HTMLInputElement ? target.dataset.chooses : undefined;
    const radio = chooses ? document.getElementById(chooses) : null;
    if (radio instanceof HTMLInputElement) radio.checked = true;
  });
  form.addEventListener("submit", ({ submitter }) => remember(form, submitter));
}

/** Leads back to a game from before there were people, which becomes the visitor's there; until it is over or gone. */
async function offerGame() {
  const link = document.querySelector("#go-on a");
  /** @type {{match: string, opponent: string}|null} */
  const game = stored(GAME);
  if (!game || !/^\w+$/.test(game.match) || !(link instanceof HTMLAnchorElement)) return;
  const listed = document.querySelector(`[data-match="${game.match}"]`);
  const answer = listed ? null : await request(`/api/matches/${game.match}`).catch(() => null);
  const over = answer?.status === 404 || (answer?.ok && (await answer.json()).phase === "over");
  if (listed || over) return store(GAME, null);
  link.href = address(`/m/${game.match}`);
  if (game.opponent) link.textContent = t("Go on with your game against {name}", { name: game.opponent });
  byId("go-on").hidden = false;
}

offerGame();

/**
 * Puts the game first that comes next for this visitor, with the gentlest opponent until the last one was played. After
 * that it is the game that was chosen last time. The button that starts at once starts that one.
 */
function suggestGame() {
  const ways = byId("ways").dataset;
  /** @type {string[][]} */
  const games = JSON.parse(ways.games ?? "[]");
  /** @type {Record<string, string>} */
  const titles = JSON.parse(ways.titles ?? "{}");
  const names = played();
  const reached = Math.max(0, ...games.map((equals, step) => (equals.some((name) => names.has(name)) ? step + 1 : 0)));
  // The first one has a coach, and is begun elsewhere.
  const [next] = games[Math.min(Math.max(1, reached), games.length - 1)] ?? [];
  for (const starts of document.querySelectorAll(".starts")) {
    const form = starts.closest("form");
    const [last] = remembered()[form?.dataset.way ?? ""]?.rules ?? [];
    const buttons = [...starts.querySelectorAll("button")];
    const again = reached === games.length && buttons.find(({ value }) => value === last);
    const button = again || buttons.find(({ value }) => value === next);
    if (!button) continue;
    for (const one of starts.children) one.classList.toggle("primary", one === button);
    starts.prepend(button); // so that Enter means it too
    const start = document.querySelector(`.way-start[form="${form?.id}"]`);
    if (!(start instanceof HTMLButtonElement)) continue;
    start.value = button.value;
    setText(/** @type {HTMLElement} */ (start.querySelector(".way-game")), titles[button.value] ?? button.value);
  }
  const [gentlest] = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#computer [name=level]"));
  if (gentlest && reached < games.length && !remembered().computer) gentlest.checked = true;
}

/** Who is chosen as opponent stands on the button that starts, too. */
function showOpponent() {
  const chosen = document.querySelector("#computer [name=level]:checked");
  const start = document.querySelector('.way-start[form="computer-form"]');
  const portrait = start?.querySelector("img");
  if (!(chosen instanceof HTMLInputElement) || !start || !portrait) return;
  const label = chosen.labels?.[0];
  const name = label?.dataset.name ?? "";
  portrait.src = label?.querySelector("img")?.src ?? portrait.src;
  setText(/** @type {HTMLElement} */ (start.querySelector(".way-about")), t("{name}, level {level}", { name, level: chosen.value }));
}

/** Leads a newcomer to the lessons, and after the first of them to a game with a coach. */
function leadIn() {
  const way = /** @type {HTMLAnchorElement} */ (byId("learn"));
  const finished = done();
  const first = (way.dataset.exercises ?? "").split(" ");
  if (first.every((id) => finished.has(id))) {
    // Not for people who have learnt it and played.
    if (played().size > 0 && way.parentElement) way.parentElement.hidden = true;
    way.href = way.dataset.game ? address(way.dataset.game) : way.href;
    way.textContent = t("Play your first game");
  } else if (finished.size > 0) {
    way.href = address("/learn");
    way.textContent = t("Go on learning");
  } else {
    return;
  }
  const again = document.querySelector(".lesson-first a");
  if (again instanceof HTMLAnchorElement) [again.href, again.textContent] = [way.href, way.textContent];
}

suggestGame();
showOpponent();
byId("computer").addEventListener("change", showOpponent);
leadIn();

// A link such as /#computer opens that card.
function openWanted() {
  const wanted = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (wanted instanceof HTMLDetailsElement) wanted.open = true;
}
addEventListener("hashchange", openWanted);
openWanted();
wakeBoards();
keepLists();
takeTexts();
followGames();
showDue();
