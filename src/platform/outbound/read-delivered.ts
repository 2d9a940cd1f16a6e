import { retryAfterMs } from '../../core/delivery/retry-after.js';
import type { Delivered } from '../../core/delivery/delivered.js';
import type { HttpAnswer, HttpOutcome } from './exchange.js';
import type { AnswerRead } from './mapping.js';

/** What became of a request, as one of the three outcomes of a delivery. */
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
