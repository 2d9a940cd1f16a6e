import { hash } from 'node:crypto';
import { domainSpellings, emailSpellings } from '../lead/email.js';
import { fieldOf, type LeadData } from '../lead/lead-data.js';
import { readPhone } from '../lead/us-numbers.js';

/** What somebody can suppress. */
export const SUPPRESSED_BY = ['email', 'phone', 'domain'] as const;
export type SuppressedBy = (typeof SUPPRESSED_BY)[number];

/** The kinds of stored entries. An e-mail address has two, because lists of others come as MD5. */
export type SuppressionKind = SuppressedBy | 'email_md5';

/** The hash of a published form (docs/suppression.md#published-forms), before it is keyed. */
export interface SuppressionForm {
  readonly kind: SuppressionKind;
  readonly hex: string;
}

const SHA256 = /^[0-9a-f]{64}$/i;
const MD5 = /^[0-9a-f]{32}$/i;

/**
 * The forms of a value or of its hash. The first is the published one, under which a value is put on the list. An address or a
 * domain in other letters has a second, which only a hash that others made can have. Empty: it is neither value nor hash.
 */
export function suppressionForms(by: SuppressedBy, value: string): readonly SuppressionForm[] {
  const text = value.trim();
  if (SHA256.test(text)) return [{ kind: by, hex: text.toLowerCase() }];
  if (by === 'email' && MD5.test(text)) return [{ kind: 'email_md5', hex: text.toLowerCase() }];
  return SPELLINGS[by](text).map((spelling) => ({ kind: by, hex: hash('sha256', spelling, 'hex') }));
}

/** The form under which a value or its hash is put on the list. Undefined: it is neither. */
export const suppressionForm = (by: SuppressedBy, value: string): SuppressionForm | undefined =>
  suppressionForms(by, value)[0];

const SPELLINGS: Readonly<Record<SuppressedBy, (text: string) => readonly string[]>> = {
  email: emailSpellings,
  phone: (text) => [readPhone(text) ?? []].flat(),
  domain: spellingsOfDomain,
};

/**
 * The forms of a person that are no identities of a lead (`identityForms`): the domain of the e-mail address, and the
 * address as MD5.
 */
export function furtherForms(lead: LeadData): SuppressionForm[] {
  const spellings = emailSpellings(fieldOf(lead, 'personal.email') ?? '');
  const [email = ''] = spellings;
  return [
    ...suppressionForms('domain', email.slice(email.lastIndexOf('@') + 1)),
    ...spellings.map((text) => ({ kind: 'email_md5' as const, hex: hash('md5', text, 'hex') })),
  ];
}

const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?\.[\p{L}\p{M}\p{N}-]{2,}$/u;

/** A domain is hashed without a leading `@` and without a final dot. It does not include subdomains. */
function spellingsOfDomain(text: string): readonly string[] {
  const domain = text.normalize('NFKC').replace(/^@/, '').replace(/\.$/, '');
  return domain.length <= 253 && DOMAIN.test(domain) ? domainSpellings(domain) : [];
}
