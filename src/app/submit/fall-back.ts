import { campaignOf } from '../../core/catalogue/campaign-of.js';
import { nextTryAfter } from '../../core/fallback/fall-back.js';
import { nextLead } from '../../core/fallback/next-lead.js';
import type { LeadChange } from '../../core/lead/lead-change.js';
import type { LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import { isToBeErased } from '../../core/person/erasure.js';
import { dueAfter } from '../await-record.js';
import { isOutage } from '../outage.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { SubmitJob } from '../ports/queues.js';
import type { WorkPorts } from '../ports/work-ports.js';

type OpenPorts = Pick<WorkPorts, 'leads' | 'queues' | 'clock' | 'log'>;

/** Whether the campaign of a lead allows fallbacks now. One that went to another affiliate sells nothing of this call. */
export const allowsFallbacks = (
  { catalogue }: Pick<WorkPorts, 'catalogue'>,
  lead: Pick<LeadCore, 'campaign_id' | 'affiliate_id'>,
): boolean => campaignOf(catalogue.current(), lead)?.allow_fallbacks === true;

/** A change that ends a lead also names the try that follows, if one does: none for a person who is to be erased. */
export function withNextTry(
  ports: Pick<WorkPorts, 'catalogue'>,
  lead: LeadCore,
  change: LeadChange,
): LeadChange {
  if (!lead.fallbacks || isToBeErased(lead)) return change;
  const next_try = nextTryAfter(lead, change, allowsFallbacks(ports, lead));
  if (!next_try) return change;
  const { at, offer_id, lead_id } = next_try;
  const fell = { at, what: 'fell_back', offer_id, reason: { to: lead_id } } as const;
  return { ...change, next_try, entries: [...change.entries, fell] };
}

/**
 * Stores the next try that a lead owes, adds its job, and notes that this was done. It may be stopped anywhere and run
 * twice at once: the lead was given its id when the call was received, so it is stored once. False: nothing is owed.
 */
export async function openNextTry(ports: OpenPorts, id: string): Promise<boolean> {
  const lead = await ports.leads.read(id);
  const now = ports.clock();
  const next = lead?.next_try?.owed_since && nextLead(lead, now, dueAfter(now));
  if (!next) return false;
  await ports.leads.insertTry(next);
  const reply_to = lead.fallbacks?.[0]?.reply_to;
  await enqueue(ports, {
    ...{ lead_id: next.id, submission: next.submission, request_id: next.request_id },
    ...(reply_to === undefined ? {} : { reply_to }),
  });
  await ports.leads.clearTry(id);
  return true;
}

/** The stored lead is due, so the sweeper finds it if its job is not added. */
async function enqueue({ queues, log }: OpenPorts, job: SubmitJob): Promise<void> {
  try {
    await queues.submit([job]);
  } catch (error) {
    if (!isOutage(error)) throw error;
    log.warn({ err: error, lead_id: job.lead_id }, 'the job of a fallback was not added, the sweeper will');
  }
}

/** `openNextTry` after the run of a lead. What fails stays owed, and the sweeper does it. */
export async function openNextTryNow(ports: OpenPorts, id: string): Promise<boolean> {
  try {
    return await openNextTry(ports, id);
  } catch (error) {
    ports.log.warn({ err: error, lead_id: id }, 'a fallback could not be opened, the sweeper will');
    return false;
  }
}

/** The tries that a lead fell back to, one after the other, as far as they are stored. */
export async function* laterTries(
  leads: Pick<LeadStore, 'read'>,
  lead: Pick<LeadRecord, 'next_try'>,
): AsyncGenerator<LeadRecord> {
  for (let { next_try: next } = lead; next;) {
    const tried = await leads.read(next.lead_id);
    if (!tried) return;
    yield tried;
    next = tried.next_try;
  }
}

/**
 * The newest try of the call that made this lead: itself, unless it fell back. While the next try is not stored yet,
 * the lead counts as undecided. A try that was submitted again since has the answer of a later call.
 */
export async function newestTry(leads: Pick<LeadStore, 'read'>, lead: LeadRecord): Promise<LeadRecord> {
  for (let newest = lead; ;) {
    if (!newest.next_try) return newest;
    const tried = await leads.read(newest.next_try.lead_id);
    if (!tried) return undecided(newest);
    if (tried.submission > 1) return newest;
    newest = tried;
  }
}

function undecided(lead: LeadRecord): LeadRecord {
  const { decision: _, ...rest } = lead;
  return { ...rest, state: 'queued' };
}
