import type { IdempotencyKey, LeadRecord } from '../../core/lead/lead-record.js';
import { later } from '../waiting/await-record.js';

const LIFETIME_MS = 24 * 3_600_000;

/** No client can send it: an Idempotency-Key is printable ASCII. So keys of test and of live API keys never meet. */
const TEST_PREFIX = 'test§';

/** The Idempotency-Key as it is stored. Those of live API keys are stored as sent, as the former build did. */
export const boundAs = (sent: string, isTest: boolean): Pick<IdempotencyKey, 'key' | 'by'> =>
  isTest ? { key: `${TEST_PREFIX}${sent}`, by: 'test' } : { key: sent, by: 'live' };

/** The key as a test API key sent it; undefined for a live one, and without any. */
export function sentByTest({ idempotency: [sent] = [] }: LeadRecord): string | undefined {
  return sent?.by === 'test' ? sent.key.slice(TEST_PREFIX.length) : undefined;
}

/** What was bound before this has expired by the time the lead was received. */
export const oldestBound = ({ received_at }: LeadRecord): Date => later(received_at, -LIFETIME_MS);

/**
 * The key that this call was sent with, where an earlier one bound it to the existing lead and it has not expired. The
 * former build did not say by whose key, and stored those of test keys as they were sent: on a test lead it is theirs.
 */
export function boundKey(existing: LeadRecord, lead: LeadRecord): IdempotencyKey | undefined {
  const [sent] = lead.idempotency ?? [];
  const formerly = existing.is_test ? sentByTest(lead) : undefined;
  return existing.idempotency?.find(
    ({ key, by, at }) =>
      at >= oldestBound(lead) &&
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
 * Idempotency-Keys of one lead that hold at once. Each is an entry of an index and stays for a day, so a lead that is
 * sent again and again under new ones would grow, and with it the cost of every change of it (ADR 44).
 */
export const MAX_KEYS = 50;

/** When one more key may be bound beside these, the oldest first; undefined: now. */
export function keysFullUntil(bound: readonly IdempotencyKey[]): Date | undefined {
  const oldest = bound[bound.length - MAX_KEYS];
  return oldest && later(oldest.at, LIFETIME_MS);
}

/** The keys that have not expired. */
export const unexpired = ({ idempotency = [] }: LeadRecord, lead: LeadRecord): IdempotencyKey[] =>
  idempotency.filter(({ at }) => at >= oldestBound(lead));

/** JSON with the keys of every object sorted, so that equal data is equal text. Members that are undefined are absent. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortedKeys);
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
