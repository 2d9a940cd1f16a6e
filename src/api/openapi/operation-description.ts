import type { ApiCode } from '../../core/envelope.js';
import type { JsonSchema } from '../../http/openapi/json-schema.js';

/** One reason for an HTTP status: a code, and when it is answered. */
export interface Outcome {
  readonly code: ApiCode;
  /** The end of the sentence "answered when …", or the fault. */
  readonly when: string;
  /** The name of the answer's schema, the same for all outcomes of a status. Absent: that of errors. */
  readonly schema?: string;
  /** What an example answer adds to the envelope. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** What an operation can answer, by HTTP status. */
export type Outcomes = Readonly<Record<number, readonly Outcome[]>>;

export interface RequestExample {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The HTTP status of the answer, if every id in the request belongs to the caller. */
  readonly http: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** What `/openapi.json` contains about a route besides its path and schemas. */
export interface OperationDescription {
  readonly id: string;
  readonly tag: 'Search' | 'Submit' | 'Duplicates' | 'Reconciliation';
  readonly summary: string;
  readonly description: string;
  /** Parameters of this operation besides those of every call. */
  readonly parameters?: readonly JsonSchema[];
  /** Example requests by name. For an operation without a body, only their answers are shown. */
  readonly examples: Readonly<Record<string, RequestExample>>;
  /** The id of the operation that you call next with the `svc_lead_id` of an answer. */
  readonly next?: string;
  /** Other types that the operation answers to their `Accept`, and what they are. */
  readonly otherTypes?: Readonly<Record<string, string>>;
  /** When the operation answers 204, without a body. */
  readonly nothing?: string;
  /** The operation's own outcomes, besides those in `common-outcomes.ts`. */
  readonly outcomes: Outcomes;
}
