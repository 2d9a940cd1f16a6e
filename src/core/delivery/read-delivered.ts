import { compact } from '../catalogue/compact.js';
import type { BuyerAnswer, CallbackAnswer, Delivered } from './delivered.js';
import type { HttpOutcome, HttpAnswer } from './http-outcome.js';
import { retryAfterMs, retryAfterNote } from './retry-after.js';

/** `answer` is absent when no rule matches. `detail` names the rule or the reason, without content of the answer. */
export interface AnswerRead {
  readonly answer?: BuyerAnswer;
  readonly detail: string;
  /** `evaluator`: no process here could evaluate the rules, whatever the answer contains. */
  readonly ours?: 'evaluator';
}

/** The same for a callback. */
export type CallbackRead = Omit<AnswerRead, 'answer'> & {
  readonly answer?: CallbackAnswer;
  /** The rules were not evaluated to their end, so the same callback may be read another time. */
  readonly again?: true;
};

/** The answer to a request of ours can't return a lead, because nobody has sold it yet, and revokes no consent. */
export function withoutReturn({ answer, detail, again: _, ...rest }: CallbackRead): AnswerRead {
  if (!answer) return { detail, ...rest };
  const { outcome } = answer;
  return outcome === 'returned' || outcome === 'revoked'
    ? { detail: `${detail}, which only a callback may say`, ...rest }
    : { answer: { ...answer, outcome }, detail, ...rest };
}

/** Turns a request's outcome into one of the three outcomes of a delivery. */
export async function readDelivered(
  outcome: HttpOutcome,
  clock: () => Date,
  readWith: (answer: HttpAnswer) => Promise<AnswerRead>,
): Promise<Delivered> {
  if (outcome.kind === 'unknown') {
    const { kind, detail, status, via } = outcome;
    return { kind, detail, ...compact({ status, via }) };
  }
  if (outcome.kind !== 'answered') return outcome;
  const { status, via } = outcome;
  const way = compact({ via });
  const { answer, detail, ours } = await readWith(outcome);
  if (!answer) return { kind: 'unknown', detail, status, ...way, ...(ours === undefined ? {} : { ours }) };
  const asked = answer.outcome === 'retry' ? outcome.headers['retry-after'] : undefined;
  const now = clock();
  const after = retryAfterMs(asked, now);
  return {
    kind: 'answered',
    answer,
    status,
    detail: `${detail}${retryAfterNote(asked, now)}`,
    ...way,
    ...(after === undefined ? {} : { retry_after_ms: after }),
  };
}
