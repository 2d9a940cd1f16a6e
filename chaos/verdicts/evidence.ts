import type { Received } from '../../sandbox/memory.js';
import type { Acknowledged } from '../load/journal.js';
import type { FaultKind } from '../plan/faults.js';
import type { InForce } from '../plan/catalogue-state.js';
import { verdictsOf } from './buyers-word.js';

/** What the verdicts look at in a stored lead. */
export interface StoredLead {
  readonly _id: string;
  readonly state: string;
  readonly offer_id: string;
  /** As the catalogue names it. */
  readonly offer_handle: string;
  readonly campaign_id: string;
  readonly program_id?: string;
  readonly search_id?: string;
  readonly received_at: Date;
  readonly lead: { readonly personal?: { readonly email?: string; readonly phone?: string } };
  readonly idempotency?: readonly { readonly key: string }[];
  readonly due_at?: Date;
  readonly debts: readonly unknown[];
  readonly attempts: readonly StoredAttempt[];
  readonly timeline: readonly StoredEntry[];
}

export interface StoredAttempt {
  readonly at: Date;
  readonly timeout_ms: number;
  readonly outcome: string;
}

export interface StoredEntry {
  readonly at: Date;
  readonly what: string;
  readonly outcome?: string;
  readonly reason?: Readonly<Record<string, unknown>>;
}

/** Something that was done to a process or a server. */
export interface Struck {
  readonly kind: FaultKind;
  readonly what: string;
  readonly from: Date;
  /** Absent: it never worked again. */
  readonly until?: Date;
}

/** The two sides that must agree, and what the client was told. */
export interface Evidence {
  readonly leads: ReadonlyMap<string, StoredLead>;
  /** Ids of all stored searches. */
  readonly searches: ReadonlySet<string>;
  readonly received: readonly Received[];
  readonly acknowledged: readonly Acknowledged[];
  readonly acknowledgedSearches: ReadonlySet<string>;
  /** Idempotency-Keys of submits that said no, or nothing, about consent. */
  readonly withoutConsent: ReadonlySet<string>;
  /** The catalogue, oldest first. */
  readonly history: readonly InForce[];
  readonly struck: readonly Struck[];
}

/**
 * How far behind a process may be when its request arrives: it stood still for 45 s and takes a lead before it looks
 * for a new catalogue (1 s), keeps it for 30 s, and its request may leave 20 s later; and a moment for a busy machine.
 */
export const BEHIND_MS = 110_000;

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

/** The offer that a request was made for. */
export const handleOf = ({ body }: Received): string => ((body ?? {}) as SentBody).offer?.handle ?? '';

/** The same before the buyer has refused some in the end. */
export function takenOf(received: readonly Received[]): Map<string, Sale> {
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

/** Every lead that a buyer took and keeps, whether or not its answer was heard. */
export function salesOf(received: readonly Received[]): Map<string, Sale> {
  const verdicts = verdictsOf(received);
  return new Map([...takenOf(received)].filter(([id]) => verdicts.get(id) === 'accepted'));
}

/** Whether an operator ended it. */
export const isSettled = ({ timeline }: StoredLead): boolean =>
  timeline.some(({ what }) => what === 'settled');

/** Leads of which a buyer said "accepted", at once or when it was asked later; heard or not. */
export function acceptedBy(received: readonly Received[]): Set<string> {
  const ofReference = new Map<string, string>();
  const accepted = new Set<string>();
  for (const { what, answer, idempotency_key: key, party, reference } of received) {
    if (what === 'lead') ofReference.set(`${party} ${reference}`, key);
    if (!answer.startsWith('accepted')) continue;
    const lead = what !== 'lead' ? ofReference.get(`${party} ${reference}`) : key;
    if (lead !== undefined) accepted.add(lead);
  }
  return accepted;
}
