// Rows of a query, fetched page by page as they come into view.

import { Cache } from "./api.js";

export const PAGE = 100;

/** @template Row */
export class Pages {
  /**
   * @param {(offset: number, limit: number, signal: AbortSignal) => Promise<Row[]>} fetch
   * @param {(first: number, last: number) => void} arrived rows between these have come
   * @param {(error: Error) => void} failed
   */
  constructor(fetch, arrived, failed) {
    this.fetch = fetch;
    this.arrived = arrived;
    this.failed = failed;
    /** @type {Map<number, Row[]>} */
    this.pages = new Map();
    /** @type {Cache<Row[]>} */
    this.asked = new Cache(40);
    this.stopping = new AbortController();
    /** Rows there are, as far as is known: a short page is the last one. */
    this.end = Infinity;
  }

  /** @param {number} index @returns {Row | undefined} */
  get(index) {
    return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Fetch what is in view, and the next page. */
  want(first, last) {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE) + 1; page++) {
      if (page * PAGE < this.end && !this.pages.has(page)) this.ask(page);
    }
  }

  async ask(page) {
    try {
      const rows = await this.asked.get(String(page), () => this.fetch(page * PAGE, PAGE, this.stopping.signal));
      if (this.pages.has(page)) return;
      this.pages.set(page, rows);
      if (rows.length < PAGE) this.end = Math.min(this.end, page * PAGE + rows.length);
      if (this.pages.size > 40) this.pages.delete(/** @type {number} */ (this.pages.keys().next().value));
      this.arrived(page * PAGE, page * PAGE + rows.length - 1);
    } catch (error) {
      if (!this.stopping.signal.aborted) this.failed(error);
    }
  }

  /** Give up what is under way; these rows are no longer wanted. */
  stop() {
    this.stopping.abort();
  }

  /** Every row that has come, with its index. @returns {Generator<[number, Row]>} */
  *known() {
    for (const [page, rows] of this.pages) for (const [place, row] of rows.entries()) yield [page * PAGE + place, row];
  }
}
