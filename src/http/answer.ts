import type { TextPart } from '../core/answers/text-parts.js';
import type { Envelope } from '../core/envelope.js';

/** An answer with the envelope, before the request's id is added. */
export interface Answer {
  readonly http: number;
  readonly body: Envelope;
  /** What together is the whole body as JSON, but for the brace at its end, if it has more than `body`. */
  readonly parts?: readonly TextPart[];
}
