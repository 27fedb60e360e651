// Goes on with a game that was begun at a server which can't be reached now: its record was handed over.
import { address } from "../site/address.js";
import { toast } from "../site/dialogs.js";
import { byId, setText } from "../site/element.js";
import { t } from "../site/language.js";
import "../site/site.js";
import { store, stored } from "../site/stored.js";
import { ask } from "../site/wire.js";

const HANDED = "menhirs.handed";
const TAKEN = "menhirs.taken";

const from = new URLSearchParams(location.search).get("from") ?? "";
/** @type {import("./pages.js").Handed|null} */
const handed = stored(HANDED);

/** The local copy of the game, created if needed. @param {import("./pages.js").Handed} game */
async function goOn({ record, opponent, level, side }) {
  const taken = stored(TAKEN);
  if (taken?.record === record) return location.assign(address(`/m/${taken.match}`));
  const answer = await ask("/api/records", { method: "POST", body: JSON.stringify({ record, opponent, level, side }) });
  const data = await answer.json();
  if (!answer.ok) return toast(data.text, { alert: true });
  store(TAKEN, { record, match: data.match });
  location.assign(address(`/m/${data.match}`));
}

if (handed && (from === `/m/${handed.match}` || !from)) {
  setText(byId("handed-game"), handed.title);
  byId("handed").hidden = false;
  byId("go-on-here").addEventListener("click", () => goOn(handed).catch(() => toast(t("That did not work."), { alert: true })));
}
if (/^\/(?!\/)/.test(from)) {
  const again = /** @type {HTMLAnchorElement} */ (byId("try-again"));
  again.href = new URL(from, location.origin).href;
  again.hidden = false;
}
