import { onceEachKey } from '../../../core/lead/identity.js';
import { withClickHash } from '../../../core/lead/tracking-keys.js';

interface Identity {
  readonly kind: string;
  readonly key: string;
}

/**
 * The keyed hashes that a lead or a search has of its person. Those of fallbacks are sealed with the rest of them, and stay
 * as they are: `Identities.same` compares hashes of all times.
 */
export interface HashedRecord {
  readonly _id: string;
  readonly identities?: readonly Identity[];
  readonly all_identities?: readonly Identity[];
  readonly suppression_keys?: readonly string[];
  readonly tracking_keys?: readonly string[];
  readonly pending_effects?: readonly { readonly keys?: readonly string[] }[];
  readonly data_hash?: string;
  readonly idempotency?: readonly { readonly body_hash: string }[];
}

/** The members with keyed hashes: an update names them as they were read. */
export const HASHED = [
  'identities',
  'all_identities',
  'suppression_keys',
  'tracking_keys',
  'pending_effects',
  'data_hash',
  'idempotency',
] as const satisfies readonly (keyof HashedRecord)[];

/** Raises one hash to the newest level. */
export type Raise = (hash: string) => string;

type Raised = Omit<HashedRecord, '_id'>;

/** The record with the keys of the newest secret beside those that it has. Hashes that are compared wait. */
export const withNewKeys = (record: HashedRecord, raise: Raise): Raised =>
  changed(record, {
    keys: (keys) => unique([...keys, ...keys.map(raise)]),
    hash: (hash) => hash,
  });

/** The record with the keys and hashes of the newest secret alone. */
export const withNewKeysAlone = (record: HashedRecord, raise: Raise): Raised =>
  changed(record, { keys: (keys) => unique(keys.map(raise)), hash: raise });

interface Change {
  readonly keys: (keys: readonly string[]) => string[];
  readonly hash: Raise;
}

/** The members that change. A record without any has what it needs. */
function changed(record: HashedRecord, { keys, hash }: Change): Raised {
  const {
    identities,
    all_identities,
    suppression_keys,
    tracking_keys,
    pending_effects,
    data_hash,
    idempotency,
  } = record;
  // A record without its person has an empty text.
  const text = (was: string): string => (was === '' ? was : hash(was));
  const tracking = (key: string): string[] => {
    const hashes: string[] = [];
    withClickHash(key, (was) => (hashes.push(...keys([was])), was));
    return hashes.length === 0 ? [key] : hashes.map((one) => withClickHash(key, () => one));
  };
  const each = (all: readonly Identity[]): Identity[] =>
    onceEachKey(all.flatMap(({ kind, key }) => keys([key]).map((one) => ({ kind, key: one }))));
  const next: Raised = {
    ...(identities && { identities: each(identities) }),
    ...(all_identities && { all_identities: each(all_identities) }),
    ...(suppression_keys && { suppression_keys: keys(suppression_keys) }),
    ...(tracking_keys && { tracking_keys: unique(tracking_keys.flatMap(tracking)) }),
    ...(pending_effects && {
      pending_effects: pending_effects.map((one) => (one.keys ? { ...one, keys: keys(one.keys) } : one)),
    }),
    ...(data_hash !== undefined && { data_hash: text(data_hash) }),
    ...(idempotency && {
      idempotency: idempotency.map((one) => ({ ...one, body_hash: text(one.body_hash) })),
    }),
  };
  const names = HASHED.filter((name) => JSON.stringify(next[name]) !== JSON.stringify(record[name]));
  return Object.fromEntries(names.filter((name) => name in next).map((name) => [name, next[name]]));
}

const unique = (keys: readonly string[]): string[] => [...new Set(keys)];
