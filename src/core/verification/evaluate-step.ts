import type { InternalFault } from '../delivery/delivery-result.js';
import type { VerifyOutcome, VerifyStep } from './verify-step.js';

/**
 * What was heard from a service.
 *
 * - `answered`: a rule read the answer.
 * - `unread`: a response came that no rule matches, or that is unreadable (`status` may be absent then).
 * - `barred`: nothing was sent, because the lead names no address that the step may ask at.
 * - `none`: no complete answer came, or nothing was sent. `internal_fault` marks a fault on our side.
 */
export type StepAnswer =
  | {
      readonly kind: 'answered';
      readonly outcome: VerifyOutcome;
      readonly status: number;
      readonly detail: string;
      readonly reason?: string;
      readonly reference?: string;
    }
  | { readonly kind: 'barred'; readonly detail: string; readonly status?: undefined }
  | { readonly kind: 'unread'; readonly status?: number; readonly detail: string }
  | {
      readonly kind: 'none';
      readonly detail: string;
      readonly status?: number;
      readonly internal_fault?: InternalFault;
    };

/** What becomes of the lead. It `waits` for the next time the service is asked. Timelines show these words. */
export type StepVerdict = 'goes on' | 'waits' | 'is refused';

export interface StepEvaluation {
  readonly outcome: VerifyOutcome;
  readonly verdict: StepVerdict;
  /** Nobody knows what the service would say: only its answer lets the lead go on in this submission. */
  readonly unclear?: true;
}

/**
 * What an answer means for the lead. `pass` for a service that is away holds for that alone: if it answered what no rule
 * reads, or a fault on our side kept us from asking, nobody knows what it would say, and nothing is sold on a doubt. It
 * does not end when the service is away at a later try (`wasUnclear`): the answer that nobody read may have been a no.
 */
export function evaluateStep(
  { when_away }: Pick<VerifyStep, 'when_away'>,
  heard: StepAnswer,
  wasUnclear = false,
): StepEvaluation {
  if (heard.kind === 'answered' && heard.outcome === 'pass') return { outcome: 'pass', verdict: 'goes on' };
  if (heard.kind === 'answered' && heard.outcome === 'refuse')
    return { outcome: 'refuse', verdict: 'is refused' };
  if (heard.kind === 'barred') return { outcome: 'refuse', verdict: 'is refused' };
  const unclear = wasUnclear || !isAway(heard);
  const verdict = when_away === 'pass' && unclear ? 'waits' : VERDICTS[when_away];
  return { outcome: 'away', verdict, ...(unclear ? { unclear } : {}) };
}

const VERDICTS = { pass: 'goes on', hold: 'waits', refuse: 'is refused' } as const;

/** The status below 500 by which a service says that it takes no question now. */
export const BUSY_STATUS = 429;

function isAway(heard: Exclude<StepAnswer, { readonly kind: 'barred' }>): boolean {
  switch (heard.kind) {
    case 'answered':
      return heard.outcome === 'away';
    case 'unread':
      return heard.status !== undefined && (heard.status >= 500 || heard.status === BUSY_STATUS);
    case 'none':
      return heard.internal_fault === undefined;
  }
}
