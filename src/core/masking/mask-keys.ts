import type { LeadData } from '../lead/lead-data.js';

/** An identifier, as engineers choose for the name of a member. */
const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
/** A number that may be a phone number or identify a person. */
const LONG_NUMBER = /(?:\d[_-]?){5}/;
/** Parts of names and addresses that are shorter than this are ignored, because they would match by chance. */
const SHORTEST = 3;

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Whether a member's name may be shown. It must be an identifier without the person's data: callers choose the names of
 * free members, and may put anything into them.
 */
export function keyFilter(lead: LeadData): (key: string) => boolean {
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

/** Replaces member names that must not be shown, at any depth. The masks are numbered, so that no member is lost. */
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
