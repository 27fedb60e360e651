// The list of all games works without this: only links are copied by script.
import "../site/site.js";
import "./copying.js";
