import type { Received } from '../../sandbox/memory.js';
import type { Acknowledged } from '../load/journal.js';

/** What the verdicts look at in a stored lead. */
export interface StoredLead {
  readonly _id: string;
  readonly state: string;
  readonly offer_id: string;
  readonly campaign_id: string;
  readonly program_id?: string;
  readonly search_id?: string;
  readonly received_at: Date;
  readonly lead: { readonly personal?: { readonly email?: string; readonly phone?: string } };
  readonly idempotency?: readonly { readonly key: string }[];
  readonly due_at?: Date;
  readonly debts: readonly unknown[];
}

/** The two sides that must agree, and what the client was told. */
export interface Evidence {
  readonly leads: ReadonlyMap<string, StoredLead>;
  /** Ids of all stored searches. */
  readonly searches: ReadonlySet<string>;
  readonly received: readonly Received[];
  readonly acknowledged: readonly Acknowledged[];
  readonly acknowledgedSearches: ReadonlySet<string>;
}

/** Something that must not be. */
export interface Violation {
  readonly rule: string;
  readonly what: string;
}

/** A lead that a buyer has, as the sandbox wrote it down. */
export interface Sale {
  readonly lead_id: string;
  readonly buyer: string;
  readonly offer: string;
  readonly program: string;
  readonly email: string;
  readonly phone: string;
  /** When the buyer took it first. */
  readonly at: Date;
  /** How often it was taken: more than once is a lead sold twice. */
  readonly times: number;
}

interface SentBody {
  readonly offer?: { readonly handle?: string };
  readonly lead?: { readonly personal?: { readonly email?: string; readonly phone?: string } };
}

/** Every lead that a buyer took, whether or not its answer was heard. */
export function salesOf(received: readonly Received[]): Map<string, Sale> {
  const sales = new Map<string, Sale>();
  for (const { what, taken, idempotency_key: lead_id, party: buyer, program, at, body } of received) {
    if (what !== 'lead' || !taken) continue;
    const known = sales.get(lead_id);
    const { offer, lead } = (body ?? {}) as SentBody;
    const { email = '', phone = '' } = lead?.personal ?? {};
    sales.set(
      lead_id,
      known
        ? { ...known, times: known.times + 1 }
        : { lead_id, buyer, offer: offer?.handle ?? '', program, email, phone, at: new Date(at), times: 1 },
    );
  }
  return sales;
}

/** Leads of which a buyer said "accepted", at once or when it was asked later; heard or not. */
export function acceptedBy(received: readonly Received[]): Set<string> {
  const ofReference = new Map<string, string>();
  const accepted = new Set<string>();
  for (const { what, answer, idempotency_key: key, party, reference } of received) {
    if (what === 'lead') ofReference.set(`${party} ${reference}`, key);
    if (!answer.startsWith('accepted')) continue;
    const lead = what === 'follow-up' ? ofReference.get(`${party} ${reference}`) : key;
    if (lead !== undefined) accepted.add(lead);
  }
  return accepted;
}
