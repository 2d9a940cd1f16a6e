import type { LeadData } from '../../core/lead/lead-data.js';

/** What a caller's engineer names a member: one word of a program. */
const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
/** A number that may be a phone's or a person's. */
const LONG_NUMBER = /(?:\d[_-]?){5}/;
/** Parts of a person that shorter texts would be found in by chance. */
const SHORTEST = 3;

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Whether a member's name may be shown: it is a word, and holds nothing of the person. Names of free members are the
 * caller's, and a caller may have put anything into them.
 */
export function keyVisibility(lead: LeadData): (key: string) => boolean {
  const { email, phone, first_name, last_name, date_of_birth } = lead.personal ?? {};
  const { address_line_1, address_line_2, city, zip_code } = lead.address ?? {};
  const parts = [
    email,
    phone,
    first_name,
    last_name,
    date_of_birth,
    address_line_1,
    address_line_2,
    city,
    zip_code,
  ]
    .flatMap((value) => (value === undefined ? [] : [value, ...value.split(/[\s@.,]+/)]))
    .map(bare)
    .filter((part) => part.length >= SHORTEST);
  return (key) => WORD.test(key) && !LONG_NUMBER.test(key) && !parts.some((part) => bare(key).includes(part));
}

/** Members with names that may be shown, at any depth; the others are counted, so that none is lost. */
export function maskKeys<T extends object>(group: T, isShown: (key: string) => boolean): T {
  let hidden = 0;
  const members = Object.entries(group).map(([key, value]: [string, unknown]) => [
    isShown(key) ? key : `•••${(hidden += 1)}`,
    inside(value, isShown),
  ]);
  return Object.fromEntries(members) as T;
}

function inside(value: unknown, isShown: (key: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => inside(item, isShown));
  return typeof value === 'object' && value !== null ? maskKeys(value, isShown) : value;
}
