import type { IdempotencyKey, LeadRecord } from '../../core/lead/lead-record.js';
import { OutageError } from '../outage.js';
import type { BoundKey, BoundKeyStore } from '../ports/bound-key-store.js';
import type { Identities } from '../ports/identities.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { WebPorts } from '../ports/web-ports.js';
import type { SubmitCall } from './submit-request.js';

/** The members of a lead that tell which calls made it. */
type Keyed = Pick<LeadRecord, 'idempotency' | 'received_at'>;

/** Whether two keyed hashes are of one text (`Identities.same`). */
type SameHash = (one: string | undefined, other: string | undefined) => boolean;

/** How long an Idempotency-Key answers repeats of its request. */
export const IDEMPOTENCY_LIFETIME_MS = 24 * 3_600_000;

/**
 * No client can send this prefix, because an Idempotency-Key is printable ASCII. So keys that test API keys send
 * never collide with keys that live API keys send.
 */
const TEST_PREFIX = 'test§';

/** The Idempotency-Key of a call, as its lead lists it. Empty: it has none. */
export const keysOf = (
  { keyedHash }: Pick<Identities, 'keyedHash'>,
  { body, key, now, idempotency_key: sent }: Pick<SubmitCall, 'body' | 'key' | 'now' | 'idempotency_key'>,
): IdempotencyKey[] =>
  sent === undefined
    ? []
    : [
        {
          key: key.is_test ? `${TEST_PREFIX}${sent}` : sent,
          body_hash: keyedHash(canonicalJson(body)),
          at: now,
        },
      ];

/** Keys bound before this have expired at `now`. */
export const oldestBound = (now: Date): Date => new Date(now.getTime() - IDEMPOTENCY_LIFETIME_MS);

/** The Idempotency-Key of this call, if an earlier call bound it to the existing lead and it has not expired. */
export function boundKey(existing: Keyed, lead: Keyed): IdempotencyKey | undefined {
  const [sent] = lead.idempotency ?? [];
  return existing.idempotency?.find(
    ({ key, at }) => key === sent?.key && at >= oldestBound(lead.received_at),
  );
}

/** Whether this call repeats the call that bound the key. */
export const isRepeat = (same: SameHash, existing: Keyed, lead: Keyed): boolean =>
  same(boundKey(existing, lead)?.body_hash, lead.idempotency?.[0]?.body_hash);

/**
 * How many valid Idempotency-Keys one lead may have. Each key is an index entry and stays for a day. Without a limit,
 * a lead that is sent again under ever new keys would grow, and every change of it would cost more (ADR 44).
 */
export const MAX_KEYS = 50;

/** When one more key may be bound beside these keys (oldest first). Undefined: now. */
export function keysFullUntil(bound: readonly IdempotencyKey[]): Date | undefined {
  const oldest = bound[bound.length - MAX_KEYS];
  return oldest && new Date(oldest.at.getTime() + IDEMPOTENCY_LIFETIME_MS);
}

/** The keys that have not expired when `lead` is received. */
export const unexpired = ({ idempotency = [] }: LeadRecord, lead: LeadRecord): IdempotencyKey[] =>
  idempotency.filter(({ at }) => at >= oldestBound(lead.received_at));

/** JSON with the keys of every object sorted, so that equal data is equal text. Undefined members are left out. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortedKeys);

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

export interface BindPorts {
  readonly boundKeys: Pick<BoundKeyStore, 'bind' | 'replace' | 'read'>;
  readonly leads: Pick<LeadStore, 'read'>;
}

/** The lead that has the key already, or the id under which this call stores its lead. */
export type Bound = { readonly to: LeadRecord } | { readonly to?: undefined; readonly id: string };

/** Calls with one key that overtake this one again and again are no reason to try for ever. */
const MAX_TRIES = 20;

/**
 * Binds the Idempotency-Key of a call, before its lead is stored. The lead itself lists the key when it is stored, and
 * only that counts: a key whose lead is not there, or does not list it, binds nothing, and this call takes it over. A
 * new lead is then stored under the id that the key names. So if the earlier call only slept, one of the two stores the
 * lead, and the other one finds it.
 *
 * `again`: the lead is stored already and is submitted again, so it keeps its id.
 */
export async function bindKey(ports: BindPorts, lead: LeadRecord, again?: 'again'): Promise<Bound> {
  const { boundKeys, leads } = ports;
  const bound = boundKeyOf(lead);
  if (!bound) return { id: lead.id };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const earlier = await boundKeys.bind(bound);
    if (!earlier) return { id: lead.id };
    const to = await leads.read(earlier.lead_id);
    if (to && boundKey(to, lead)) return { to };
    const id = to || again ? lead.id : earlier.lead_id;
    if (await boundKeys.replace(earlier, { ...bound, lead_id: id })) return { id };
  }
  throw new OutageError('MongoDB', new Error('others keep changing what an Idempotency-Key is bound to'));
}

/** The lead that has the Idempotency-Key of this call already. */
export async function boundLead(
  { boundKeys, leads }: Pick<BindPorts, 'leads'> & { readonly boundKeys: Pick<BoundKeyStore, 'read'> },
  lead: Parameters<typeof boundKey>[1] & Pick<LeadRecord, 'affiliate_id'>,
): Promise<LeadRecord | null> {
  const [sent] = lead.idempotency ?? [];
  const bound = sent && (await boundKeys.read(lead.affiliate_id, sent.key));
  const found = bound && (await leads.read(bound.lead_id));
  return found && boundKey(found, lead) ? found : null;
}

function boundKeyOf({ affiliate_id, id, idempotency: [sent] = [] }: LeadRecord): BoundKey | undefined {
  return sent && { ...sent, affiliate_id, lead_id: id };
}

/**
 * The lead of an earlier call with the same Idempotency-Key and body, for a call that would be refused now: the offer may
 * have left the campaign, or the search may be gone. Null: no such call was stored. Throws on an outage.
 */
export async function repeatedCall(
  { boundKeys, leads, identities }: Pick<WebPorts, 'boundKeys' | 'leads' | 'identities'>,
  call: SubmitCall,
): Promise<LeadRecord | null> {
  const { affiliate_id } = call.key;
  const repeat = { affiliate_id, idempotency: keysOf(identities, call), received_at: call.now };
  const found = await boundLead({ boundKeys, leads }, repeat);
  return found && isRepeat(identities.same, found, repeat) ? found : null;
}
