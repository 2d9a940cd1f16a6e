import { compact } from '../../core/catalogue/compact.js';
import { mayBeEvaluatedAgain } from '../../core/lead/lead-states.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { IdentityKey } from '../../core/search/search-record.js';
import { submissionOf } from '../../core/news/pending-news.js';
import { isPersonGone } from '../../core/person/erasure.js';
import { secondsUntil } from '../../core/limits/limits.js';
import { dueAfter } from '../await-record.js';
import { keepEvidence, type KeepPorts } from '../consent/keep-evidence.js';
import { mergeIdentities } from '../../core/lead/same-person.js';
import { readOwnLead, type Caller } from '../affiliate-ownership.js';
import type { Identities } from '../ports/identities.js';
import type { LeadAgain, LeadStore } from '../ports/lead-store.js';
import { notFound, refused, RequestRefused } from '../request-refused.js';
import {
  bindKey,
  boundKey,
  boundLead,
  isRepeat,
  keysFullUntil,
  unexpired,
  type BindPorts,
} from './idempotency.js';

interface StorePorts extends BindPorts, KeepPorts {
  readonly identities: Pick<Identities, 'same' | 'withCurrentHashes'>;
  readonly leads: KeepPorts['leads'] & Pick<LeadStore, 'insert' | 'read' | 'resubmit'>;
}

export interface StoredLead {
  readonly lead: LeadRecord;
  /** Whether this call made the lead due. Only then does this call enqueue it. */
  readonly fresh: boolean;
}

/** A lead with that many attempts is not evaluated again: it keeps those of all its submissions (ADR 44). */
export const MAX_ATTEMPTS = 1_000;
/** Its attempts never become fewer. A client that tries again all the same does so once a day. */
const DAY_S = 86_400;

/** Stores a lead. A repeat under the same Idempotency-Key finds the first lead. With another body, it is refused. */
export async function storeLead(ports: StorePorts, sent: LeadRecord): Promise<StoredLead> {
  const bound = await bindKey(ports, sent);
  if (bound.to) return repeated(ports, bound.to, sent);
  const lead = { ...sent, id: bound.id };
  const stored = await ports.leads.insert(lead);
  if (stored.inserted) return { lead, fresh: true };
  return repeated(ports, stored.existing, lead);
}

function repeated(
  { identities }: Pick<StorePorts, 'identities'>,
  existing: LeadRecord,
  lead: LeadRecord,
): StoredLead {
  if (!isRepeat(identities.same, existing, lead)) throw refused('idempotency_conflict');
  return { lead: existing, fresh: false };
}

/**
 * Form B under the id of an earlier lead. The service evaluates the lead again if the service refused it or never
 * delivered it, and the person is the same. A lead that reached a buyer, or is on its way, stays as it is. It is the
 * answer if the data is the same, and the call's Idempotency-Key is not that of another lead. `isSameUnderOwnTerms`:
 * whether the data is the same but for what the operator changed at the offer since.
 */
export async function storeLeadAgain(
  ports: StorePorts,
  caller: Caller,
  id: string,
  sent: LeadRecord,
  isSameUnderOwnTerms: (stored: LeadRecord) => boolean,
): Promise<StoredLead> {
  const earlier = await readOwnLead(ports, caller, id);
  if (earlier.form !== 'B') throw refused('already_submitted');
  if (boundKey(earlier, sent)) return repeated(ports, earlier, sent);
  // A test lead is never sold, and it stays a test lead.
  if (sent.is_test && !earlier.is_test) throw refused('live_record');
  const lead = { ...sent, id, is_test: earlier.is_test };
  const known = mergedIdentities(ports, earlier, lead);
  if (known) {
    requireRoomForKey(earlier, lead);
    requireRoomForAttempts(earlier);
    const bound = await bindKey(ports, lead, 'again');
    if (bound.to) return repeated(ports, bound.to, lead);
    // Its consent is replaced, and a buyer may have got it before its news was published.
    await keepEvidence(ports, [earlier]);
    const submission = await resubmit(ports, earlier, { ...lead, known });
    if (submission !== null) return { lead: { ...lead, submission }, fresh: true };
  }
  const other = await boundLead(ports, lead);
  if (other) return repeated(ports, other, lead);
  // Read the lead again: meanwhile another call may have submitted it again, perhaps with the same data.
  const now = (await ports.leads.read(id)) ?? earlier;
  mergedIdentities(ports, now, lead);
  if (!ports.identities.same(now.data_hash, lead.data_hash) && !isSameUnderOwnTerms(now))
    throw refused('already_submitted');
  return { lead: now, fresh: false };
}

/**
 * All identities of the person of a lead that may be evaluated again, with the data of `sent`. Undefined: it may not be.
 * Throws RequestRefused if the data are another person's, or the person was removed.
 */
function mergedIdentities(
  { identities }: StorePorts,
  lead: LeadRecord,
  sent: LeadRecord,
): readonly IdentityKey[] | undefined {
  if (!mayBeEvaluatedAgain(lead)) return undefined;
  if (isPersonGone(lead)) throw notFound('svc_lead_id');
  const known = mergeIdentities(lead, sent.identities, identities.withCurrentHashes);
  if (!known) throw refused('other_person');
  return known;
}

/**
 * Refuses the call when the lead has too many valid keys. A valid key is never dropped for a newer one: a repeat of
 * its call would count as a new call.
 */
function requireRoomForKey(earlier: LeadRecord, sent: LeadRecord): void {
  if (sent.idempotency === undefined) return;
  const full = keysFullUntil(unexpired(earlier, sent));
  if (!full) return;
  throw new RequestRefused({
    why: 'too_often',
    retry_after_seconds: secondsUntil(full, sent.received_at),
  });
}

function requireRoomForAttempts({ attempts }: LeadRecord): void {
  if (attempts.length >= MAX_ATTEMPTS)
    throw new RequestRefused({ why: 'too_often', retry_after_seconds: DAY_S });
}

async function resubmit(
  { leads }: StorePorts,
  earlier: LeadRecord,
  lead: LeadRecord & Pick<LeadAgain, 'known'>,
): Promise<number | null> {
  const { campaign_id, offer_id, buyer_id, request_id, is_test, received_at } = lead;
  const { tracking, extra, answers, consent, identities, data_hash } = lead;
  const { program_id, tracking_keys, external_id, fallbacks, idempotency } = lead;
  const { suppression_keys, known } = lead;
  const again = {
    ...{ campaign_id, offer_id, buyer_id, request_id, is_test, received_at, lead: lead.lead },
    ...{ tracking, extra, answers, consent, identities, known, data_hash },
    ...compact({ program_id, tracking_keys, suppression_keys, external_id, fallbacks }),
    // Repeats under the keys of earlier submissions still find this lead.
    ...(idempotency && { idempotency: [...unexpired(earlier, lead), ...idempotency] }),
    ...compact({ earlier: submissionOf(earlier) }),
    due_at: dueAfter(received_at),
    received_before: earlier.received_at,
    entry: { at: received_at, what: 'received_again' as const },
  };
  return leads.resubmit(earlier.id, earlier.submission, again);
}
