import type { Encoding } from '../../core/catalogue/types.js';
import type { HttpResponse } from '../../core/delivery/http-result.js';

/** A rule of `answers` as it is in the catalogue: its expressions and an outcome word. */
export interface AnswerRuleSource {
  readonly when: string;
  readonly outcome: string;
  readonly reference?: string;
  readonly reason?: string;
  readonly evidence?: string;
  readonly price?: string;
  readonly on?: string;
}

/** The result of the first rule that matches. `rule` counts from 1. `notes` list details that were left out. */
export interface RuleReading {
  readonly rule: number;
  readonly reference?: string;
  readonly reason?: string;
  readonly evidence?: string;
  readonly price_cents?: number;
  readonly on?: string;
  readonly notes: readonly string[];
}

/** The tasks of an evaluator and their results. All of it is plain JSON. */
export interface MappingTasks {
  /** The body's text. */
  readonly write: {
    readonly task: { readonly source: string; readonly encoding: Encoding; readonly input: object };
    readonly value: string;
  };
  /** The rule that matches; `rule: 0` if no rule does. */
  readonly read: {
    readonly task: { readonly rules: readonly AnswerRuleSource[]; readonly answer: HttpResponse };
    readonly value: RuleReading;
  };
  /** What `results` returns for the answer of a partner; null if it returns nothing. */
  readonly list: {
    readonly task: { readonly source: string; readonly answer: HttpResponse };
    readonly value: unknown;
  };
}

export type TaskKind = keyof MappingTasks;
export type MappingTask<K extends TaskKind = TaskKind> = {
  [Kind in K]: MappingTasks[Kind]['task'] & { readonly kind: Kind };
}[K];

/** `fault`: a message for the operator. It has no data of the lead or of an answer. */
export interface MappingFault {
  readonly ok: false;
  readonly fault: string;
  /** `evaluator`: the mapping was not tried, because no process was free. Absent: the mapping failed. */
  readonly internal_fault?: 'evaluator';
  /** It did not end in time, or needed too much memory. A busy machine also stops correct expressions. */
  readonly stopped?: true;
}

/** `left_out`: messages about data that could not be read and is not in the value. */
export type Mapped<T> =
  { readonly ok: true; readonly value: T; readonly left_out?: readonly string[] } | MappingFault;

/**
 * Evaluates the expressions of one request or answer, all in one message. `owner` is the id of the offer that has
 * these expressions. An expression that runs too long delays only the tasks of its own offer. Never rejects.
 */
export interface MappingEvaluator {
  run<K extends TaskKind>(owner: string, task: MappingTask<K>): Promise<Mapped<MappingTasks[K]['value']>>;
  /** Stops the processes that it started. Tasks in progress end with a fault. */
  close(): Promise<void>;
}
