// Two clocks and a bell for a real table. Nothing here knows the game: the times come with the page.
import { ask } from "../site/dialogs.js";
import { byId, set, setText } from "../site/element.js";
import { t } from "../site/language.js";
import "../site/site.js";
import { store, stored } from "../site/stored.js";

/** @typedef {1|2} Player */

const box = byId("clocks");
const start = Number(box.dataset.minutes) * 60_000;
const increment = Number(box.dataset.increment) * 1000;
const claimTime = Number(box.dataset.claim ?? 0);
const showingTime = Number(box.dataset.showing ?? 0);
const words = byId("clock-words");
const first = words.textContent ?? "";
const bell = /** @type {HTMLButtonElement|null} */ (document.querySelector("#bell"));
const stop = /** @type {HTMLButtonElement} */ (byId("stop"));
const anew = /** @type {HTMLButtonElement} */ (byId("anew"));

let left = { 1: start, 2: start };
/** @type {Player|0} whose time runs */
let running = 0;
/** @type {Player|0} whose time ran before the clocks were stopped */
let stopped = 0;
/** @type {Player|0} who ended the last turn: the other one may claim */
let moved = 0;
let claimUntil = 0;
let showUntil = 0;
/** The moment in milliseconds since 1970, which never goes back while the page is open. */
const now = () => performance.timeOrigin + performance.now();
let last = now();

// Where the clocks stand is kept in this browser: a page that is loaded again goes on where it was.
const KEPT = `menhirs.clock${location.search}`;
const A_DAY = 86_400_000;

function keep() {
  store(KEPT, { start, increment, left, running, stopped, moved, claimUntil, showUntil, last, words: words.textContent });
}

function takeUp() {
  const kept = stored(KEPT);
  if (kept?.start !== start || kept.increment !== increment || now() - kept.last > A_DAY) return;
  ({ left, running, stopped, moved, claimUntil, showUntil, last } = kept);
  setText(words, String(kept.words));
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = ms < 20_000 ? Math.floor(ms / 100) / 10 : Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  return `${minutes}:${rest < 10 ? "0" : ""}${ms < 20_000 ? rest.toFixed(1) : rest}`;
}

/** @param {Player} player */
const other = (player) => /** @type {Player} */ (3 - player);

/** @param {Player} player */
const side = (player) => byId(`side-${player}`).textContent ?? "";

function ring() {
  try {
    const audio = new AudioContext();
    for (const [at, pitch] of /** @type {[number, number][]} */ ([[0, 1320], [0.18, 1760]])) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.4, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 1.2);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 1.3);
    }
  } catch {
    // No sound here: the words are there all the same.
  }
}

function show() {
  const at = now();
  for (const player of /** @type {Player[]} */ ([1, 2])) {
    const face = byId(`face-${player}`);
    setText(byId(`time-${player}`), clockText(left[player]));
    face.classList.toggle("runs", running === player);
    face.classList.toggle("out", left[player] === 0);
  }
  stop.disabled = !running && !stopped;
  anew.disabled = running !== 0; // beside the button that stops: a slip must not lose the times
  setText(stop, stopped ? t("Go on") : t("Stop the clocks"));
  if (bell) {
    bell.disabled = at >= claimUntil;
    setText(byId("bell-time"), at < claimUntil ? ((claimUntil - at) / 1000).toFixed(1) : "");
  }
  if (showUntil) {
    const seconds = Math.max(0, Math.ceil((showUntil - at) / 1000));
    if (moved) setText(words, t("{side} claims! {n} seconds to show it.", { side: side(other(moved)), n: seconds }));
    if (!seconds) {
      showUntil = 0;
      ring();
      setText(words, t("The time to show the claim is over."));
    }
  }
}

function tick() {
  const at = now();
  const passed = at - last;
  last = at;
  if (running) {
    left[running] = Math.max(0, left[running] - passed);
    if (left[running] === 0) {
      setText(words, t("{side} has no time left.", { side: side(running) }));
      running = 0;
      ring();
      keep();
    }
  }
  show();
}

/** A player ends the turn. @param {Player} player */
function press(player) {
  if (left[1] === 0 || left[2] === 0 || stopped || showUntil) return;
  if (running === other(player)) return; // it is not this player's turn
  tick();
  if (running) {
    left[player] += increment;
    moved = player;
    claimUntil = now() + claimTime;
  }
  running = other(player);
  setText(words, t("The time of {side} runs.", { side: side(running) }));
  keep();
  show();
}

function halt() {
  tick();
  if (stopped) {
    running = stopped;
    stopped = 0;
    showUntil = 0;
    setText(words, t("The time of {side} runs.", { side: side(/** @type {Player} */ (running)) }));
  } else if (running) {
    stopped = running;
    running = 0;
    setText(words, t("The clocks are stopped."));
  }
  keep();
  show();
}

function claim() {
  if (!bell || now() >= claimUntil) return;
  tick();
  ring();
  claimUntil = 0;
  stopped = running;
  running = 0;
  showUntil = now() + showingTime;
  keep();
  show();
}

/** A slip would lose the times of a game, so it asks first. */
async function setBack() {
  if (moved || stopped || left[1] < start || left[2] < start) {
    const title = t("Reset both clocks?");
    const answers = [{ value: "yes", label: t("Reset"), look: "danger" }];
    if ((await ask({ title, text: t("Both begin again with all their time."), final: true, answers })) !== "yes") return;
  }
  left = { 1: start, 2: start };
  running = stopped = moved = 0;
  claimUntil = showUntil = 0;
  setText(words, first);
  keep();
  show();
}

for (const player of /** @type {Player[]} */ ([1, 2])) {
  byId(`face-${player}`).addEventListener("click", () => press(player));
}
stop.addEventListener("click", halt);
anew.addEventListener("click", () => void setBack());
bell?.addEventListener("click", claim);
document.addEventListener("keydown", (event) => {
  if (event.target instanceof Element && event.target.matches("input, select, button, summary") && event.key === " ") return;
  if (event.target instanceof Element && event.target.matches("input, select")) return;
  /** @type {Record<string, () => void>} */
  const keys = { s: () => press(1), n: () => press(2), c: claim, " ": halt };
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});
takeUp();
setInterval(tick, 100);
set(box, "data-ready", true);
show();
