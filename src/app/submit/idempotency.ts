import type { IdempotencyKey, LeadRecord } from '../../core/lead/lead-record.js';

/** How long an Idempotency-Key answers repeats of its request. */
export const IDEMPOTENCY_LIFETIME_MS = 24 * 3_600_000;

/** No client can send it: an Idempotency-Key is printable ASCII. So keys of test and of live API keys never collide. */
const TEST_PREFIX = 'test§';

/** The Idempotency-Key as it is stored. Keys of live API keys are stored as sent, as the former build did. */
export const boundAs = (sent: string, isTest: boolean): Pick<IdempotencyKey, 'key' | 'by'> =>
  isTest ? { key: `${TEST_PREFIX}${sent}`, by: 'test' } : { key: sent, by: 'live' };

/** The key as a test API key sent it; undefined for a live one, and without any. */
export function sentByTest({ idempotency: [sent] = [] }: LeadRecord): string | undefined {
  return sent?.by === 'test' ? sent.key.slice(TEST_PREFIX.length) : undefined;
}

/** Keys bound before this have expired at `now`. */
export const oldestBound = (now: Date): Date => new Date(now.getTime() - IDEMPOTENCY_LIFETIME_MS);

/**
 * The key of this call, if an earlier call bound it to the existing lead and it has not expired. The former build did
 * not store whose key it was, and stored those of test keys as they were sent: on a test lead, such a key is a test key's.
 */
export function boundKey(existing: LeadRecord, lead: LeadRecord): IdempotencyKey | undefined {
  const [sent] = lead.idempotency ?? [];
  const formerly = existing.is_test ? sentByTest(lead) : undefined;
  return existing.idempotency?.find(
    ({ key, by, at }) =>
      at >= oldestBound(lead.received_at) &&
      (key === sent?.key || (by === undefined && formerly !== undefined && key === formerly)),
  );
}

/** A repeat of the call that bound the key. A live call never repeats a test key's, which the former build may have stored. */
export function isRepeat(existing: LeadRecord, lead: LeadRecord): boolean {
  const bound = boundKey(existing, lead);
  if (bound?.by === undefined && existing.is_test && !lead.is_test) return false;
  return bound?.body_hash === lead.idempotency?.[0]?.body_hash;
}

/**
 * The Idempotency-Keys of one lead that are valid at once. Each is an entry of an index and stays for a day, so a lead
 * that is sent again and again under new keys would grow, and every change of it would cost more (ADR 44).
 */
export const MAX_KEYS = 50;

/** When one more key may be bound beside these, the oldest first; undefined: now. */
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
