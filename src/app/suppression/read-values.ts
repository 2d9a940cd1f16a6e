import type { Catalogue } from '../../core/catalogue/types.js';
import { identityForms } from '../../core/lead/identity.js';
import type { LeadData } from '../../core/lead/lead-data.js';
import {
  furtherForms,
  suppressionForms,
  type SuppressedBy,
  type SuppressionForm,
} from '../../core/suppression/forms.js';
import type { SuppressionScope } from '../../core/suppression/suppression.js';
import { ActRefused } from '../act-refused.js';

/** A value that somebody names: an e-mail address, a phone number or a domain, or its hash. */
export interface NamedValue {
  readonly by: SuppressedBy;
  readonly value: string;
}

const IS_NO: Readonly<Record<SuppressedBy, string>> = {
  email: 'no e-mail address, and no SHA-256 or MD5 of one',
  phone: 'no phone number of ten digits, and no SHA-256 of one',
  domain: 'no domain like example.com, and no SHA-256 of one',
};

/** Why a value can't be read, without the value. */
export const faultOfValue = (by: SuppressedBy): string => `it is ${IS_NO[by]}`;

/**
 * The forms of each value: that under which it is put on the list, and that of its other spelling, if it has one. Throws an
 * ActRefused for one that can't be read.
 */
export const readForms = (values: readonly NamedValue[]): (readonly SuppressionForm[])[] =>
  values.map(({ by, value }) => {
    const forms = suppressionForms(by, value);
    if (forms.length === 0) throw new ActRefused('invalid', `The ${by} is ${IS_NO[by]}`, by);
    return forms;
  });

/** All forms under which a value may be found on the list: of an address also its MD5 and its domain. */
export const formsToFind = (values: readonly NamedValue[]): SuppressionForm[] => [
  ...readForms(values).flat(),
  ...values.flatMap(({ by, value }) => (by === 'domain' ? [] : formsOfPerson({ personal: { [by]: value } }))),
];

/** All forms under which the person of a lead may be suppressed. */
export const formsOfPerson = (lead: LeadData): SuppressionForm[] => [
  ...identityForms(lead).flatMap(({ kind, hex }) =>
    kind === 'email' || kind === 'phone' ? [{ kind, hex }] : [],
  ),
  ...furtherForms(lead),
];

/** Whom a call names with handles; neither means everybody. */
export interface NamedScope {
  readonly buyer?: string | undefined;
  readonly affiliate?: string | undefined;
}

/** The scope of these handles. Throws an ActRefused for an unknown one. */
export function readScope(catalogue: Catalogue, { buyer, affiliate }: NamedScope): SuppressionScope {
  if (buyer !== undefined && affiliate !== undefined)
    throw new ActRefused('invalid', 'An entry applies to a buyer or to an affiliate, not to both', 'buyer');
  if (buyer !== undefined) return { of: 'buyer', party_id: idOf(catalogue.buyers, buyer, 'buyer') };
  if (affiliate === undefined) return { of: 'all' };
  return { of: 'affiliate', party_id: idOf(catalogue.affiliates, affiliate, 'affiliate') };
}

function idOf(
  parties: ReadonlyMap<string, { readonly id: string; readonly handle: string }>,
  handle: string,
  what: string,
): string {
  const party = [...parties.values()].find((one) => one.handle === handle);
  if (party) return party.id;
  throw new ActRefused('unknown', `There is no ${what} ${handle}`, what);
}
