import type { WebPorts } from '../app/ports/web-ports.js';
import type { Envelope, NormalizedField } from '../core/envelope.js';
import type { ApiKey } from '../core/keys/api-key.js';
import { isUuid } from '../core/uuid.js';
import type { Log } from '../platform/process/logger.js';
import type { Answer } from '../http/answer.js';
import type { LongText } from '../http/send.js';
import type { LiveAnswer } from './streams/live-answer.js';
import type { OpenStreams } from './streams/open-streams.js';
import { notFound } from '../http/faults.js';

/** How the body of a call is read, and what was changed in it. */
export interface Reading {
  /** Whether lead fields in other forms are put into the form wanted. */
  readonly loose: boolean;
  /** Filled while the body is read. */
  readonly normalized: NormalizedField[];
}

/** What was done to a text that nothing reads and that held half a character. */
export const WITHOUT_LONE_SURROGATES = 'text without its half characters';

/** One call that passed all checks: its key is known and allowed, it is within its limits, and its body is valid. */
export interface Call<Body> {
  readonly body: Body;
  readonly params: Readonly<Record<string, string>>;
  readonly key: ApiKey;
  readonly reading: Reading;
  readonly request_id: string;
  readonly idempotency_key?: string;
  /** Which of these types the caller likes best, by its `Accept`. The first one if it accepts none, or does not say. */
  readonly accepts: (...types: readonly [string, ...string[]]) => string;
  /** Whether its `Accept` names this type, wherever. */
  readonly namesType: (type: string) => boolean;
  readonly query: URLSearchParams;
  readonly openStreams: OpenStreams;
  /** When this process saw the call. */
  readonly now: Date;
  /** For how many ms at most its caller may have waited by then. */
  readonly waited_ms?: number;
  /** Must be called when the call has stored what was sent, and only waits. Another call may then begin. */
  readonly stored?: () => void;
  readonly log: Log;
}

/** Translates a call for a use case, and translates the use case's result into an answer. */
export type Handler<Body, Result = Answer> = (ports: WebPorts, call: Call<Body>) => Promise<Result>;

/** What a handler may answer: an envelope, a long text in parts, or a stream. */
export type AnyAnswer = Answer | LongText | LiveAnswer;

export const ok = (body: Envelope): Answer => ({ http: 200, body });

/** The id in a path. Throws NOT_FOUND if it is not a UUID, because all ids are UUIDs. */
export function idParam({ svc_lead_id = '' }: Readonly<Record<string, string>>): string {
  if (!isUuid(svc_lead_id)) throw notFound('svc_lead_id');
  return svc_lead_id.toLowerCase();
}
