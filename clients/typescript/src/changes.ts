import type { LeadChange, LeadFeed } from './types.js';

export interface ChangesOptions {
  /** A cursor that you kept; without one, the changes come from the beginning. */
  readonly since?: string | undefined;
  readonly status?: 'accepted' | 'saved' | 'pending' | 'held' | 'rejected' | 'invalid' | 'failed';
  readonly subid?: string;
  readonly external_id?: string;
  /** How many changes a page may have, at most 500. */
  readonly limit?: number;
}

/**
 * The changes of your leads, in their order, up to now. Iterate again for those that came since.
 *
 * `cursor` tells what your code has gone through: keep it, and begin with it after a restart. It moves after the last
 * change of a page, so that a stop in between tells changes twice, and none never.
 */
export class Changes implements AsyncIterable<LeadChange> {
  #cursor: string | undefined;
  #completeUntil: string | null = null;

  constructor(
    private readonly read: (since: string | undefined) => Promise<LeadFeed>,
    since: string | undefined,
  ) {
    this.#cursor = since;
  }

  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** Every change before this moment is told by now; null while there is more. */
  get completeUntil(): string | null {
    return this.#completeUntil;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LeadChange, void, undefined> {
    for (let hasMore = true; hasMore;) {
      const page = await this.read(this.#cursor);
      yield* page.leads as unknown as LeadChange[];
      this.#cursor = page.next_cursor;
      this.#completeUntil = page.complete_until;
      hasMore = page.has_more;
    }
  }
}
