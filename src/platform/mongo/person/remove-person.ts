import type { Connection } from 'mongoose';
import type { PersonStore } from '../../../app/ports/person-store.js';
import { KINDS_FROM_PERSON } from '../../../core/lead/pending-effect.js';
import { SUBID_FIELDS } from '../../../core/money/entry.js';
import { remembered } from '../../../core/search/earlier-runs.js';
import { clearOf } from '../sealing/seal-person.js';
import { plain } from '../stores/documents.js';
import { forgetTermsOf } from '../stores/search-again.js';
import { isReference, type ReferringResult } from '../terms/terms-store.js';
import { termsWithoutWords, type SpokenTerms } from '../retention/terms-without-words.js';

interface Row {
  readonly _id: string;
  readonly submission?: number;
  readonly run?: number;
  readonly state: string;
  readonly lead?: { readonly address?: { readonly state?: string } };
  readonly tracking?: Readonly<Record<string, unknown>>;
  readonly consent?: { readonly decision?: unknown; readonly at?: unknown };
  readonly fallbacks?: readonly { readonly lead_id: string; readonly offer_id: string }[];
  readonly terms?: SpokenTerms;
  readonly results?: readonly ReferringResult[];
}

const KEPT_OF = {
  submission: 1,
  run: 1,
  state: 1,
  'lead.address.state': 1,
  'fallbacks.lead_id': 1,
  'fallbacks.offer_id': 1,
};
const SUBIDS = Object.fromEntries(SUBID_FIELDS.map((name) => [`tracking.${name}`, 1]));
const OF_TERMS = { 'terms.tcpa_text': 1, 'terms.reference': 1, 'terms.programs': 1 };
const CONSENT = { 'consent.decision': 1, 'consent.at': 1 };

/**
 * Removes the person from one lead or search. Each removal is one conditional update of one document. Reads and updates of
 * several that are removed at once leave together.
 */
export function createRemovePerson(connection: Connection): Pick<PersonStore, 'forgetLead' | 'forgetSearch'> {
  const leads = plain<Row>({ collection: connection.collection('leads') });
  const searches = plain<Row>({ collection: connection.collection('searches') });
  return {
    async forgetLead({ id, submission = 1, state }, forgotten) {
      const asRead = { _id: id, submission, state };
      const projection = { ...KEPT_OF, ...SUBIDS, ...CONSENT, ...OF_TERMS };
      const row = await leads.findOne({ _id: id }, { projection });
      if (row?.submission !== submission || row.state !== state) return false;
      const { consent } = row;
      const terms = termsWithoutWords(row.terms);
      const written = await leads.updateOne(
        // What is made from the person is published or stored within seconds.
        {
          ...{ ...asRead, 'pending_effects.kind': { $nin: [...KINDS_FROM_PERSON] } },
          ...(forgotten.no_evidence ? {} : { 'forget.no_evidence': { $ne: true } }),
        },
        {
          $set: {
            ...{ ...clearOf({ ...row }), extra: {}, answers: {} },
            forgotten,
            ...terms.set,
            consent: {
              ...{ decision: consent?.decision ?? null, text: null, button_label: null, cert_url: null },
              ...{ universal_lead_ref: null, ip_address: '' },
              at: consent?.at ?? forgotten.at,
            },
          },
          $unset: { sealed: 1, sealed_by: 1, suppression_keys: 1, return_evidence: 1, ...terms.unset },
          // A first run may have read it, and would send it: it loses, and the next one meets a lead without its person.
          ...(state === 'queued' ? { $inc: { runs: 1 } } : {}),
        },
      );
      return written.matchedCount === 1;
    },
    async forgetSearch({ id, run = 1, state }, forgotten) {
      const asRead = { _id: id, run, state };
      const projection = { ...KEPT_OF, ...SUBIDS, results: 1 };
      const row = await searches.findOne({ _id: id }, { projection });
      if (row?.run !== run || row.state !== state) return false;
      const { results } = row;
      const written = await searches.updateOne(
        // A partner may answer meanwhile.
        { ...asRead, ...(results && { results: { $size: results.length } }) },
        {
          $set: {
            ...{ ...clearOf({ ...row }), extra: {}, consent: {}, identities: [] },
            ...(results && { results: results.map((result) => withoutWords(result, forgotten.at)) }),
            forgotten,
          },
          $unset: { sealed: 1, sealed_by: 1, suppression_keys: 1, all_identities: 1 },
        },
      );
      if (written.matchedCount === 0) return false;
      // Behind it: else a search that changed since had lost them. After a kill they go when they expire.
      if (run > 1)
        await forgetTermsOf(connection, { search_id: id, terms_until: { $exists: true } }, forgotten.at);
      return true;
    },
  };
}

/**
 * The texts of a partner's result come from outside, and may name the person. It has expired with them: nothing can be sold
 * by what is left.
 */
function withoutWords(result: ReferringResult, at: Date): ReferringResult {
  if (isReference(result)) return result;
  const { terms, ...rest } = remembered(result);
  return { ...rest, terms: { ...terms, expires_at: at < terms.expires_at ? at : terms.expires_at } };
}
