// @ts-check
/**
 * Start Python in the browser with this package in it.
 *
 * Everything comes from the directory that `assemble.py` wrote: nothing is asked of another host.
 */

/** @typedef {import("pyodide").PyodideAPI} Pyodide */

/**
 * Start Python, and say on the way what is being done.
 *
 * @param {string} base the directory of the runtime, relative to the document, ending in "/"
 * @param {(doing: string) => void} onProgress
 * @returns {Promise<Pyodide>}
 */
export async function boot(base, onProgress = () => {}) {
  const indexURL = new URL(base, document.baseURI).href;
  onProgress("Loading Python …");
  /** @type {typeof import("pyodide")} */
  const { loadPyodide } = await import(`${indexURL}pyodide.mjs`);
  const pyodide = await loadPyodide({ indexURL });
  onProgress("Loading the rules …");
  /** @type {string[]} */
  const errors = [];
  await pyodide.loadPackage("tienlen", {
    messageCallback: () => {},
    errorCallback: (error) => errors.push(error),
  });
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return pyodide;
}

/**
 * Import a Python file that lies beside the page; its name becomes the name of the module.
 *
 * @param {Pyodide} pyodide
 * @param {string} path relative to the document
 * @returns {Promise<any>}
 */
export async function importFile(pyodide, path) {
  const answer = await fetch(new URL(path, document.baseURI));
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
  const file = /** @type {string} */ (path.split("/").pop());
  pyodide.FS.writeFile(file, await answer.text());
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  return pyodide.pyimport(file.replace(/\.py$/, ""));
}
