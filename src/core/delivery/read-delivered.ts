import type { BuyerAnswer, Delivered } from './delivered.js';
import type { HttpOutcome, HttpAnswer } from './http-outcome.js';
import { retryAfterMs } from './retry-after.js';

/** `answer` is absent when no rule matches. `detail` names the rule or the reason, without content of the answer. */
export interface AnswerRead {
  readonly answer?: BuyerAnswer;
  readonly detail: string;
  /** `evaluator`: no process here could evaluate the rules, whatever the answer contains. */
  readonly ours?: 'evaluator';
}

/** Turns a request's outcome into one of the three outcomes of a delivery. */
export async function readDelivered(
  outcome: HttpOutcome,
  clock: () => Date,
  readWith: (answer: HttpAnswer) => Promise<AnswerRead>,
): Promise<Delivered> {
  if (outcome.kind !== 'answered') return outcome;
  const { status } = outcome;
  const { answer, detail, ours } = await readWith(outcome);
  if (!answer) return { kind: 'unknown', detail, status, ...(ours === undefined ? {} : { ours }) };
  const after =
    answer.outcome === 'retry' ? retryAfterMs(outcome.headers['retry-after'], clock()) : undefined;
  return {
    kind: 'answered',
    answer,
    status,
    detail,
    ...(after === undefined ? {} : { retry_after_ms: after }),
  };
}
