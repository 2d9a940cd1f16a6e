import { reservationIdOf } from '../../core/caps/cap-buckets.js';
import { campaignOf } from '../../core/catalogue/campaign-of.js';
import { nextOpening } from '../../core/catalogue/opening-hours.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { lastAttempt, taskOf, reachedAttempt } from '../../core/delivery/attempt.js';
import {
  givenUpLater,
  givesWay,
  interruptedAttempt,
  leftToOperator,
} from '../../core/delivery/waits-and-endings.js';
import { answeredLater, followUpOf, waitsToAsk } from '../../core/delivery/follow-up.js';
import { RUN_LEASE_MS, WRITE_MAY_COMMIT_MS } from '../../core/delivery/lease-times.js';
import { resultWithoutPerson } from '../../core/delivery/without-person.js';
import { callResultOf } from '../../core/destination-gate/call-result.js';
import { followUpDestination } from '../../core/destination-gate/destination.js';
import { aboutLead } from '../../core/exchanges/about.js';
import { firstLeadOfCall } from '../../core/fallback/fallback-lead.js';
import type { LeadChange } from '../../core/lead/lead-change.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isFinal } from '../../core/lead/lead-states.js';
import { beginFirstRun, firstRunWrite, type FirstRun } from '../../core/lead/lease.js';
import { endErased, waitsForErasure } from '../../core/person/erasure.js';
import { stepsOf } from '../../core/verification/steps.js';
import { enter, release } from '../destination-gate/ask-gate.js';
import { OutageError } from '../outage.js';
import type { InterruptedRun } from '../ports/lead-store.js';
import type { SubmitJob } from '../ports/queues.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import type { Candidate } from './candidate.js';
import { tryToCreateFallbackLead } from './create-fallback.js';
import { deliverLead } from './deliver.js';
import { storeUnsavedEnds } from './end-attempt.js';
import { evaluateLead } from './evaluate.js';
import { remember, requeueInterrupted, requeueRuns } from './requeue.js';
import { isReservedInAll } from './reserve.js';
import { endRun, moment, type Ending } from './transition-lead.js';
import { wakeCaller } from '../wake-caller.js';

/**
 * Runs one submitted lead: takes it, does its next step, and wakes the web process that waits for it, or creates the next
 * fallback. If an outage of our own services ends the run, the lead is requeued, and the run does not count. `isFirst`: no
 * worker was ever given this job before.
 */
export async function runSubmit(ports: WorkPorts, job: SubmitJob, isFirst = false): Promise<RunEnd> {
  const { lead_id: id, submission, due } = job;
  const taken = await takeLease(ports, { id, submission, isFirst: isFirst && due === undefined });
  if (!taken) return DONE;
  const { lead, run } = taken;
  const end = await work(ports, lead).catch(async (error: unknown) => {
    await requeueInterrupted(ports, run, error);
    throw error;
  });
  // The next fallback wakes the waiting call.
  if (lead.fallbacks && (await tryToCreateFallbackLead(ports, lead.id))) return end;
  const waited = firstLeadOfCall(lead);
  await wakeCaller(ports, job.reply_to, waited, waited === lead.id ? end.accepted : undefined);
  return end;
}

/** Does the next step of a lead. A run ends with one write, also if its lead passed every check and was sent. */
async function work(ports: WorkPorts, taken: LeadRecord): Promise<RunEnd> {
  const lead = leadWithCurrentHashes(ports, taken);
  const found = await decide(ports, lead);
  const ending = 'campaign' in found ? await deliverLead(ports, found) : found;
  if (!('change' in ending)) return ending;
  const { change } = ending;
  const end = await endRun(ports, ending);
  if (isFinal(change.state) && change.entries.some(({ what }) => what === 'gave_up'))
    ports.log.error({ lead_id: lead.id }, 'a lead was given up after too many broken runs');
  return end;
}

/** How the run ends, or the lead as it may be sent. */
async function decide(ports: WorkPorts, lead: LeadRecord): Promise<Candidate | Ending | RunEnd> {
  const now = ports.clock();
  switch (taskOf(lead)) {
    case 'evaluate':
      // Without its person it can't be sent again.
      if (lead.forgotten) return { lead, change: leftToOperator(lead, 'its person was removed', now) };
      return waitsForErasure(lead)
        ? { lead, change: endErased(lead, now).change }
        : evaluateLead(ports, lead);
    case 'ask':
      return { lead, change: await askBuyer(ports, lead) };
    case 'interrupted':
      return { lead, change: await interrupted(ports, lead) };
    case 'give_up':
      return { lead, change: givenUpLater(lead, now) };
  }
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
 * What becomes of a lead whose worker stopped while its request was open. A first run makes sure of the attempt's place in
 * the caps after it stored the attempt (ADR 91), so without the place the request did not leave.
 */
async function interrupted(ports: WorkPorts, lead: LeadRecord): Promise<LeadChange> {
  const catalogue = ports.catalogue.current();
  const offer = catalogue.offers.get(lead.offer_id);
  const at = moment(ports);
  const change = interruptedAttempt(lead, offer, at);
  if (!change.due_at || lastAttempt(lead)?.by === undefined) return change;
  const place = await isReservedInAll(ports, lead, catalogue);
  if (place === 'stale') return givesWay(lead, 'ledger', at);
  return place ? change : interruptedAttempt(lead, offer, at, false);
}

interface Take {
  readonly id: string;
  readonly submission: number;
  /** Whether no worker was ever given this job before. */
  readonly isFirst?: boolean;
}

/** A lead that this worker took, or evaluates for the first time, and its run. */
interface LeasedLead {
  readonly lead: LeadRecord;
  readonly run: InterruptedRun;
}

/**
 * Takes a lead to work on. If this process still holds the lead after an outage, the lead is requeued first. So at
 * most one of its runs is open in this process, however long the outage lasts. Throws an OutageError, also when too
 * many leads wait to be requeued.
 */
export async function takeLease(
  ports: WorkPorts,
  { id, submission, isFirst }: Take,
): Promise<LeasedLead | null> {
  const { leads, unfinished } = ports;
  const now = ports.clock();
  const before = unfinished.all().filter((run) => run.id === id && !run.requeued);
  if (before.length > 0) await requeueRuns(ports, before);
  await storeUnsavedEnds(ports, id);
  if (!unfinished.hasRoom())
    throw new OutageError('MongoDB', new Error('too many leads wait to be requeued'));
  const run = { id, submission, by: unfinished.newName() };
  const first = isFirst ? await readFirst(ports, { ...run, now }) : undefined;
  if (first) return { lead: first, run: { ...run, first_run: firstRunWrite(first) } };
  try {
    const lead = await leads.take(id, submission, now, new Date(now.getTime() + RUN_LEASE_MS), run.by);
    return lead && { lead, run };
  } catch (error) {
    // The `take` may have been committed, or may still be.
    const write_may_commit_until = new Date(ports.clock().getTime() + WRITE_MAY_COMMIT_MS);
    await remember(ports, { ...run, write_may_commit_until, requeued: false }, error);
    throw error;
  }
}

/**
 * Reads a lead to evaluate it for the first time, without taking it (ADR 91). Undefined if it must be taken: it is not a
 * new lead, it is late, or it can't be sent at once.
 */
async function readFirst(
  { leads, catalogue }: Pick<WorkPorts, 'leads' | 'catalogue'>,
  { id, submission, ...run }: FirstRun & Pick<LeadRecord, 'id' | 'submission'>,
): Promise<LeadRecord | undefined> {
  const lead = await leads.read(id);
  if (lead?.submission !== submission || !goesAtOnce(lead, catalogue.current(), run.now)) return undefined;
  return beginFirstRun(lead, run);
}

/** Whether nothing comes before its attempt but the checks: its buyer is the same and open, and no service verifies it. */
function goesAtOnce(lead: LeadRecord, catalogue: Catalogue, now: Date): boolean {
  const campaign = campaignOf(catalogue, lead);
  const offer = campaign?.offers.get(lead.offer_id)?.offer;
  if (!campaign || !offer || offer.buyer.id !== lead.buyer_id) return false;
  const opens = nextOpening(offer.buyer, now);
  return opens !== undefined && opens <= now && stepsOf(campaign, offer).length === 0;
}

/**
 * Asks a buyer that answered "later" what became of the lead, if the buyer's destination admits a request now, and for
 * the last time when the time for this is over. Then the lead becomes unknown, and an operator settles it. The same happens if the offer now
 * belongs to another buyer: that buyer never got the lead, so its answer would mean nothing.
 */
export async function askBuyer(ports: WorkPorts, lead: LeadRecord): Promise<LeadChange> {
  const asked_at = ports.clock();
  const follow = followUpOf(lead, ports.catalogue.current().offers.get(lead.offer_id), asked_at);
  if (typeof follow === 'string') return leftToOperator(lead, follow, asked_at);
  const { offer, reference } = follow;
  const destination = followUpDestination(offer);
  const permit = reservationIdOf(lead.id, lead.submission);
  const admission = await enter(ports, destination, permit);
  if (admission.outcome === 'wait') return waitsToAsk(lead, follow, admission, ports.clock());
  const about = aboutLead('follow_up', lead, reachedAttempt(lead)?.number ?? 0);
  const answered = await ports.destinations.followUp(offer, reference, about);
  const delivered = resultWithoutPerson(answered, lead);
  const at = moment(ports);
  const duration_ms = at.now.getTime() - asked_at.getTime();
  await release(ports, destination, permit, callResultOf(delivered, duration_ms));
  return answeredLater(lead, follow, delivered, { ...at, duration_ms });
}
