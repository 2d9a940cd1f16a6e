import { windowEnd, windowFrom } from '../../core/delivery/delivery-window.js';
import { newestWait } from '../../core/lead/waiting.js';
import { mayFallBack } from '../../core/fallback/next-fallback.js';
import type { VerifiedEntry } from '../../core/lead/lead-entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { Refusal } from '../../core/refusal.js';
import { pauseMs } from '../../core/verification/pause.js';
import { notVerified } from '../../core/verification/refusals.js';
import { afterStep, stepDestination, stepKey, type OwnedStep } from '../../core/verification/steps.js';
import type { Verified } from '../../core/verification/verified.js';
import { release } from '../destination-gate/ask-gate.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { isLapsed, unexpiredLeaseCondition } from './lease-conditions.js';
import { evaluateAgain } from './outcomes.js';
import { transitionAndEndRun, transitionLead } from './transition-lead.js';
import { allowsFallbacks } from './create-fallback.js';
import type { Candidate } from './candidate.js';

/** A step after which the lead does not go on. `ended`: the run has ended, and the lead is stored as it waits. */
export type Stopped =
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'ended'; readonly end: RunEnd };

/** Stores what a step came to, while the lead stays with this worker. If it can't be stored, returns how the run ends. */
export async function storeStep(
  ports: WorkPorts,
  lead: LeadRecord,
  entry: VerifiedEntry,
  verified?: readonly Verified[],
): Promise<Stopped | undefined> {
  const now = ports.clock();
  const stored = await transitionLead(ports, lead, unexpiredLeaseCondition(lead, now), {
    ...{ state: 'working', due_at: lead.due_at ?? null, entries: [entry] },
    ...(verified && { verified }),
  });
  if (stored) return undefined;
  return { outcome: 'ended', end: isLapsed(lead, now) ? await evaluateAgain(ports, lead) : DONE };
}

/** Stores what was heard, for the timeline, and refuses. */
export async function refuseStep(
  ports: WorkPorts,
  lead: LeadRecord,
  entry: VerifiedEntry,
  refusal: Refusal,
): Promise<Stopped> {
  return (await storeStep(ports, lead, entry)) ?? { outcome: 'refused', refusal };
}

/** Why a lead waits: a service gave no answer (`entry`), or none that anybody can read (`unclear`), or it is not the lead's turn yet. */
type Waits =
  | { readonly entry: VerifiedEntry; readonly detail: string; readonly unclear?: true | undefined }
  | { readonly turn_ms: number; readonly detail: string };

/**
 * Lets a lead wait until its service is asked again, for as long as its delivery window. Then it is refused, because
 * nothing is sold on a doubt. If another offer waits for the lead, it does not wait for a service that is away.
 */
export async function waitForStep(
  ports: WorkPorts,
  candidate: Candidate,
  owned: OwnedStep,
  waits: Waits,
): Promise<Stopped> {
  const { step } = owned;
  const { lead, campaign_offer } = candidate;
  const at = ports.clock();
  const window = windowOf(candidate);
  const end = windowEnd(window, campaign_offer.offer);
  const isTurn = 'turn_ms' in waits;
  if (at >= end || (!isTurn && mayFallBack(lead, allowsFallbacks(ports, lead)))) {
    const refusal = notVerified(step.name, waits.detail);
    if (isTurn) {
      // Its place in the line may be far behind, and nobody passes by it before its turn.
      await release(ports, stepDestination(owned, lead.is_test), stepKey(lead, owned), 'unused');
      return { outcome: 'refused', refusal };
    }
    const { entry } = waits;
    return refuseStep(ports, lead, { ...entry, reason: { ...entry.reason, then: 'is refused' } }, refusal);
  }
  // The window of a lead whose buyer is closed begins later.
  const since = lead.first_due_at < at ? lead.first_due_at : lead.received_at;
  const pause = isTurn ? waits.turn_ms : pauseMs(at.getTime() - since.getTime(), ports.random());
  const due_at = new Date(Math.min(at.getTime() + pause, end.getTime()));
  const later = await transitionAndEndRun(ports, lead, {
    ...{ state: 'queued', due_at, waiting: { run: lead.runs, why: 'verification', step: step.name } },
    ...window,
    ...(!isTurn && waits.unclear && { verified: afterStep(lead, unclearStep(lead, owned, at)) }),
    entries: isInTimeline(lead, step.name) ? [] : [isTurn ? turnEntry(lead, step.name, at) : waits.entry],
  });
  return { outcome: 'ended', end: later };
}

const unclearStep = ({ submission }: LeadRecord, { of, step }: OwnedStep, at: Date): Verified => ({
  ...{ of, step: step.name, submission, at, outcome: 'unclear' },
});

/** A long wait must not push older entries out of the bounded timeline. */
function isInTimeline(lead: LeadRecord, step: string): boolean {
  const wait = newestWait(lead);
  return wait?.why === 'verification' && wait.step === step;
}

const turnEntry = ({ offer_id }: LeadRecord, step: string, at: Date) =>
  ({ at, what: 'waits', offer_id, reason: { why: 'verification', step } }) as const;

/** While the buyer is closed, the window has not begun: also for the run that finds it open at last. */
const windowOf = ({ lead, subject, send_at }: Candidate): ReturnType<typeof windowFrom> =>
  send_at > subject.now ? windowFrom(lead, send_at) : { first_due_at: lead.first_due_at };
