/**
 * The edition of the page. A static site says in every page where its parts are; a page that a server made says
 * nothing, and there is no edition.
 *
 * @typedef {object} Edition
 * @property {string} home the way to the folder of the language
 * @property {string} root the way to the root of the site
 * @property {string} static the way to scripts and styles
 * @property {string} page the address that the page would have on a server, or how all of them begin that share it
 * @property {boolean} waits whether the page's script waits until its gaps are filled
 * @property {string} python where our Python is, from the root
 * @property {string} pyodide where Pyodide is, from the root
 * @property {string} houseRules the file with the site's own rules, from the root; empty for none
 * @property {[string, string, string][]} catalogues code, name and file of every language
 * @property {Record<string, string>} shared how addresses begin that share a page, and its folder
 * @property {string} server where what needs a server is found; empty for nowhere
 */

/** @returns {Edition|null} */
function readBlock() {
  const block = document.getElementById("edition");
  return block ? JSON.parse(block.textContent ?? "") : null;
}

export const edition = readBlock();
