import { hash } from 'node:crypto';
import { SUBID_FIELDS } from '../money/entry.js';
import type { Tracking } from './lead-data.js';

/** The click ids of ad networks. Such an id can lead to one person, so it is looked up by a keyed hash. */
export const CLICK_ID_FIELDS = [
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'ttclid',
  'click_id',
] as const;

/** A longer subid is looked up by its hash, because indexes limit the length of their keys, and not counted by itself. */
export const MAX_SUBID_LENGTH = 200;

/** HMAC-SHA-256 hex of a text (`Identities.keyedHash`). */
type KeyedHash = (text: string) => string;
/** The same under each secret in force (`Identities.hashesOf`). */
type KeyedHashes = (text: string) => string | readonly string[];

const CLICK = 'click:';
const clickText = (value: string): string => `click id:${value}`;

/** The key of a click id of any kind. The prefix keeps it apart from other keyed hashes. */
export const clickKey = (value: string, keyedHash: KeyedHash): string =>
  `${CLICK}${keyedHash(clickText(value))}`;

/** A tracking key with another keyed hash in place of its own. The key of a plain value stays. */
export const withClickHash = (key: string, change: (hash: string) => string): string =>
  key.startsWith(CLICK) ? `${CLICK}${change(key.slice(CLICK.length))}` : key;

/** The key of a subid. It is the plain value, because subids are an affiliate's labels of its traffic; the hash of a long one. */
export const subidKey = (value: string): string =>
  value.length > MAX_SUBID_LENGTH ? `subid sha256:${hash('sha256', value, 'hex')}` : `subid:${value}`;

/** The key of the affiliate's own id of a lead. It is the plain value, as of a subid. */
export const externalKey = (external_id: string): string => `external:${external_id}`;

/**
 * The keys under which a lead is found by its tracking and by the affiliate's own id: one for each click id, each
 * subid, and that id. No duplicates.
 */
export function trackingKeys(tracking: Tracking, keyedHashes: KeyedHashes, external_id?: string): string[] {
  const texts = (fields: readonly string[]): string[] =>
    fields.flatMap((field) => {
      const value = tracking[field];
      return typeof value === 'string' && value !== '' ? [value] : [];
    });
  return [
    ...new Set([
      ...texts(CLICK_ID_FIELDS).flatMap((value) =>
        [keyedHashes(clickText(value))].flat().map((hash) => `${CLICK}${hash}`),
      ),
      ...texts(SUBID_FIELDS).map(subidKey),
      ...(external_id === undefined ? [] : [externalKey(external_id)]),
    ]),
  ];
}

/** Text members of tracking, in the order in which faults are answered (docs/contract.md#order-of-the-fields). */
export const TRACKING_TEXTS =
  'utm_source utm_medium utm_campaign utm_content utm_term gclid gbraid wbraid fbclid msclkid ttclid click_id subid subid2 subid3 subid4 subid5'.split(
    ' ',
  );
