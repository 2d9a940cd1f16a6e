import { isCallbackOnly } from '../catalogue/types.js';
import { compact } from '../catalogue/compact.js';
import type { BuyerAnswer, CallbackAnswer, DeliveryResult } from './delivery-result.js';
import type { HttpResult, HttpResponse } from './http-result.js';
import { retryAfterMs, retryAfterNote } from './retry-after.js';

/** `answer` is absent when no rule matches. `detail` names the rule or the reason, without content of the answer. */
export interface AnswerRead {
  readonly answer?: BuyerAnswer;
  readonly detail: string;
  /** `evaluator`: no process here could evaluate the rules, whatever the answer contains. */
  readonly internal_fault?: 'evaluator';
}

/** The same for a callback. */
export type CallbackRead = Omit<AnswerRead, 'answer'> & {
  readonly answer?: CallbackAnswer;
  /** The rules were not evaluated to their end, so the same callback may be read another time. */
  readonly again?: true;
};

/** The answer to a request of ours can't return a lead or say what became of it, because nobody has sold it yet, and revokes no consent. */
export function withoutReturn({ answer, detail, again: _, ...rest }: CallbackRead): AnswerRead {
  if (!answer) return { detail, ...rest };
  const { outcome } = answer;
  return isCallbackOnly(outcome)
    ? { detail: `${detail}, which only a callback may say`, ...rest }
    : { answer: { ...answer, outcome }, detail, ...rest };
}

/** Turns a request's outcome into one of the three outcomes of a delivery. */
export async function classifyDelivery(
  outcome: HttpResult,
  clock: () => Date,
  readWith: (answer: HttpResponse) => Promise<AnswerRead>,
): Promise<DeliveryResult> {
  if (outcome.kind === 'unknown') {
    const { kind, detail, status, via } = outcome;
    return { kind, detail, ...compact({ status, via }) };
  }
  if (outcome.kind !== 'answered') return outcome;
  const { status, via } = outcome;
  const route = compact({ via });
  const { answer, detail, internal_fault } = await readWith(outcome);
  if (!answer)
    return {
      kind: 'unknown',
      detail,
      status,
      ...route,
      ...(internal_fault === undefined ? {} : { internal_fault }),
    };
  const asked = answer.outcome === 'retry' ? outcome.headers['retry-after'] : undefined;
  const now = clock();
  const after = retryAfterMs(asked, now);
  return {
    kind: 'answered',
    answer,
    status,
    detail: `${detail}${retryAfterNote(asked, now)}`,
    ...route,
    ...(after === undefined ? {} : { retry_after_ms: after }),
  };
}
