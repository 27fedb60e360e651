/**
 * Python in a worker: Pyodide, and our own package unpacked into it. Its memory, with all modules imported, is kept in
 * the browser: the next page begins with that and need not wait for Python to start.
 */

/**
 * @typedef {object} Whereabouts whole addresses
 * @property {string} pyodide the folder of Pyodide
 * @property {string} python the ZIP of our package
 *
 * @typedef {object} Loaded
 * @property {any} module the module that was asked for
 * @property {() => Promise<void>} keepMemory keeps Python's memory for the next page; to be called when there is time
 */

// Pyodide would ask for a list of packages of its own: we use none of them.
const NO_PACKAGES = JSON.stringify({
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
});
const MEMORY = "menhirs memory";
const BLOCK = 2 ** 20;
// Nothing of JavaScript may be known to Python when its memory is copied.
const PREPARE = 'import sys; sys.path.insert(0, "/site"); import menhirs.browser.local_server_worker';
// A memory that wakes up twice must not have the same luck twice; and the files were not in it.
const WAKE = "import importlib, random; random.seed(); importlib.invalidate_caches()";

/**
 * Loads Python and a module of ours.
 * @param {Whereabouts} where
 * @param {string} module
 * @param {(share: number) => void} [report] called with the progress
 * @returns {Promise<Loaded>}
 */
export async function load({ pyodide, python }, module, report = () => {}) {
  report(0.05);
  const archive = fetchBytes(python);
  const key = `${python}?${new URLSearchParams({ pyodide })}`;
  const kept = keptMemory(key);
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  report(0.15);
  const how = { indexURL: pyodide, packageBaseUrl: pyodide, lockFileContents: NO_PACKAGES };
  /** @param {ArrayBuffer} snapshot */
  const wake = async (snapshot) => {
    const { default: create } = await import(`${pyodide}pyodide.asm.mjs`);
    const createPyodideModule = async (/** @type {any} */ settings) => makeRoom(await create(settings), snapshot);
    try {
      return await loadPyodide({ ...how, createPyodideModule, _loadSnapshot: snapshot });
    } catch (error) {
      console.warn(`Python's memory is of no use, so Python starts anew: ${error}`);
      return null;
    }
  };
  const known = await kept;
  const woken = known && (await wake(known));
  const runtime = woken ?? (await loadPyodide({ ...how, _makeSnapshot: true }));
  report(0.7);
  runtime.FS.mkdirTree("/site");
  runtime.unpackArchive(await archive, "zip", { extractDir: "/site" });
  /** @type {Uint8Array|null} */
  let memory = null;
  if (!woken) {
    runtime.runPython(PREPARE);
    memory = runtime.makeMemorySnapshot();
  }
  runtime.runPython(WAKE);
  report(0.9);
  const keepMemory = async () => {
    if (memory) await keep(key, memory);
    memory = null;
  };
  return { module: runtime.pyimport(module), keepMemory };
}

/**
 * Lets the memory of a new module grow to the size of a snapshot. Pyodide copies the snapshot into the memory as it is
 * at the start, and fails if that is smaller.
 * @param {any} module
 * @param {ArrayBuffer} snapshot
 */
function makeRoom(module, snapshot) {
  const header = new Uint32Array(snapshot, 0, 2)[1] ?? 0; // its size in bytes
  const blocks = [];
  while (module.HEAP8.length < snapshot.byteLength - header) {
    const block = module._malloc(BLOCK);
    if (!block) break; // this device has no more
    blocks.push(block);
  }
  for (const block of blocks) module._free(block);
  return module;
}

/** @param {string} key @returns {Promise<ArrayBuffer|null>} */
async function keptMemory(key) {
  try {
    const found = await (await caches.open(MEMORY)).match(key);
    return found ? await found.arrayBuffer() : null;
  } catch {
    return null; // not every browser lets a page keep something
  }
}

/** @param {string} key @param {Uint8Array} memory */
async function keep(key, memory) {
  try {
    await caches.delete(MEMORY); // what belongs to an older version is of no use
    await (await caches.open(MEMORY)).put(key, new Response(/** @type {BodyInit} */ (memory)));
  } catch {
    // Then Python starts anew next time.
  }
}

/** @param {string} address @returns {Promise<ArrayBuffer>} */
export async function fetchBytes(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}: ${address}`);
  return answer.arrayBuffer();
}
