import type { Received } from '../../sandbox/memory.js';
import type { Acknowledged } from '../load/journal.js';
import type { FaultKind } from '../plan/faults.js';
import type { InForce } from '../plan/catalogue-state.js';
import { verdictsOf } from './buyers-word.js';

/** The parts of a stored lead that the verdicts use. */
export interface StoredLead {
  readonly _id: string;
  readonly state: string;
  readonly offer_id: string;
  /** The offer's handle. */
  readonly offer_handle: string;
  readonly campaign_id: string;
  readonly program_id?: string;
  readonly search_id?: string;
  readonly received_at: Date;
  readonly lead: { readonly personal?: { readonly email?: string; readonly phone?: string } };
  readonly idempotency?: readonly { readonly key: string }[];
  readonly due_at?: Date;
  readonly pending_effects: readonly unknown[];
  readonly attempts: readonly StoredAttempt[];
  readonly timeline: readonly StoredEntry[];
}

export interface StoredAttempt {
  readonly at: Date;
  readonly timeout_ms: number;
  readonly duration_ms?: number;
  readonly outcome: string;
}

/** Slack for clocks, timers and a busy machine. */
export const ROUGHLY_MS = 2_000;

/**
 * Whether the process of an attempt, and so perhaps the sandbox, hardly got to run meanwhile: a timeout counts only the time
 * in which its process ran.
 */
export const isStarved = ({ timeout_ms, duration_ms = 0 }: StoredAttempt): boolean =>
  duration_ms > timeout_ms + ROUGHLY_MS;

export interface StoredEntry {
  readonly at: Date;
  readonly what: string;
  readonly outcome?: string;
  readonly reason?: Readonly<Record<string, unknown>>;
}

/** The parts of an entry in the books that the verdicts use. */
export interface StoredBookEntry {
  readonly kind: string;
  readonly lead_id?: string;
  /** Of an adjustment. */
  readonly own_reference?: string;
}

/** What an entry is called where it was acknowledged. Nothing is returned twice, and nothing undone twice. */
export const entryName = ({ kind, lead_id, own_reference }: StoredBookEntry): string =>
  own_reference === undefined ? `${kind} of lead ${lead_id}` : `${kind} ${own_reference}`;

/** A fault of a process or a server. */
export interface Struck {
  readonly kind: FaultKind;
  readonly what: string;
  readonly from: Date;
  /** Absent: the target never worked again. */
  readonly until?: Date;
}

/** The two sides that must agree, and what the client saw. */
export interface Evidence {
  readonly leads: ReadonlyMap<string, StoredLead>;
  /** Ids of all stored searches. */
  readonly searches: ReadonlySet<string>;
  readonly received: readonly Received[];
  readonly acknowledged: readonly Acknowledged[];
  readonly acknowledgedSearches: ReadonlySet<string>;
  readonly entries: readonly StoredBookEntry[];
  /** Entries that operators and buyers were told of, by `entryName`. */
  readonly acknowledgedEntries: ReadonlySet<string>;
  /** Stages of sold leads, and those that buyers were told are recorded: `LEAD:enrolled`. */
  readonly stages: ReadonlySet<string>;
  readonly acknowledgedStages: ReadonlySet<string>;
  /** Idempotency-Keys of submits that said no, or nothing, about consent. */
  readonly withoutConsent: ReadonlySet<string>;
  /** The catalogue's states, oldest first. */
  readonly history: readonly InForce[];
  readonly struck: readonly Struck[];
}

/**
 * How old a process's catalogue may be when its request arrives: 5 s when it leases a lead, which it holds for 30 s and
 * sends up to 20 s later. It may stand still for 45 s right before the first byte; plus slack for a busy machine.
 */
export const BEHIND_MS = 110_000;

/** A timed change is looked at right before the first byte: 5 s to hear of it, and slack for a busy machine. */
export const TIMED_BEHIND_MS = 15_000;

/** A violation. */
export interface Violation {
  readonly rule: string;
  readonly what: string;
}

/** A lead that a buyer has, as the sandbox recorded it. */
export interface Sale {
  readonly lead_id: string;
  readonly buyer: string;
  readonly offer: string;
  readonly program: string;
  readonly email: string;
  readonly phone: string;
  /** When the buyer first took it. */
  readonly at: Date;
  /** How often the buyer took it: more than once means sold twice. */
  readonly times: number;
}

interface SentBody {
  readonly offer?: { readonly handle?: string };
  readonly lead?: { readonly personal?: { readonly email?: string; readonly phone?: string } };
}

/** The offer of a request. */
export const handleOf = ({ body }: Received): string => ((body ?? {}) as SentBody).offer?.handle ?? '';

/** Every lead that a buyer took, including those that it finally refused. */
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

/** Every lead that a buyer took and keeps, whether or not its answer arrived. */
export function salesOf(received: readonly Received[]): Map<string, Sale> {
  const verdicts = verdictsOf(received);
  return new Map([...takenOf(received)].filter(([id]) => verdicts.get(id) === 'accepted'));
}

/** Whether an operator ended it. */
export const isSettled = ({ timeline }: StoredLead): boolean =>
  timeline.some(({ what }) => what === 'settled');

/** Leads that a buyer accepted, at once or when asked later, whether or not the answer arrived. */
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
