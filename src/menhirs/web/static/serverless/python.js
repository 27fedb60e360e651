// Python in a worker: Pyodide, and our own package unpacked into it.

/**
 * @typedef {object} Whereabouts whole addresses
 * @property {string} pyodide the folder of Pyodide
 * @property {string} python the ZIP of our package
 */

// Pyodide would ask for a list of packages of its own: we use none of them.
const NO_PACKAGES = JSON.stringify({
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
});

/**
 * Loads Python and a module of ours.
 * @param {Whereabouts} where
 * @param {string} module
 * @param {(share: number) => void} [tell] how much of the work is done
 * @returns {Promise<any>} the module
 */
export async function load({ pyodide, python }, module, tell = () => {}) {
  tell(0.05);
  const archive = fetchBytes(python);
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  tell(0.15);
  const runtime = await loadPyodide({ indexURL: pyodide, packageBaseUrl: pyodide, lockFileContents: NO_PACKAGES });
  tell(0.75);
  runtime.FS.mkdirTree("/site");
  runtime.unpackArchive(await archive, "zip", { extractDir: "/site" });
  runtime.runPython("import sys; sys.path.insert(0, '/site')");
  tell(0.8);
  return runtime.pyimport(module);
}

/** @param {string} address @returns {Promise<ArrayBuffer>} */
export async function fetchBytes(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}: ${address}`);
  return answer.arrayBuffer();
}
