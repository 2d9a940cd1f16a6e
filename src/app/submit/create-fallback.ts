import { campaignOf } from '../../core/catalogue/campaign-of.js';
import { mayFallBack, nextFallbackAfter } from '../../core/fallback/next-fallback.js';
import { fallbackLead } from '../../core/fallback/fallback-lead.js';
import type { LeadChange } from '../../core/lead/lead-change.js';
import type { LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import { effectsOf } from '../../core/lead/pending-effect.js';
import { isToBeErased } from '../../core/person/erasure.js';
import type { ApplyEffects } from '../apply-pending.js';
import { dueAfter } from '../await-record.js';
import { eachSeparately } from '../each-separately.js';
import { isOutage } from '../outage.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { SubmitJob } from '../ports/queues.js';
import type { WorkPorts } from '../ports/work-ports.js';

type CreatePorts = Pick<WorkPorts, 'leads' | 'queues' | 'clock' | 'log'>;

/**
 * Whether the campaign of a lead allows fallbacks now. A campaign that was reassigned to another
 * affiliate sells nothing from this call.
 */
const allowsFallbacks = (
  { catalogue }: Pick<WorkPorts, 'catalogue'>,
  lead: Pick<LeadCore, 'campaign_id' | 'affiliate_id'>,
): boolean => campaignOf(catalogue.current(), lead)?.allow_fallbacks === true;

/** Whether another offer may still follow the lead (`mayFallBack`), by what its campaign allows now. */
export const mayFallBackNow = (ports: Pick<WorkPorts, 'catalogue'>, lead: LeadCore): boolean =>
  mayFallBack(lead, allowsFallbacks(ports, lead));

/** A change that ends a lead also names the fallback that follows, if one does. None follows if the person is to be erased. */
export function withNextFallback(
  ports: Pick<WorkPorts, 'catalogue'>,
  lead: LeadCore,
  change: LeadChange,
): LeadChange {
  if (!lead.fallbacks || isToBeErased(lead)) return change;
  const next_fallback = nextFallbackAfter(lead, change, allowsFallbacks(ports, lead));
  if (!next_fallback) return change;
  const { at, offer_id, lead_id } = next_fallback;
  const fell = { at, what: 'fell_back', offer_id, reason: { to: lead_id } } as const;
  return { ...change, next_fallback, entries: [...change.entries, fell] };
}

/**
 * Stores the lead of a pending fallback and queues its job. It may be interrupted anywhere and run twice at once: the id was
 * assigned when the call was received, so the lead is stored once. False: no fallback is pending.
 */
export async function createFallbackLead(ports: CreatePorts, id: string): Promise<boolean> {
  const lead = await ports.leads.read(id);
  const now = ports.clock();
  const [pending] = lead ? effectsOf(lead, 'fallback') : [];
  const next = lead && pending && fallbackLead(lead, now, dueAfter(now));
  if (!next) return false;
  await ports.leads.insertFallback(next);
  const reply_to = lead.fallbacks?.[0]?.reply_to;
  await enqueue(ports, {
    ...{ lead_id: next.id, submission: next.submission, request_id: next.request_id },
    ...(reply_to === undefined ? {} : { reply_to }),
  });
  return true;
}

/** Stores the leads of pending fallbacks. */
export const createFallbackLeads: ApplyEffects<'fallback', CreatePorts> = (ports, pending, failures) =>
  eachSeparately(failures, pending, {
    what: 'creating a fallback',
    idOf: ({ id }) => id,
    act: ({ id }) => createFallbackLead(ports, id),
  });

/** The stored lead is due, so the sweeper finds it if its job could not be queued. */
async function enqueue({ queues, log }: CreatePorts, job: SubmitJob): Promise<void> {
  try {
    await queues.submit([job]);
  } catch (error) {
    if (!isOutage(error)) throw error;
    log.warn(
      { err: error, lead_id: job.lead_id },
      'the job of a fallback could not be queued; the sweeper will retry',
    );
  }
}

/** `createFallbackLead` after the run of a lead. If it fails, the fallback stays pending and the sweeper retries. */
export async function tryToCreateFallbackLead(ports: CreatePorts, id: string): Promise<boolean> {
  try {
    const isCreated = await createFallbackLead(ports, id);
    if (isCreated) await ports.leads.clearPending([{ id, effects: [{ kind: 'fallback' }] }]);
    return isCreated;
  } catch (error) {
    ports.log.warn({ err: error, lead_id: id }, 'a fallback could not be created; the sweeper will retry');
    return false;
  }
}

/** The leads that a lead fell back to, one after the other, as far as they are stored. */
export async function* laterFallbacks(
  leads: Pick<LeadStore, 'read'>,
  lead: Pick<LeadRecord, 'next_fallback'>,
): AsyncGenerator<LeadRecord> {
  for (let { next_fallback: next } = lead; next;) {
    const later = await leads.read(next.lead_id);
    if (!later) return;
    yield later;
    next = later.next_fallback;
  }
}

/**
 * The newest lead of the call that made this lead: itself, unless it fell back. While the next fallback is not stored
 * yet, the lead counts as undecided. A fallback that was submitted again since has the answer of a later call.
 */
export async function newestLead(leads: Pick<LeadStore, 'read'>, lead: LeadRecord): Promise<LeadRecord> {
  for (let newest = lead; ;) {
    if (!newest.next_fallback) return newest;
    const later = await leads.read(newest.next_fallback.lead_id);
    if (!later) return undecided(newest);
    if (later.submission > 1) return newest;
    newest = later;
  }
}

function undecided(lead: LeadRecord): LeadRecord {
  const { decision: _, ...rest } = lead;
  return { ...rest, state: 'queued' };
}
