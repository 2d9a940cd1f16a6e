import { hash } from 'node:crypto';
import type { IdentityKind } from '../catalogue/types.js';
import { emailSpellings, foldEmail } from './email.js';
import { isCalendarDate } from './field-value.js';
import type { LeadField } from './fields.js';
import { fieldOf, type LeadData } from './lead-data.js';
import { readPhone, readZip } from './us-numbers.js';

/** The parts of identities, under the names that the duplicate pre-check uses. */
export type IdentityPart = 'email' | 'phone' | 'first_name' | 'last_name' | 'address' | 'zip' | 'dob';

/** Lower-case hex SHA-256 hashes of the normalized parts, as far as they are known. */
export type PartHashes = Partial<Record<IdentityPart, string>>;

/** An identity before it is keyed: the hash of its one part, or the hashes of its parts joined with `:`. */
export interface IdentityForm {
  readonly kind: IdentityKind;
  readonly hex: string;
}

/** Those that are an e-mail address or a phone: by them a person is suppressed, and looked for. */
export const emailAndPhone = <Identity extends { readonly kind: IdentityKind }>(
  identities: readonly Identity[],
): Identity[] => identities.filter(({ kind }) => kind === 'email' || kind === 'phone');

/** One identity of each key, in the order in which the keys come first. */
export const onceEachKey = <Identity extends { readonly key: string }>(
  identities: readonly Identity[],
): Identity[] => [...new Map(identities.map((one) => [one.key, one])).values()];

const PARTS: Readonly<Record<IdentityPart, { readonly field: LeadField; readonly kind: PartKind }>> = {
  email: { field: 'personal.email', kind: 'email' },
  phone: { field: 'personal.phone', kind: 'phone' },
  first_name: { field: 'personal.first_name', kind: 'name' },
  last_name: { field: 'personal.last_name', kind: 'name' },
  address: { field: 'address.address_line_1', kind: 'street' },
  zip: { field: 'address.zip_code', kind: 'zip' },
  dob: { field: 'personal.date_of_birth', kind: 'dob' },
};
export const IDENTITY_PARTS = Object.keys(PARTS) as readonly IdentityPart[];

/**
 * The parts of each identity, in the order in which they are joined. `name_address` does not include the ZIP. A
 * client that asks the pre-check with name and street alone must find a lead that was posted with a ZIP.
 */
const KINDS: Readonly<Record<IdentityKind, readonly IdentityPart[]>> = {
  email: ['email'],
  phone: ['phone'],
  name_address: ['first_name', 'last_name', 'address'],
  name_dob_zip: ['first_name', 'last_name', 'dob', 'zip'],
};

/** The SHA-256 hex hash of a raw part's normalized form (as UTF-8). Undefined when the part can't be normalized. */
export function hashPart(part: IdentityPart, raw: string): string | undefined {
  const normal = normalize(PARTS[part].kind, raw);
  return normal === undefined ? undefined : hash('sha256', normal, 'hex');
}

/**
 * The hashes of all parts that the lead has. They are keyed before they are stored, because plain hashes are not
 * secret enough.
 */
export function partHashes(lead: LeadData): PartHashes {
  const hashes: PartHashes = {};
  for (const part of IDENTITY_PARTS) {
    const raw = fieldOf(lead, PARTS[part].field);
    const hex = raw === undefined ? undefined : hashPart(part, raw);
    if (hex !== undefined) hashes[part] = hex;
  }
  return hashes;
}

/** Every identity for which these parts are complete. Parts that complete no identity are ignored. */
export function identityFormsOf(parts: PartHashes): IdentityForm[] {
  return Object.entries(KINDS).flatMap(([kind, of]) => {
    const hexes = of.map((part) => parts[part]);
    return hexes.includes(undefined) ? [] : [{ kind: kind as IdentityKind, hex: hexes.join(':') }];
  });
}

/**
 * All identities of a lead, regardless of the kinds that an offer matches on. An address with a domain in other letters has two,
 * because hashes that others made may be of either spelling.
 */
export const identityForms = (lead: LeadData): IdentityForm[] => [
  ...identityFormsOf(partHashes(lead)),
  ...emailSpellings(fieldOf(lead, 'personal.email') ?? '')
    .slice(1)
    .map((spelling) => ({ kind: 'email' as const, hex: hash('sha256', spelling, 'hex') })),
];

/** The kind of a part. Parts of the same kind are normalized in the same way. */
export type PartKind = 'email' | 'phone' | 'name' | 'street' | 'zip' | 'dob';

/** Letters without a Unicode decomposition, as they are written in US forms. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

/**
 * Normalizes names and streets: NFKD, lower case, combining marks removed, and the letters above spelled out.
 * Everything except letters, digits and white space is then removed, not replaced: `O'Brien` becomes `obrien`,
 * `Anne-Marie` becomes `annemarie`. Runs of white space become one space. Letters of other scripts stay.
 */
const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœþøłđðħŧı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{Nd}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');

/** Converts full-width digits. NFKC would also turn superscripts and fractions into digits. */
const plainDigits = (text: string): string =>
  text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
const only = (text: string, usable: boolean): string | undefined => (usable ? text : undefined);
function calendarDay(text: string): string | undefined {
  const american = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  const iso = american ? `${american[3] ?? ''}-${american[1] ?? ''}-${american[2] ?? ''}` : text;
  return only(iso, isCalendarDate(iso));
}

/**
 * The normalized form of one part of an identity (docs/contract/duplicates-and-caps.md#normalized-forms). It is
 * published with test vectors, because clients hash it. Undefined: the text can't be normalized and can't help to
 * find a duplicate.
 */
export function normalize(kind: PartKind, text: string): string | undefined {
  switch (kind) {
    case 'email':
      return foldEmail(text);
    case 'phone':
      return readPhone(text);
    case 'name':
    case 'street': {
      const plain = plainText(text);
      return only(plain, plain !== '');
    }
    case 'zip':
      return readZip(text);
    case 'dob':
      return calendarDay(plainDigits(text).trim());
  }
}
