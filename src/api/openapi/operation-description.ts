import type { ApiCode } from '../../core/envelope.js';
import type { JsonSchema } from './json-schema.js';

/** One reason to answer an HTTP status: a code, and when it comes. */
export interface Outcome {
  readonly code: ApiCode;
  /** Ends the sentence "answered when …" or names the fault. */
  readonly when: string;
  /** The schema's name of the answer; where it is absent, the code's own error answer. */
  readonly schema?: string;
  /** What an example answer has beside the envelope. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** What an operation can answer, by HTTP status. */
export type Outcomes = Readonly<Record<number, readonly Outcome[]>>;

export interface RequestExample {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** What it is answered with, where everything it names is yours. */
  readonly http: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** What `/openapi.json` says of a route beyond its path and schemas. */
export interface OperationDescription {
  readonly id: string;
  readonly tag: 'Search' | 'Submit' | 'Duplicates';
  readonly summary: string;
  readonly description: string;
  /** Headers that it reads besides those that every call may have. */
  readonly parameters?: readonly JsonSchema[];
  /** Requests by name; on operations without a body, their answers. */
  readonly examples: Readonly<Record<string, RequestExample>>;
  /** The operation that reads on with the `svc_lead_id` of an answer, by its id. */
  readonly next?: string;
  /** What is not answered on every operation alike (`common-outcomes.ts`). */
  readonly outcomes: Outcomes;
}
