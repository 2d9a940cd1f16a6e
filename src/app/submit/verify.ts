import { mayHaveArrived } from '../../core/delivery/attempt.js';
import { MAX_SKEW_MS } from '../../core/delivery/lease-times.js';
import type { VerifiedEntry } from '../../core/lead/lead-entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { evaluateStep } from '../../core/verification/evaluate-step.js';
import { notVerified, refusedBy } from '../../core/verification/refusals.js';
import {
  afterStep,
  countsUntil,
  isUnclear,
  nextStepOf,
  stepsOf,
  type OwnedStep,
} from '../../core/verification/steps.js';
import type { Verified } from '../../core/verification/verified.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { askStep, keepAnswer } from './ask-step.js';
import { evaluateAgain } from './outcomes.js';
import { checkReservable } from './check-reservable.js';
import type { Candidate } from './candidate.js';
import { refuseStep, storeStep, type Stopped, waitForStep } from './end-step.js';
import type { Step } from './wait.js';

/**
 * - `none`: there is nothing (more) to verify.
 * - `verified`: the lead is through with all steps, some of them in this run, which took time.
 */
export type Verification =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'verified'; readonly lead: LeadRecord }
  | { readonly outcome: 'wait'; readonly step: Exclude<Step, 'lead'> }
  | Stopped;

/**
 * Asks the verification services of a lead, one after the other, before the lead reserves anything. Each answer is
 * stored with the lead before the next service is asked, so that a later run asks none twice. A lead that its buyer may
 * have is not asked about: only the buyer can refuse it.
 */
export async function verifyLead(ports: WorkPorts, candidate: Candidate): Promise<Verification> {
  const { campaign, campaign_offer, lead } = candidate;
  const steps = stepsOf(campaign, campaign_offer.offer);
  if (steps.length === 0 || mayHaveArrived(lead) || !nextStepOf(lead, steps, ports.clock()))
    return { outcome: 'none' };
  const found = lead.is_test ? undefined : await checkReservable(ports, candidate);
  if (found)
    return 'wait' in found
      ? { outcome: 'wait', step: found.wait }
      : { outcome: 'refused', refusal: found.refusal };
  let passed = lead;
  for (;;) {
    const next = nextStepOf(passed, steps, ports.clock());
    if (!next) return { outcome: 'verified', lead: passed };
    const after = await passStep(ports, { ...candidate, lead: passed }, next);
    if ('outcome' in after) return after;
    passed = after;
  }
}

/** The lead as it goes on, or why it does not. */
async function passStep(
  ports: WorkPorts,
  candidate: Candidate,
  owned: OwnedStep,
): Promise<LeadRecord | Stopped> {
  const { lead } = candidate;
  const { step } = owned;
  const url = lead.is_test ? step.test_url : step.url;
  const entryOf = (outcome: VerifiedEntry['outcome'], reason: Omit<VerifiedEntry['reason'], 'step'>) =>
    ({
      ...{ at: ports.clock(), what: 'verified', offer_id: lead.offer_id, outcome },
      reason: { step: step.name, ...reason },
    }) satisfies VerifiedEntry;
  if (url === undefined) return goOn(ports, lead, owned, entryOf('skipped', { then: 'goes on' }));
  if (!hasTimeFor(lead, owned, ports.clock()))
    return { outcome: 'ended', end: await evaluateAgain(ports, lead, 'verifying it took too long') };
  const asked = await askStep(ports, candidate, owned, url);
  if ('turn_ms' in asked) return waitForStep(ports, candidate, owned, asked);
  const { heard, seen } = asked;
  const { outcome, verdict, unclear } = evaluateStep(step, heard, isUnclear(lead, owned));
  const entry = entryOf(outcome, { then: verdict, ...seen });
  switch (verdict) {
    case 'goes on': {
      const after = await goOn(ports, lead, owned, entry, asked.at);
      if (!('outcome' in after)) await keepAnswer(ports, lead, owned, asked);
      return after;
    }
    case 'waits':
      return waitForStep(ports, candidate, owned, { entry, detail: heard.detail, unclear });
    case 'is refused': {
      const refusal =
        outcome === 'refuse'
          ? refusedBy(step.name, heard.kind === 'barred' ? heard.detail : seen.said)
          : notVerified(step.name, heard.detail);
      const ended = await refuseStep(ports, lead, entry, refusal);
      if (ended.outcome === 'refused') await keepAnswer(ports, lead, owned, asked);
      return ended;
    }
  }
}

/** Whether a whole question fits into the lease of this run, also on a machine whose clock is late. */
const hasTimeFor = ({ due_at }: LeadRecord, { step }: OwnedStep, now: Date): boolean =>
  due_at === undefined || due_at.getTime() - now.getTime() >= step.timeout_ms + MAX_SKEW_MS;

/** Stores that the lead is through with a step. */
async function goOn(
  ports: WorkPorts,
  lead: LeadRecord,
  { of, step }: OwnedStep,
  entry: VerifiedEntry,
  heardAt = entry.at,
): Promise<LeadRecord | Stopped> {
  const { at, outcome } = entry;
  const until = countsUntil(step, heardAt);
  const one = {
    of,
    step: step.name,
    submission: lead.submission,
    at,
    ...(until && { until }),
    outcome: outcome as Verified['outcome'],
  };
  const verified = afterStep(lead, one);
  const ended = await storeStep(ports, lead, entry, verified);
  return ended ?? { ...lead, verified };
}
