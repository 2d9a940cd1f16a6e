import { isDeepStrictEqual } from 'node:util';
import { v5 } from 'uuid';
import type { EntryKind } from '../../core/catalogue/document.js';

/** The value of each key that a catalogue leaves out. `export` leaves out values that equal it. */
export const DEFAULTS = {
  status: 'active',
  dupe_check: true,
  time_zone: 'America/New_York',
  kind: 'direct',
  consent_required: true,
  result_ttl: '30m',
  when_missing: 'fail',
  duplicates: { match: ['email', 'phone'], window_days: 30, scope: 'offer' },
  least: 'note',
  method: 'POST',
  encoding: 'json',
  timeout: '10s',
  verify_timeout: '3s',
  window: '15m',
  idempotent: false,
  insecure_http: false,
  priority: 0,
  max_share: '100%',
  expected_within: '90d',
  reverse_payout: true,
  give_back_place: false,
  release_claim: false,
  past_deadline: 'decline',
  show_evidence: false,
  max_accepted_submissions: 3,
  /** By default a tracking platform hears of what it pays for. */
  on: ['accepted'],
} as const;

/** The value, or undefined if it equals the default. */
export const unless = <T>(value: T, byDefault: unknown): T | undefined =>
  isDeepStrictEqual(value, byDefault) ? undefined : value;

/** The list, or undefined if it is empty. */
export const filled = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list]);

/** Cents as a decimal amount of a file. */
export const inUnits = (cents: number | undefined): number | undefined =>
  cents === undefined ? undefined : cents / 100;

export const rangeInUnits = (
  range: readonly [number, number] | undefined,
): readonly [number, number] | undefined => range && [range[0] / 100, range[1] / 100];

/** Never change it: every id that is not given in a file is derived from it. */
const NAMESPACE = 'b9b1ff46-51f4-4a2e-8b8e-6f1c7a3f6f0a';

/** The id of an entry without one: the UUIDv5 of `kind/handle`. So a file gives the same ids on every installation. */
export const derivedId = (kind: EntryKind, handle: string): string => v5(`${kind}/${handle}`, NAMESPACE);
