// Plays a game in Pyodide as the workers of a site do. Storage and engine worker are scripts, as there.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const [, , pyodideFolder, source] = process.argv;
const { loadPyodide } = await import(join(pyodideFolder, "pyodide.mjs"));
const ROOMS = ["core", "notation", "engine", "match", "view", "learn", "tournament", "referee", "home", "browser"];

async function worker() {
  const pyodide = await loadPyodide({ indexURL: pyodideFolder });
  const unpack = (folder, target) => {
    pyodide.FS.mkdirTree(target);
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (name === "__pycache__") continue;
      if (statSync(path).isDirectory()) unpack(path, `${target}/${name}`);
      else if (/\.(py|txt)$/.test(name)) pyodide.FS.writeFile(`${target}/${name}`, readFileSync(path));
    }
  };
  for (const room of ROOMS) unpack(join(source, room), `/site/menhirs/${room}`);
  pyodide.FS.writeFile("/site/menhirs/__init__.py", readFileSync(join(source, "__init__.py")));
  pyodide.runPython("import sys; sys.path.insert(0, '/site')");
  return { pyodide, python: pyodide.pyimport("menhirs.browser.local_server_worker") };
}

class BrowserStorage {
  matches = new Map();
  summaries = new Map();
  kept = new Map();
  async create(match, text, summary) {
    if (this.matches.has(match)) return false;
    this.matches.set(match, [text, []]);
    this.summaries.set(match, summary);
    return true;
  }
  async read(match) {
    return this.matches.get(match) ?? null;
  }
  async append(match, number, entry, summary) {
    this.matches.get(match)[1].push(entry);
    if (summary) this.summaries.set(match, summary);
    return true;
  }
  async games() {
    return [...this.summaries];
  }
  async put(kind, key, text) {
    this.kept.set(`${kind} ${key}`, text);
  }
  async get(kind, key) {
    return this.kept.get(`${kind} ${key}`) ?? null;
  }
  async all() {
    return [];
  }
  async drop(kind, key) {
    this.kept.delete(`${kind} ${key}`);
  }
}

const { pyodide, python } = await worker();
const storage = new BrowserStorage();
const answers = new Map();
let heard = () => {};
let state = null;
let stateTold = () => {};
const post = (kind, id, text, status) => {
  const message = { kind, id, text, status };
  if (message.kind === "answer") answers.get(message.id)?.(message);
  if (message.kind === "message") {
    const told = JSON.parse(message.text);
    if (told.type === "hello") state = told.state;
    if (told.type === "state") state = told;
    if (["hello", "state", "refused", "bye"].includes(told.type)) heard(told);
    stateTold();
  }
};
// The engine runs in the same Python here: one Pyodide is loaded in half the time.
const engineWorker = { think: async (text) => python.think(text), giveUp: () => {} };
const localServer = python.start_local_server(storage, engineWorker, "en", [["en", "English", null]], post, "");
const send = ({ kind, id, method = "", path = "", body = "", text = body }) => localServer.receive(kind, id, method, path, text);
let numbers = 0;
const ask = (method, path, body) =>
  new Promise((resolve) => {
    answers.set(++numbers, resolve);
    send({ kind: "ask", id: numbers, method, path, body: body ? JSON.stringify(body) : "" });
  });

const wanted = { opponent: "computer", rules: "base", level: 1, side: "1" };
const created = await ask("POST", "/api/matches", wanted);
const { match } = JSON.parse(created.text);
const next = () =>
  new Promise((resolve) => {
    heard = resolve;
  });
const hello = next();
send({ kind: "open", id: "page", path: `/m/${match}/socket` });
await hello;
let actions = 0;
while (state.phase !== "over") {
  if (!state.legal.length) {
    await next();
    continue;
  }
  const answer = next();
  const action = ++actions > 4 ? "resign" : state.legal[0].action;
  send({ kind: "say", id: "page", text: JSON.stringify({ type: "act", state: state.state, action }) });
  const told = await answer;
  if (told.type !== "state") throw new Error(JSON.stringify(told));
}
const plies = JSON.parse((await ask("GET", `/m/${match}/plies`)).text);
const listed = JSON.parse((await ask("GET", "/api/games")).text);
storage.create = async () => {
  throw new Error("QuotaExceededError");
};
const refused = await ask("POST", "/api/matches", wanted);
const version = pyodide.runPython("import sys; sys.version");
console.log(
  JSON.stringify({
    phase: state.phase,
    kept: storage.matches.get(match)[1].length,
    entries: plies.length - 1,
    listed: listed.games.length,
    refused: [refused.status, JSON.parse(refused.text).code],
    python: version,
  }),
);
process.exit(0);
