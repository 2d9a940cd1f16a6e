import { fieldOf } from '../../core/lead/lead-data.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { NoticeReason } from '../../core/person/buyer-notice.js';
import { suppressionForm, type SuppressedBy } from '../../core/suppression/forms.js';
import type { Suppression } from '../../core/suppression/suppression.js';
import { oweNotices, type OweNoticesPorts } from '../notices/owe-notices.js';
import type { Identities } from '../ports/identities.js';
import type { LeadStore } from '../ports/lead-store.js';
import { laterFallbacks } from '../submit/create-fallback.js';
import { entriesOf, entriesUnder, type SuppressPorts, type SuppressTerms } from './suppress.js';

/** By what a person who revokes is suppressed. */
const REVOKED_BY = ['email', 'phone'] as const satisfies readonly SuppressedBy[];

export interface RevokePorts extends SuppressPorts, OweNoticesPorts {
  readonly identities: Pick<Identities, 'keysOf' | 'keysToFind' | 'newestHashOf' | 'keysWithCurrentHashes'>;
}

interface Revocation {
  /** Who passed it on: `affiliate northwind`. */
  readonly source: string;
  readonly at: Date;
  /** The id of the buyer that passed it on. */
  readonly buyer_id?: string;
}

/**
 * Puts the person of a lead on the suppression list for all, and tells by what. Nothing: nobody is on the list by this,
 * because it is a test lead, or nothing is left by which the person could be known. The buyers that have the lead are
 * told all the same, but for the one that passed it on. Doing it again changes nothing but the source. Throws an outage.
 */
export async function revokeConsent(
  ports: RevokePorts,
  lead: LeadRecord,
  revocation: Revocation,
): Promise<readonly SuppressedBy[]> {
  const { source, at } = revocation;
  const terms = { scope: { of: 'all' }, reason: 'Consent was revoked', source, by: source, at } as const;
  const entries = lead.is_test ? [] : entriesFor(ports, lead, terms);
  if (entries.length > 0) await ports.suppressionStore.put(entries);
  await oweNotices(ports, lead, reasonOf(revocation));
  return REVOKED_BY.filter((by) => entries.some(({ kind }) => kind === by));
}

const reasonOf = ({ at, buyer_id }: Revocation): NoticeReason => ({
  ...{ event: 'revocation', at },
  ...(buyer_id === undefined ? {} : { but: buyer_id }),
});

/**
 * `revokeConsent` for a lead and the leads that it fell back to: the affiliate may know only the first one. Fallbacks that
 * are not stored yet will be refused.
 */
export async function revokeOfCall(
  ports: RevokePorts & { readonly leads: Pick<LeadStore, 'read'> },
  lead: LeadRecord,
  revocation: Revocation,
): Promise<readonly SuppressedBy[]> {
  const suppressed = await revokeConsent(ports, lead, revocation);
  for await (const later of laterFallbacks(ports.leads, lead)) await revokeConsent(ports, later, revocation);
  return suppressed;
}

/** A lead whose person was removed has the keys of its identities for longer. They are those of the list. */
function entriesFor(
  { identities }: Pick<RevokePorts, 'identities'>,
  { lead, identities: known }: LeadRecord,
  terms: SuppressTerms,
): Suppression[] {
  const forms = REVOKED_BY.flatMap((by) => {
    const value = fieldOf(lead, `personal.${by}`);
    return (value === undefined ? undefined : suppressionForm(by, value)) ?? [];
  });
  if (forms.length > 0) return entriesOf({ identities }, forms, terms);
  return REVOKED_BY.flatMap((kind) => {
    // Of the secrets in force alone, as those of a form: nobody would remove an entry under a former one.
    const keys = known.filter((one) => one.kind === kind).map(({ key }) => identities.newestHashOf(key));
    return entriesUnder(
      [...new Set(identities.keysWithCurrentHashes(keys))].map((key) => ({ kind, key })),
      terms,
    );
  });
}
