import { hash } from 'node:crypto';
import { foldEmail, formerEmail } from '../lead/field-value.js';
import { hashPart } from '../lead/identity.js';
import { fieldOf, type LeadData } from '../lead/lead-data.js';

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

/** The form of a value or of its hash. Undefined if it is neither. */
export function suppressionForm(by: SuppressedBy, value: string): SuppressionForm | undefined {
  const text = value.trim();
  if (SHA256.test(text)) return { kind: by, hex: text.toLowerCase() };
  if (by === 'email' && MD5.test(text)) return { kind: 'email_md5', hex: text.toLowerCase() };
  // A damaged hash has letters, and enough digits for a number.
  if (by === 'phone' && /\p{L}/u.test(text)) return undefined;
  const hex = by === 'domain' ? domainHash(text) : hashPart(by, text);
  return hex === undefined ? undefined : { kind: by, hex };
}

/**
 * The forms of a person that are no identities of a lead (`identityForms`): the domain of the e-mail address, and the
 * address as MD5, also in the form that an earlier build hashed.
 */
export function furtherForms(lead: LeadData): SuppressionForm[] {
  const email = fieldOf(lead, 'personal.email');
  const folded = email === undefined ? undefined : foldEmail(email);
  if (email === undefined || folded === undefined) return [];
  const domain = domainHash(folded.slice(folded.lastIndexOf('@') + 1));
  const texts = new Set([folded, formerEmail(email) ?? folded]);
  return [
    ...(domain === undefined ? [] : [{ kind: 'domain' as const, hex: domain }]),
    ...[...texts].map((text) => ({ kind: 'email_md5' as const, hex: hash('md5', text, 'hex') })),
  ];
}

const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?\.[\p{L}\p{N}-]{2,}$/u;

/** A domain is hashed in lower case, without a leading `@` and without a final dot. It does not include subdomains. */
function domainHash(text: string): string | undefined {
  const domain = text.normalize('NFKC').toLowerCase().replace(/^@/, '').replace(/\.$/, '');
  return domain.length <= 253 && DOMAIN.test(domain) ? hash('sha256', domain, 'hex') : undefined;
}
