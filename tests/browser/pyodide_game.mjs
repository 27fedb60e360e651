// Plays in Pyodide as the site's workers do, with a shelf in memory: proves that our Python runs there.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const [, , pyodideFolder, source, script] = process.argv;
const { loadPyodide } = await import(join(pyodideFolder, "pyodide.mjs"));
const pyodide = await loadPyodide({ indexURL: pyodideFolder });

function unpack(folder, target) {
  pyodide.FS.mkdirTree(target);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      if (name !== "__pycache__") unpack(path, `${target}/${name}`);
    } else if (/\.(py|txt)$/.test(name)) pyodide.FS.writeFile(`${target}/${name}`, readFileSync(path));
  }
}
const ROOMS = ["core", "notation", "engine", "match", "view", "learn", "referee", "browser"];
for (const room of ROOMS) unpack(join(source, room), `/site/menhirs/${room}`);
pyodide.FS.writeFile("/site/menhirs/__init__.py", readFileSync(join(source, "__init__.py")));
pyodide.runPython("import sys; sys.path.insert(0, '/site')");
console.log(await pyodide.runPythonAsync(readFileSync(script, "utf-8")));
