import { hash } from 'node:crypto';
import type { IdentityKind } from '../catalogue/types.js';
import { foldEmail, formerEmail } from './field-value.js';
import type { LeadField } from './fields.js';
import { fieldOf, type LeadData } from './lead-data.js';
import { normalize, type PartKind } from './normalize.js';

/** What identities are made of, under the names that the duplicate pre-check uses. */
export type IdentityPart = 'email' | 'phone' | 'first_name' | 'last_name' | 'address' | 'zip' | 'dob';

/** Lower-case hex SHA-256 of the normalized forms that are known. */
export type PartHashes = Partial<Record<IdentityPart, string>>;

/** One identity before it is keyed: the part's hex, or its parts' hex joined with `:`. */
export interface IdentityForm {
  readonly kind: IdentityKind;
  readonly hex: string;
}

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
 * The parts of each identity, in the order they are joined. `name_address` has no ZIP, as its name says: a
 * client that asks the pre-check with name and street alone must meet the lead that was posted with a ZIP.
 */
const KINDS: Readonly<Record<IdentityKind, readonly IdentityPart[]>> = {
  email: ['email'],
  phone: ['phone'],
  name_address: ['first_name', 'last_name', 'address'],
  name_dob_zip: ['first_name', 'last_name', 'dob', 'zip'],
};

/** SHA-256 hex (of the UTF-8) of a raw part's normalized form; undefined when it cannot be normalized. */
export function hashPart(part: IdentityPart, raw: string): string | undefined {
  const normal = normalize(PARTS[part].kind, raw);
  return normal === undefined ? undefined : hash('sha256', normal, 'hex');
}

/** The hashes of all parts that the lead has. Not secret enough to store: they are keyed before that. */
export function partHashes(lead: LeadData): PartHashes {
  const hashes: PartHashes = {};
  for (const part of IDENTITY_PARTS) {
    const raw = fieldOf(lead, PARTS[part].field);
    const hex = raw === undefined ? undefined : hashPart(part, raw);
    if (hex !== undefined) hashes[part] = hex;
  }
  return hashes;
}

/** Every identity that these parts make up completely; a part alone that is no identity makes none. */
export function identityFormsOf(parts: PartHashes): IdentityForm[] {
  return Object.entries(KINDS).flatMap(([kind, of]) => {
    const hexes = of.map((part) => parts[part]);
    return hexes.includes(undefined) ? [] : [{ kind: kind as IdentityKind, hex: hexes.join(':') }];
  });
}

/**
 * The identity that the former build made of an e-mail address, where it is another than today's. It is held and asked
 * for beside today's: so a lead that is stored under it, and a client that hashed it, meet the same person (ADR 20).
 */
export function formerForms(email: string | undefined): IdentityForm[] {
  const former = email === undefined ? undefined : formerEmail(email);
  if (former === undefined || former === foldEmail(former)) return [];
  return [{ kind: 'email', hex: hash('sha256', former, 'hex') }];
}

/** All identities of a lead, whatever kinds an offer matches on. */
export const identityForms = (lead: LeadData): IdentityForm[] => [
  ...identityFormsOf(partHashes(lead)),
  ...formerForms(fieldOf(lead, 'personal.email')),
];
