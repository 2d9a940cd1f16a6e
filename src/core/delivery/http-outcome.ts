import type { OwnFault, Way } from './delivered.js';

/** A complete answer. Header names are lower case; a repeated header's values are joined with a comma. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed, as text, without a byte order mark. */
  readonly body: string;
  /** The charset as which `body` was read, because none is declared and the bytes are no UTF-8. */
  readonly guessed_charset?: 'windows-1252';
}

/** What came of an answer that is not complete, or can't be read. */
export interface Heard {
  /** Absent: `body` is all that came, with its first line and headers if it has such, because they can't be read. */
  readonly status?: number;
  readonly headers: HttpAnswer['headers'];
  /** As text; of a compressed answer as much as can be unpacked, or how much came. */
  readonly body: string;
  /** How many bytes came. */
  readonly bytes: number;
}

/** What a `detail` calls the proxy, if it is the one at fault. */
export const PROXY = 'the proxy (OUTBOUND_PROXY)';

/**
 * The outcome of a request.
 *
 * - `never_sent`: no byte of the request was written. With `late`, `sendBy` had passed.
 * - `unknown`: the destination may have read the request, and no complete answer came. `status` is set when at least
 *   the status line came.
 *
 * `detail` says in words what went wrong.
 */
export type HttpOutcome =
  | ({ readonly kind: 'answered' } & HttpAnswer & Way)
  | {
      readonly kind: 'never_sent';
      readonly detail: string;
      readonly ours?: OwnFault;
    }
  | ({
      readonly kind: 'unknown';
      readonly detail: string;
      readonly status?: number;
      readonly heard?: Heard;
      /** An answer came, and nobody can read it: it is no HTTP, or not packed as it says. It may say anything. */
      readonly unreadable?: true;
    } & Way);

/** The longest answer that is read, compressed or not. The outcome of a longer one is unknown. */
export const ANSWER_LIMIT_BYTES = 256 * 1024;
