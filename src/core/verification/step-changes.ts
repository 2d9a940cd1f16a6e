import type { Offer } from '../catalogue/types.js';
import { windowEnd, windowFrom } from '../delivery/delivery-window.js';
import type { Moment } from '../delivery/waits-and-endings.js';
import type { LeadChange } from '../lead/lead-change.js';
import type { VerifiedEntry } from '../lead/lead-entry.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { newestWait } from '../lead/waiting.js';
import { pauseMs } from './retry-delay.js';
import { afterStep, countsUntil, type OwnedStep } from './steps.js';
import type { Verified } from './verified.js';

/** The lead is through with a step, and stays with its worker. `heardAt` may be long ago. */
export function stepPassed(
  lead: LeadRecord,
  { of, step }: OwnedStep,
  entry: VerifiedEntry,
  heardAt: Date,
): LeadChange & Required<Pick<LeadChange, 'verified'>> {
  const { at, outcome } = entry;
  const until = countsUntil(step, heardAt);
  const verified = afterStep(lead, {
    ...{ of, step: step.name, submission: lead.submission, at },
    ...(until && { until }),
    outcome: outcome as Verified['outcome'],
  });
  return { state: 'working', due_at: lead.due_at ?? null, verified, entries: [entry] };
}

/** Why a lead waits: a service gave no answer (`entry`), or none that anybody can read (`unclear`), or it is not the lead's turn yet. */
export type StepWait =
  | { readonly entry: VerifiedEntry; readonly detail: string; readonly unclear?: true | undefined }
  | { readonly turn_ms: number; readonly detail: string };

/** A lead with a step that says neither yes nor no. */
interface Doubted extends Moment {
  readonly lead: LeadRecord;
  readonly offer: Offer;
  readonly owned: OwnedStep;
  /** If the buyer is closed now: when it opens. */
  readonly opens_at: Date | undefined;
  /** Whether another offer waits for the lead. */
  readonly fallsBack: boolean;
}

/**
 * Lets a lead wait until its service is asked again, for as long as its delivery window. Undefined: it can't wait any more,
 * and nothing is sold on a doubt. If another offer waits for the lead, it does not wait for a service that is away.
 */
export function waitsForStep(
  { lead, offer, owned, opens_at, fallsBack, now: at, random }: Doubted,
  waits: StepWait,
): LeadChange | undefined {
  const { name } = owned.step;
  // While the buyer is closed, the window has not begun: also for the run that finds it open at last.
  const window = opens_at ? windowFrom(lead, opens_at) : { first_due_at: lead.first_due_at };
  const end = windowEnd(window, offer);
  const isTurn = 'turn_ms' in waits;
  if (at >= end || (!isTurn && fallsBack)) return undefined;
  // The window of a lead whose buyer is closed begins later.
  const since = lead.first_due_at < at ? lead.first_due_at : lead.received_at;
  const pause = isTurn ? waits.turn_ms : pauseMs(at.getTime() - since.getTime(), random);
  const isUnclear = !isTurn && waits.unclear;
  const reason = { why: 'verification', step: name } as const;
  return {
    state: 'queued',
    due_at: new Date(Math.min(at.getTime() + pause, end.getTime())),
    waiting: { run: lead.runs, ...reason },
    ...window,
    ...(isUnclear && { verified: afterStep(lead, unclearStep(lead, owned, at)) }),
    // A long wait must not push older entries out of the bounded timeline.
    entries: isInTimeline(lead, name)
      ? []
      : [isTurn ? { at, what: 'waits', offer_id: lead.offer_id, reason } : waits.entry],
  };
}

const unclearStep = ({ submission }: LeadRecord, { of, step }: OwnedStep, at: Date): Verified => ({
  ...{ of, step: step.name, submission, at, outcome: 'unclear' },
});

function isInTimeline(lead: LeadRecord, step: string): boolean {
  const wait = newestWait(lead);
  return wait?.why === 'verification' && wait.step === step;
}
