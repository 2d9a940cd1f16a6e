import type { Encoding } from '../../core/catalogue/types.js';
import type { HttpAnswer } from '../../core/delivery/http-outcome.js';

/** A rule of `answers` as the catalogue has it: three expressions and a word. */
export interface AnswerRuleSource {
  readonly when: string;
  readonly outcome: string;
  readonly reference?: string;
  readonly reason?: string;
}

/** What the first rule that holds says; `rule` counts from 1, `notes` tell side remarks that were left out. */
export interface RuleReading {
  readonly rule: number;
  readonly reference?: string;
  readonly reason?: string;
  readonly notes: readonly string[];
}

/** What is asked of an evaluator, and what comes back. All of it is plain JSON. */
export interface MappingTasks {
  /** The body's text. */
  readonly write: {
    readonly task: { readonly source: string; readonly encoding: Encoding; readonly input: object };
    readonly value: string;
  };
  /** The rule that holds; `rule: 0` when none does. */
  readonly read: {
    readonly task: { readonly rules: readonly AnswerRuleSource[]; readonly answer: HttpAnswer };
    readonly value: RuleReading;
  };
  /** What `results` makes of a partner's answer; null when it gives nothing. */
  readonly list: {
    readonly task: { readonly source: string; readonly answer: HttpAnswer };
    readonly value: unknown;
  };
}

export type TaskKind = keyof MappingTasks;
export type MappingTask<K extends TaskKind = TaskKind> = {
  [Kind in K]: MappingTasks[Kind]['task'] & { readonly kind: Kind };
}[K];

/** `fault`: a sentence for the operator, without anything of the lead or of an answer. */
export interface MappingFault {
  readonly ok: false;
  readonly fault: string;
  /** `evaluator`: the mapping was not tried, for no process had room for it; absent: it failed. */
  readonly ours?: 'evaluator';
}

/** `left_out`: sentences on what could not be read and is not in the value. */
export type Mapped<T> =
  { readonly ok: true; readonly value: T; readonly left_out?: readonly string[] } | MappingFault;

/**
 * Evaluates the expressions of one request or answer, all in one message. `owner` (an offer's id) is whose
 * expressions they are: one that runs away delays only its own. Never rejects.
 */
export interface MappingEvaluator {
  run<K extends TaskKind>(owner: string, task: MappingTask<K>): Promise<Mapped<MappingTasks[K]['value']>>;
  /** Ends what it started; tasks under way get a fault. */
  close(): Promise<void>;
}
