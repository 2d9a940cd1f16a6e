import { hashPart, identityForms } from '../../core/lead/identity.js';
import type { SuppressionForm } from '../../core/suppression/forms.js';
import { ActRefused } from '../act-refused.js';
import type { AuditLog } from '../ports/audit-log.js';
import type { Identities } from '../ports/identities.js';
import { formsOfPerson } from '../suppression/read-values.js';

/** By what somebody looks for a person, and for which case. */
export interface PersonWanted {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly case: string;
}

/**
 * The number of a case. It is stored where erasures do not reach, so it may be neither a name, which has no digit, nor an
 * e-mail address, nor a phone number of the United States.
 */
export const CASE =
  /^(?=\D*\d)(?!1?[./-]?[2-9]\d{2}[./-]?[2-9]\d{2}[./-]?\d{4}$)[A-Za-z0-9][A-Za-z0-9._/#-]{0,49}$/;

/** What a number of a case is, in words. */
export const CASE_IN_WORDS =
  'a number of up to 50 letters, digits and . _ / # -, with at least one digit, that is no phone number';

/** Keyed hashes to look for, and what the audit log has of it. */
export interface SoughtPerson {
  readonly case: string;
  readonly keys: readonly string[];
  /** Under which the person may be on the suppression list: also the MD5 and the domain of the e-mail address. */
  readonly listed_as: readonly string[];
  readonly facts: Readonly<Record<string, string>>;
}

/** Throws an ActRefused if nothing is given, or what no lead can have. */
export function soughtPerson(
  identities: Pick<Identities, 'keysToFind'>,
  auditLog: Pick<AuditLog, 'hashSearched'>,
  { email, phone, case: of }: PersonWanted,
): SoughtPerson {
  if (email === undefined && phone === undefined)
    throw new ActRefused('invalid', 'Give an e-mail address, a phone number, or both', 'email');
  const facts: Record<string, string> = { case: of };
  for (const [part, raw] of [
    ['email', email],
    ['phone', phone],
  ] as const) {
    if (raw === undefined) continue;
    const hex = hashPart(part, raw);
    if (hex === undefined) throw new ActRefused('invalid', `No lead can have this ${part}`, part);
    facts[`${part}_hash`] = auditLog.hashSearched(part, hex);
  }
  const keysOf = (some: readonly SuppressionForm[]): string[] => [
    ...new Set(identities.keysToFind(some).map(({ key }) => key)),
  ];
  const personal = { ...(email === undefined ? {} : { email }), ...(phone === undefined ? {} : { phone }) };
  const forms = identityForms({ personal });
  const keys = identities.keysToFind(forms).map(({ key }) => key);
  return { case: of, keys, listed_as: keysOf(formsOfPerson({ personal })), facts };
}
