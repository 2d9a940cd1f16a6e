import type { AnswerTime } from '../reports/answer-time.js';
import { columnsOf } from '../reports/columns.js';
import type { Counts } from '../reports/counts.js';
import { familiesKnownBy } from '../reports/dimensions.js';

/** What became of leads. Shares are numbers from 0 to 1; null: of nothing. */
export interface SoldRow {
  readonly submits: number;
  readonly accepted: number;
  /** Ended, but not accepted. */
  readonly refused: number;
  readonly pending: number;
  readonly unknown: number;
  readonly accept_rate: number | null;
  /** At most three, the most frequent first. */
  readonly top_reasons: readonly { readonly reason: string; readonly count: number }[];
  /** How long the buyer took to answer. Null: it answered nothing. */
  readonly answer_ms: AnswerTime | null;
  /** Of the requests that the buyer answered or let time out. */
  readonly timeout_share: number | null;
}

const LEADS = familiesKnownBy(['code']);

export function soldRow(counts: Counts): SoldRow {
  const { submits, accepted, pending, unknown, ...rest } = columnsOf(counts, LEADS);
  const count = (value: number | null): number => value ?? 0;
  return {
    submits: count(submits),
    accepted: count(accepted),
    refused: count(submits) - count(accepted) - count(pending) - count(unknown),
    pending: count(pending),
    unknown: count(unknown),
    accept_rate: rest.accept_rate,
    top_reasons: rest.top_reasons ?? [],
    answer_ms: rest.answer_ms,
    timeout_share: rest.timeout_share,
  };
}
