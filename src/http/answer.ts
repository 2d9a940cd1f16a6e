import type { Envelope } from '../core/envelope.js';

/** An answer with the envelope, before the request's id is added. */
export interface Answer {
  readonly http: number;
  readonly body: Envelope;
}
