import type { OwnFault } from './delivered.js';

/** A complete answer. Header names are lower case; a repeated header's values are joined with a comma. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked, as text, without a byte order mark. */
  readonly body: string;
}

/**
 * What became of a request. `never_sent`: no byte of it was written (`late`: since `sendBy` had passed). `unknown`: it may
 * have been read, and there is no complete answer; `status` when at least the status line came. `detail` says in words what went wrong.
 */
export type HttpOutcome =
  | ({ readonly kind: 'answered' } & HttpAnswer)
  | {
      readonly kind: 'never_sent';
      readonly detail: string;
      readonly ours?: OwnFault;
    }
  | { readonly kind: 'unknown'; readonly detail: string; readonly status?: number };

/** An answer longer than this, packed or unpacked, is not read to its end, and unknown. */
export const ANSWER_LIMIT_BYTES = 256 * 1024;
