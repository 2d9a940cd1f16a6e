import type { IdempotencyKey, LeadRecord } from '../../core/records/lead-record.js';
import { isDuplicateKey } from '../../platform/stores/duplicate-key.js';
import type { Api } from '../call.js';
import { alreadySubmitted, idempotencyConflict, notFound } from '../faults.js';
import { DUE_AFTER_MS, later } from '../waiting/due.js';

const IDEMPOTENCY_LIFETIME_MS = 24 * 3_600_000;

export interface StoredLead {
  readonly lead: LeadRecord;
  /** Whether this call made it due: only then it is enqueued. */
  readonly fresh: boolean;
}

/** Stores a lead; a repeat under the same Idempotency-Key finds the first one, with another body it is refused. */
export async function storeLead({ platform: { leads } }: Api, lead: LeadRecord): Promise<StoredLead> {
  let stored = await leads.insert(lead);
  if (!stored.inserted && !boundKey(stored.existing, lead)) {
    await leads.expireIdempotencyKeys(oldest(lead));
    stored = await leads.insert(lead);
  }
  if (stored.inserted) return { lead, fresh: true };
  return repeated(stored.existing, lead);
}

/** What was bound before this has expired by the time the lead was received. */
const oldest = ({ received_at }: LeadRecord): Date => later(received_at, -IDEMPOTENCY_LIFETIME_MS);

/** The key that this call was sent with, where an earlier one bound it to the existing lead and it has not expired. */
function boundKey(existing: LeadRecord, lead: LeadRecord): IdempotencyKey | undefined {
  const [sent] = lead.idempotency ?? [];
  return sent && existing.idempotency?.find(({ key, at }) => key === sent.key && at >= oldest(lead));
}

function repeated(existing: LeadRecord, lead: LeadRecord): StoredLead {
  if (boundKey(existing, lead)?.body_hash !== lead.idempotency?.[0]?.body_hash) throw idempotencyConflict();
  return { lead: existing, fresh: false };
}

/**
 * Form B under the id of an earlier lead. One that the service refused, or that was never delivered, is judged
 * again; one that reached a buyer or is on its way stays as it is, and is answered when the data is the same.
 */
export async function storeLeadAgain(
  { platform: { leads } }: Api,
  id: string,
  lead: LeadRecord,
): Promise<StoredLead> {
  const earlier = await leads.read(id);
  if (earlier?.affiliate_id !== lead.affiliate_id) throw notFound('svc_lead_id');
  if (earlier.form !== 'B') throw alreadySubmitted();
  if (boundKey(earlier, lead)) return repeated(earlier, lead);
  const round = await judgeAgain(leads, earlier, lead);
  if (round !== null) return { lead: { ...lead, id, round }, fresh: true };
  // Read again: another call may have had it judged again meanwhile, perhaps with the same data.
  const now = (await leads.read(id)) ?? earlier;
  if (now.data_hash !== lead.data_hash) throw alreadySubmitted();
  return { lead: now, fresh: false };
}

const unexpired = ({ idempotency = [] }: LeadRecord, lead: LeadRecord): IdempotencyKey[] =>
  idempotency.filter(({ at }) => at >= oldest(lead));

async function judgeAgain(
  leads: Api['platform']['leads'],
  earlier: LeadRecord,
  lead: LeadRecord,
): Promise<number | null> {
  const { campaign_id, offer_id, request_id, is_test, received_at } = lead;
  const { tracking, extra, answers, consent, identities, data_hash, program_id, idempotency } = lead;
  const again = {
    ...{ campaign_id, offer_id, request_id, is_test, received_at, lead: lead.lead },
    ...{ tracking, extra, answers, consent, identities, data_hash },
    ...(program_id !== undefined && { program_id }),
    // The keys of earlier rounds go on answering this lead.
    ...(idempotency && { idempotency: [...unexpired(earlier, lead), ...idempotency] }),
    due_at: later(received_at, DUE_AFTER_MS),
    entry: { at: received_at, what: 'received_again' },
  };
  try {
    return await leads.judgeAgain(earlier.id, earlier.round, again);
  } catch (error) {
    // The Idempotency-Key is bound to another lead of the affiliate.
    if (isDuplicateKey(error)) throw idempotencyConflict();
    throw error;
  }
}
