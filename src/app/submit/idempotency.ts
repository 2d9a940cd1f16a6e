import type { IdempotencyKey, LeadRecord } from '../../core/lead/lead-record.js';
import type { Identities } from '../ports/identities.js';
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
