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

/** A longer subid is not stored as a key, because indexes limit the length of their keys. */
export const MAX_SUBID_LENGTH = 200;

/** HMAC-SHA-256 hex of a text (`Identities.keyedHash`). */
type KeyedHash = (text: string) => string;

/** The key of a click id of any kind. The prefix keeps it apart from other keyed hashes. */
export const clickKey = (value: string, keyedHash: KeyedHash): string =>
  `click:${keyedHash(`click id:${value}`)}`;

/** The key of a subid. It is the plain value, because subids are an affiliate's labels of its traffic. */
export const subidKey = (value: string): string => `subid:${value}`;

/** The key of the affiliate's own id of a lead. It is the plain value, as of a subid. */
export const externalKey = (external_id: string): string => `external:${external_id}`;

/**
 * The keys under which a lead is found by its tracking and by the affiliate's own id: one for each click id, each
 * subid, and that id. No duplicates.
 */
export function trackingKeys(tracking: Tracking, keyedHash: KeyedHash, external_id?: string): string[] {
  const texts = (fields: readonly string[]): string[] =>
    fields.flatMap((field) => {
      const value = tracking[field];
      return typeof value === 'string' && value !== '' ? [value] : [];
    });
  const subids = texts(SUBID_FIELDS).filter(({ length }) => length <= MAX_SUBID_LENGTH);
  return [
    ...new Set([
      ...texts(CLICK_ID_FIELDS).map((value) => clickKey(value, keyedHash)),
      ...subids.map(subidKey),
      ...(external_id === undefined ? [] : [externalKey(external_id)]),
    ]),
  ];
}

/** Text members of tracking, in the order in which faults are answered (docs/contract.md#order-of-the-fields). */
export const TRACKING_TEXTS =
  'utm_source utm_medium utm_campaign utm_content utm_term gclid gbraid wbraid fbclid msclkid ttclid click_id subid subid2 subid3 subid4 subid5'.split(
    ' ',
  );
