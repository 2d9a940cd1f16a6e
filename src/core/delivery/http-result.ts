import type { InternalFault, Route } from './delivery-result.js';

/** A complete response. Header names are lower case; a repeated header's values are joined with a comma. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed, as text, without a byte order mark. */
  readonly body: string;
  /** The charset as which `body` was read, because none is declared and the bytes are not UTF-8. */
  readonly guessed_charset?: 'windows-1252';
}

/** What was received of a response that is not complete, or can't be read. */
export interface PartialResponse {
  /** Absent: not even the headers could be read, and `body` is all that came. */
  readonly status?: number;
  readonly headers: HttpResponse['headers'];
  /** As text; of a compressed answer as much as could be decompressed, or its size. */
  readonly body: string;
  /** How many bytes came. */
  readonly bytes: number;
}

/** What a `detail` calls the proxy, if it is the one at fault. */
export const PROXY = 'the proxy (OUTBOUND_PROXY)';

/**
 * The result of a request.
 *
 * - `never_sent`: no byte of the request was written. With `deadline_passed`, `sendBy` had passed.
 * - `unknown`: the destination may have read the request, and no complete answer came. `status` is set when at least
 *   the status line came.
 *
 * `detail` says in words what went wrong.
 */
export type HttpResult =
  | ({ readonly kind: 'answered' } & HttpResponse & Route)
  | {
      readonly kind: 'never_sent';
      readonly detail: string;
      readonly internal_fault?: InternalFault;
    }
  | ({
      readonly kind: 'unknown';
      readonly detail: string;
      readonly status?: number;
      readonly partial?: PartialResponse;
      /** An answer came, and nobody can read it: it is not HTTP, or not compressed as it says. It may say anything. */
      readonly unreadable?: true;
    } & Route);

/** The longest answer that is read, compressed or not. The outcome of a longer one is unknown. */
export const ANSWER_LIMIT_BYTES = 256 * 1024;
