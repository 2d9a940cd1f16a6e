import { applyDeliveryResult, failed } from '../../core/delivery/apply-delivery-result.js';
import { lastAttempt, mayBeTaken, taskOf } from '../../core/delivery/attempt.js';
import { isFinal } from '../../core/lead/lead-states.js';
import type { SubmitJob } from '../ports/queues.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { endErased, waitsForErasure } from '../../core/person/erasure.js';
import { wakeWaiting } from '../wake-waiting.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { askBuyer } from './follow-up.js';
import { leaseCondition } from './lease-conditions.js';
import { leaveToOperator } from './outcomes.js';
import { transitionAndEndRun, transitionLead } from './transition-lead.js';
import { evaluateLead } from './evaluate.js';
import { firstLeadOfCall } from '../../core/fallback/fallback-lead.js';
import { tryToCreateFallbackLead } from './create-fallback.js';
import { requeueInterrupted } from './requeue.js';
import { isReservedInAll } from './reserve-caps.js';
import { takeLease } from './take-lease.js';
import { waitAgain } from './wait.js';
import { LAST_CHANCE_MS, RUN_LEASE_MS } from '../../core/delivery/lease-times.js';

/**
 * Runs one submitted lead: takes it, does its next step, and wakes the web process that waits for it, or creates the next
 * fallback. If an outage of our own services ends the run, the lead is requeued, and the run does not count. `isFirst`: no
 * worker was ever given this job before.
 */
export async function runSubmit(ports: WorkPorts, job: SubmitJob, isFirst = false): Promise<RunEnd> {
  const now = ports.clock();
  const until = new Date(now.getTime() + RUN_LEASE_MS);
  const mayBegin = isFirst && job.due === undefined;
  const taken = await takeLease(ports, {
    id: job.lead_id,
    submission: job.submission,
    now,
    until,
    isFirst: mayBegin,
  });
  if (!taken) return DONE;
  const { lead, run } = taken;
  const end = await work(ports, lead).catch(async (error: unknown) => {
    await requeueInterrupted(ports, run, error);
    throw error;
  });
  // The next fallback wakes the waiting call.
  if (lead.fallbacks && (await tryToCreateFallbackLead(ports, lead.id))) return end;
  const waited = firstLeadOfCall(lead);
  await wakeWaiting(ports, job.reply_to, waited, waited === lead.id ? end.accepted : undefined);
  return end;
}

async function work(ports: WorkPorts, taken: LeadRecord): Promise<RunEnd> {
  const lead = leadWithCurrentHashes(ports, taken);
  switch (taskOf(lead)) {
    case 'evaluate':
      // Without its person it can't be sent again.
      if (lead.forgotten) return leaveToOperator(ports, lead, 'its person was removed');
      return waitsForErasure(lead) ? endAsErased(ports, lead) : evaluateLead(ports, lead);
    case 'ask':
      return askBuyer(ports, lead);
    case 'interrupted':
      return interrupted(ports, lead);
    case 'give_up':
      return giveUpLater(ports, lead);
  }
}

async function endAsErased(ports: WorkPorts, lead: LeadRecord): Promise<RunEnd> {
  const { change } = endErased(lead, ports.clock());
  await transitionLead(ports, lead, leaseCondition(lead), change);
  return DONE;
}

/**
 * The lead may have been stored when its person had fewer keyed hashes (ADR 77). It claims and releases all of them, so that
 * it meets every other lead of the person.
 */
function leadWithCurrentHashes({ identities }: Pick<WorkPorts, 'identities'>, lead: LeadRecord): LeadRecord {
  const current = identities.withCurrentHashes(lead.identities);
  const { suppression_keys } = lead;
  const keys = suppression_keys && identities.keysWithCurrentHashes(suppression_keys);
  return current === lead.identities && keys === suppression_keys
    ? lead
    : { ...lead, identities: current, ...(keys && { suppression_keys: keys }) };
}

/**
 * The worker that opened the attempt stopped before it stored an outcome. The request may have left. It is repeated only if
 * the attempt has its place in the caps, which a first run makes sure of after it stored the attempt (ADR 91). Without the
 * place the request did not leave; an operator looks at the lead, because a limit may have been lowered since.
 */
async function interrupted(ports: WorkPorts, lead: LeadRecord): Promise<RunEnd> {
  const at = ports.clock();
  const attempt = lastAttempt(lead);
  const catalogue = ports.catalogue.current();
  const offer = catalogue.offers.get(lead.offer_id);
  if (!attempt || !offer) return giveUp(ports, lead);
  const detail = 'the worker stopped while the request was open';
  const about = { lead, offer, now: at, random: ports.random() };
  let { change } = applyDeliveryResult({ kind: 'unknown', detail }, about);
  const duration_ms = at.getTime() - attempt.at.getTime();
  const entries: LeadEntry[] = [
    {
      ...{ at, what: 'answered', offer_id: offer.id, outcome: 'unknown' },
      reason: { attempt: attempt.number, detail },
    },
  ];
  if (change.due_at && attempt.by !== undefined) {
    const place = await isReservedInAll(ports, lead, catalogue);
    if (place === 'stale') return waitAgain(ports, lead, 'ledger');
    if (!place) {
      change = { state: 'unknown', due_at: null };
      const why = 'its cap reservation was gone';
      entries.push({ at, what: 'unknown', offer_id: offer.id, reason: { why } });
    }
  }
  return transitionAndEndRun(ports, lead, {
    ...change,
    attempt_end: { number: attempt.number, outcome: 'unknown', ended_at: at, duration_ms, detail },
    entries,
  });
}

/**
 * Waits once more before giving up. The processes of the broken runs may still live: if the outage has only just
 * ended, they could not put the lead back yet.
 */
async function giveUpLater(ports: WorkPorts, lead: LeadRecord): Promise<RunEnd> {
  const { waiting, runs: run } = lead;
  const now = ports.clock();
  const known = waiting?.why === 'stalls' ? waiting.until : undefined;
  if (known && known <= now) return giveUp(ports, lead);
  const until = known ?? new Date(now.getTime() + LAST_CHANCE_MS);
  return transitionAndEndRun(ports, lead, {
    state: 'queued',
    due_at: until,
    waiting: { run, why: 'stalls', until },
    entries: [],
  });
}

/**
 * Ends a lead that no run could end. It fails if no buyer may have taken it; otherwise it becomes unknown and an
 * operator settles it.
 */
async function giveUp(ports: WorkPorts, lead: LeadRecord): Promise<RunEnd> {
  const at = ports.clock();
  // Unlike a lead whose window ends, this one was not evaluated. Its last attempt may still be open or pending.
  const change = mayBeTaken(lead) ? ({ state: 'unknown', due_at: null } as const) : failed(lead, at);
  const entries: LeadEntry[] = [
    { at, what: 'gave_up', outcome: change.state, reason: { stalls: lead.stalls } },
  ];
  await transitionLead(ports, lead, leaseCondition(lead), { ...change, entries });
  if (isFinal(change.state))
    ports.log.error({ lead_id: lead.id }, 'a lead was given up after too many broken runs');
  return DONE;
}
