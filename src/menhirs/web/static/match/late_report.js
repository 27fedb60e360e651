// The review of a finished game, and what there is to share of it, come when the game is over: until then a page loads
// nothing for them.
import { toast } from "../site/dialogs.js";
import { byId, element } from "../site/element.js";
import { t } from "../site/language.js";

/** @typedef {import("../review/report.js").Report} Report */

export class LateReport {
  #given;
  /** @type {Promise<void>|null} */
  #coming = null;
  /** @type {Report|null} */
  #report = null;
  /** The ply to show. @type {[at: number, over: boolean]} */
  #shown = [0, false];

  /** @param {ConstructorParameters<typeof import("../review/report.js").Report>[0]} given */
  constructor(given) {
    this.#given = given;
  }

  get advice() {
    return this.#report?.advice ?? [];
  }

  get isBeforeMoment() {
    return this.#report?.isBeforeMoment ?? false;
  }

  /** @param {number} at the ply on the board @param {boolean} over there may be a review: the game is over */
  show(at, over) {
    this.#shown = [at, over];
    if (this.#report) this.#report.show(at, over);
    else if (over) this.#come();
  }

  /** Asks for the review, and shows it. */
  async begin() {
    await (await this.#arrived())?.begin();
  }

  /** Shows what there is to share of the game. @param {string} match */
  async share(match) {
    await (await this.#arrived())?.share(match);
  }

  async #arrived() {
    await this.#come();
    if (!this.#report) toast(t("There is no connection at the moment."), { alert: true });
    return this.#report;
  }

  #come() {
    return (this.#coming ??= this.#load().catch(() => {
      this.#coming = null;
    }));
  }

  async #load() {
    const { script = "", style = "" } = byId("sheet-report").dataset;
    const styles = element("link", { rel: "stylesheet", href: style });
    document.head.append(styles);
    const { Report } = /** @type {typeof import("../review/report.js")} */ (
      await import(new URL(script, location.href).href) // of the page, not of this script
    );
    this.#report = new Report(this.#given);
    this.#report.show(...this.#shown);
  }
}
