import { fieldOf } from '../../core/lead/lead-data.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { suppressionForm, type SuppressedBy } from '../../core/suppression/forms.js';
import { oweNotices, type OweNoticesPorts } from '../notices/owe-notices.js';
import { entriesOf, type SuppressPorts } from './suppress.js';

/** By what a person who revokes is suppressed. */
const REVOKED_BY = ['email', 'phone'] as const satisfies readonly SuppressedBy[];

interface Revocation {
  /** Who passed it on: `affiliate northwind`. */
  readonly source: string;
  readonly at: Date;
  /** The id of the buyer that passed it on. */
  readonly buyer_id?: string;
}

/**
 * Puts the person of a lead on the suppression list for all, and tells by what. The buyers that have the lead are told,
 * but for the one that passed it on. A test lead suppresses nobody. Doing it again changes nothing but the source. Throws
 * an outage.
 */
export async function revokeConsent(
  ports: SuppressPorts & OweNoticesPorts,
  record: LeadRecord,
  { source, at, buyer_id }: Revocation,
): Promise<readonly SuppressedBy[]> {
  const { lead, is_test } = record;
  const found = REVOKED_BY.flatMap((by) => {
    const value = fieldOf(lead, `personal.${by}`);
    const form = value === undefined ? undefined : suppressionForm(by, value);
    return form ? [{ by, form }] : [];
  });
  if (!is_test && found.length > 0) {
    const terms = { scope: { of: 'all' }, reason: 'Consent was revoked', source, by: source, at } as const;
    const forms = found.map(({ form }) => form);
    await ports.suppressionStore.put(entriesOf(ports, forms, terms));
  }
  const but = buyer_id === undefined ? {} : { but: buyer_id };
  await oweNotices(ports, record, { event: 'revocation', at, ...but });
  return found.map(({ by }) => by);
}
