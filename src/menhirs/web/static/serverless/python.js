/**
 * Python in a worker: Pyodide, and our own package unpacked into it. What Python makes of our sources is kept in the
 * browser, so that the next page need not wait for it again.
 */

/**
 * @typedef {object} Whereabouts whole addresses
 * @property {string} pyodide the folder of Pyodide
 * @property {string} python the ZIP of our package
 *
 * @typedef {object} Loaded
 * @property {any} module the module that was asked for
 * @property {() => Promise<void>} keepCompiled keeps what Python has compiled; to be called when there is time
 */

// Pyodide would ask for a list of packages of its own: we use none of them.
const NO_PACKAGES = JSON.stringify({
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
});
const COMPILED = "menhirs compiled";
// (Pyodide takes the indentation away.) Python takes what was compiled from a file of the same age: files that were just unpacked have none of their own.
const PREPARE = `
  import os, sys
  for folder, _, names in os.walk("/site"):
      for name in names:
          if name.endswith(".py"):
              os.utime(f"{folder}/{name}", (0, 0))
  sys.path.insert(0, "/site")
  sys.dont_write_bytecode = False
`;
const COLLECT = `
  import io, os, zipfile
  made = io.BytesIO()
  with zipfile.ZipFile(made, "w") as archive:
      for folder, _, names in os.walk("/site"):
          for name in names:
              if name.endswith(".pyc"):
                  archive.write(f"{folder}/{name}", f"{folder}/{name}".removeprefix("/site/"))
  made.getvalue()
`;

/**
 * Loads Python and a module of ours.
 * @param {Whereabouts} where
 * @param {string} module
 * @param {(share: number) => void} [tell] how much of the work is done
 * @returns {Promise<Loaded>}
 */
export async function load({ pyodide, python }, module, tell = () => {}) {
  tell(0.05);
  const archive = fetchBytes(python);
  const compiled = keptCompiled(python);
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  tell(0.15);
  const runtime = await loadPyodide({ indexURL: pyodide, packageBaseUrl: pyodide, lockFileContents: NO_PACKAGES });
  tell(0.7);
  const known = await compiled;
  runtime.FS.mkdirTree("/site");
  for (const files of [await archive, known]) if (files) runtime.unpackArchive(files, "zip", { extractDir: "/site" });
  runtime.runPython(PREPARE);
  tell(0.75);
  const keepCompiled = async () => {
    if (!known) await keep(python, runtime.runPython(COLLECT));
  };
  return { module: runtime.pyimport(module), keepCompiled };
}

/** @param {string} python @returns {Promise<ArrayBuffer|null>} */
async function keptCompiled(python) {
  try {
    const found = await (await caches.open(COMPILED)).match(python);
    return found ? await found.arrayBuffer() : null;
  } catch {
    return null; // not every browser lets a page keep something
  }
}

/** @param {string} python @param {any} bytes Python's, to be copied */
async function keep(python, bytes) {
  const copied = bytes.toJs();
  bytes.destroy();
  try {
    await caches.delete(COMPILED); // what belongs to an older version is of no use
    await (await caches.open(COMPILED)).put(python, new Response(copied));
  } catch {
    // Then it is compiled again next time.
  }
}

/** @param {string} address @returns {Promise<ArrayBuffer>} */
export async function fetchBytes(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}: ${address}`);
  return answer.arrayBuffer();
}
