// Sounds made on the spot: breath of fog, knock of stone. No files.
import { settings } from "../site/settings.js";

/** @type {AudioContext|null} */
let context = null;

// Browsers let a page sound only after somebody touched it.
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => ready()?.resume(), { once: true, capture: true, passive: true });
}

function ready() {
  if (!settings().sound || !("AudioContext" in window)) return null;
  context ??= new AudioContext();
  return context;
}

/**
 * A tone that swells and fades.
 * @param {number} pitch Hz
 * @param {{at?: number, length?: number, loud?: number, wave?: OscillatorType, slide?: number}} [how]
 */
function tone(pitch, { at = 0, length = 0.35, loud = 0.12, wave = "sine", slide = 1 } = {}) {
  const air = ready();
  if (!air || air.state !== "running") return;
  const start = air.currentTime + at;
  const [voice, gain] = [air.createOscillator(), air.createGain()];
  voice.type = wave;
  voice.frequency.setValueAtTime(pitch, start);
  voice.frequency.exponentialRampToValueAtTime(pitch * slide, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(gain).connect(air.destination);
  voice.start(start);
  voice.stop(start + length);
}

/**
 * Wind: noise through a moving filter.
 * @param {{length?: number, loud?: number, from?: number, to?: number}} [how]
 */
function breath({ length = 0.4, loud = 0.14, from = 350, to = 900 } = {}) {
  const air = ready();
  if (!air || air.state !== "running") return;
  const noise = air.createBuffer(1, Math.ceil(air.sampleRate * length), air.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * Math.sin((Math.PI * i) / samples.length);
  const [source, filter, gain] = [air.createBufferSource(), air.createBiquadFilter(), air.createGain()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.Q.value = 0.9;
  filter.frequency.setValueAtTime(from, air.currentTime);
  filter.frequency.exponentialRampToValueAtTime(to, air.currentTime + length);
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(air.destination);
  source.start();
}

/** @type {Record<string, () => void>} */
const EVENTS = {
  moved: () => breath(),
  placed: () => breath({ length: 0.18, from: 300, to: 200 }),
  covered: () => breath({ length: 0.7, from: 700, to: 220 }),
  flipped: () => tone(160, { length: 0.16, wave: "triangle", slide: 0.6 }),
  taken: () => breath({ length: 0.3, from: 500, to: 1800, loud: 0.1 }),
  "put-back": () => breath({ length: 0.3, from: 1800, to: 400, loud: 0.1 }),
  freed: () => [196, 294].forEach((pitch, i) => tone(pitch, { at: 0.12 + i * 0.07, length: 0.7, wave: "triangle", loud: 0.1 })),
  "covered-again": () => tone(110, { at: 0.1, length: 0.4, wave: "triangle", slide: 0.8 }),
  claimed: () => [147, 220, 294].forEach((pitch, i) => tone(pitch, { at: i * 0.1, length: 0.8, wave: "sawtooth", loud: 0.05 })),
  over: () => [196, 247, 294, 392].forEach((pitch, i) => tone(pitch, { at: 0.2 + i * 0.13, length: 0.9, loud: 0.1 })),
};

/** What an action sounds like. @param {{type: string}[]} events */
export function play(events) {
  for (const { type } of events) EVENTS[type]?.();
}

/** A second of the time to claim begins. */
export function tick() {
  tone(740, { length: 0.09, loud: 0.06, wave: "triangle", slide: 0.8 });
}

/** It is your turn. */
export function callPlayer() {
  tone(523, { length: 0.25, loud: 0.07 });
  tone(659, { at: 0.14, length: 0.4, loud: 0.07 });
}
