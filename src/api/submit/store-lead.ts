import { compact } from '../../core/catalogue/compact.js';
import { mayBeEvaluatedAgain } from '../../core/lead/lead-states.js';
import type { ApiKey } from '../../core/keys/api-key.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { secondsUntil } from '../../core/limits/limits.js';
import { isDuplicateKey } from '../../platform/mongo/stores/duplicate-key.js';
import type { Api } from '../call.js';
import { alreadySubmitted, idempotencyConflict, notFound, notOfThisKind, rateLimited } from '../faults.js';
import { isVisible } from '../ownership.js';
import { DUE_AFTER_MS } from '../../core/delivery/lease-times.js';
import { later } from '../waiting/await-record.js';
import { boundKey, isRepeat, keysFullUntil, oldestBound, sentByTest, unexpired } from './idempotency.js';

export interface StoredLead {
  readonly lead: LeadRecord;
  /** Whether this call made it due: only then it is enqueued. */
  readonly fresh: boolean;
}

/** Stores a lead; a repeat under the same Idempotency-Key finds the first one, with another body it is refused. */
export async function storeLead({ platform: { leads } }: Api, lead: LeadRecord): Promise<StoredLead> {
  const former = await boundByFormer(leads, lead);
  if (former) return repeated(former, lead);
  let stored = await leads.insert(lead);
  if (!stored.inserted && !boundKey(stored.existing, lead)) {
    await leads.expireIdempotencyKeys(oldestBound(lead));
    stored = await leads.insert(lead);
  }
  if (stored.inserted) return { lead, fresh: true };
  return repeated(stored.existing, lead);
}

/** A test key's lead that the former build stored under this Idempotency-Key, which it did not tell from a live key's. */
async function boundByFormer(
  leads: Api['platform']['leads'],
  lead: LeadRecord,
): Promise<LeadRecord | undefined> {
  const sent = sentByTest(lead);
  if (sent === undefined) return undefined;
  const found = await leads.readBound(lead.affiliate_id, sent);
  return found && boundKey(found, lead) ? found : undefined;
}

function repeated(existing: LeadRecord, lead: LeadRecord): StoredLead {
  if (!isRepeat(existing, lead)) throw idempotencyConflict();
  return { lead: existing, fresh: false };
}

/**
 * Form B under the id of an earlier lead. One that the service refused, or that was never delivered, is judged
 * again; one that reached a buyer or is on its way stays as it is, and is answered when the data is the same.
 */
export async function storeLeadAgain(
  { platform: { leads } }: Api,
  key: ApiKey,
  id: string,
  sent: LeadRecord,
): Promise<StoredLead> {
  const earlier = await leads.read(id);
  if (!earlier || !isVisible(key, earlier)) throw notFound('svc_lead_id');
  if (earlier.form !== 'B') throw alreadySubmitted();
  if (boundKey(earlier, sent)) return repeated(earlier, sent);
  // What its sender calls a test is not sold, and what was one stays one.
  if (sent.is_test && !earlier.is_test) throw notOfThisKind();
  requireRoomForKey(earlier, sent);
  const lead = { ...sent, is_test: earlier.is_test };
  const round = await resubmit(leads, earlier, lead);
  if (round !== null) return { lead: { ...lead, id, round }, fresh: true };
  // Read again: another call may have had it judged again meanwhile, perhaps with the same data.
  const now = (await leads.read(id)) ?? earlier;
  if (now.data_hash !== lead.data_hash) throw alreadySubmitted();
  return { lead: now, fresh: false };
}

/** A key that holds is never dropped for a newer one: its call could be repeated, and be taken for another. */
function requireRoomForKey(earlier: LeadRecord, sent: LeadRecord): void {
  if (sent.idempotency === undefined || !mayBeEvaluatedAgain(earlier)) return;
  const full = keysFullUntil(unexpired(earlier, sent));
  if (full) throw rateLimited(secondsUntil(full, sent.received_at));
}

async function resubmit(
  leads: Api['platform']['leads'],
  earlier: LeadRecord,
  lead: LeadRecord,
): Promise<number | null> {
  const { campaign_id, offer_id, request_id, is_test, received_at } = lead;
  const { tracking, extra, answers, consent, identities, data_hash, program_id, buyer_id, idempotency } =
    lead;
  const again = {
    ...{ campaign_id, offer_id, request_id, is_test, received_at, lead: lead.lead },
    ...{ tracking, extra, answers, consent, identities, data_hash },
    ...compact({ program_id, buyer_id }),
    // The keys of earlier rounds go on answering this lead.
    ...(idempotency && { idempotency: [...unexpired(earlier, lead), ...idempotency] }),
    due_at: later(received_at, DUE_AFTER_MS),
    entry: { at: received_at, what: 'received_again' as const },
  };
  try {
    return await leads.resubmit(earlier.id, earlier.round, again);
  } catch (error) {
    // The Idempotency-Key is bound to another lead of the affiliate.
    if (isDuplicateKey(error)) throw idempotencyConflict();
    throw error;
  }
}
