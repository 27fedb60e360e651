// In a slow game, once the own turn is over: the way to the next game in which a person waits.
import { setText } from "../site/element.js";
import { t } from "../site/language.js";
import { ask as request } from "../site/wire.js";

/** Enough games to include one against a person: those come before the computer's. */
const MOST = 2;

export class NextTurn {
  #link = document.getElementById("next-turn");
  #asked = -1;

  /** @param {import("./match_state.js").MatchState} match */
  async show({ id, state, live, watching, yourTurn }) {
    const link = this.#link;
    if (!(link instanceof HTMLAnchorElement)) return;
    const waits = live && !watching && !yourTurn && !["waiting", "paused"].includes(state.phase);
    if (!waits) {
      this.#asked = -1;
      link.hidden = true;
    } else if (this.#asked !== state.state) {
      this.#asked = state.state;
      const answer = await request(`/api/games?section=turn&most=${MOST}`).catch(() => null);
      /** @type {{match: string, opponent: string, level: number|null}[]} */
      const games = answer?.ok ? (await answer.json()).games : [];
      const next = games.find(({ match, level }) => match !== id && level === null);
      if (this.#asked !== state.state) return; // the turn came back meanwhile
      if (next) {
        link.href = `/m/${next.match}`;
        setText(link, t("Next game: {name}", { name: next.opponent }));
      }
      link.hidden = !next;
    }
  }
}
