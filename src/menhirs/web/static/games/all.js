// The list of all games works without this: links are copied by script, and moments told in the visitor's own time.
import "../site/site.js";
import "../site/times.js";
import "./copying.js";
