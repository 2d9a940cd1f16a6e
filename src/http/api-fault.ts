import type { ApiCode, Envelope, Words } from '../core/envelope.js';

/** What a refusal contains besides its code and words. */
export type FaultMembers = Pick<Envelope, 'field' | 'errors' | 'warnings' | 'error' | 'retry_after_seconds'>;

/** Refuses a call with an HTTP error. Any part of the API may throw it; `answerOfFault` translates it. */
export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  /** Response headers that belong to the refusal (`Allow`, `Retry-After`, …). */
  readonly headers: Record<string, string> = {};

  constructor(
    readonly http: number,
    readonly code: ApiCode,
    readonly words: Words,
    readonly members: FaultMembers = {},
  ) {
    super(words.reason);
  }

  /** The same refusal with more members. */
  with(members: FaultMembers): ApiFault {
    const { http, code, words, headers } = this;
    return Object.assign(new ApiFault(http, code, words, { ...this.members, ...members }), { headers });
  }

  withHeader(name: string, value: string): this {
    this.headers[name] = value;
    return this;
  }
}
