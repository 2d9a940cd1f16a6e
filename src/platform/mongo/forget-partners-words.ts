import type { Connection } from 'mongoose';
import { termsWithoutWords, type SpokenTerms } from './retention/terms-without-words.js';
import { plain } from './stores/documents.js';
import type { LeadModel } from './stores/models.js';
import { walkLeads } from './walk-leads.js';

interface Row {
  readonly _id: string;
  readonly round: number;
  readonly terms: SpokenTerms;
}

const FORGOTTEN = { 'forgotten.at': { $exists: true } };
const SPOKEN = { ...FORGOTTEN, 'terms.reference': { $exists: true }, 'terms.offer_name': { $ne: '' } };

/** Removes a partner's words (`termsWithoutWords`) from leads whose person a former build removed. */
export const forgetPartnersWords = (connection: Connection, now: Date): Promise<void> =>
  walkLeads(connection, now, {
    name: 'partners_words',
    members: ['received_at'],
    act: (leads, some) =>
      forgetIn(
        leads,
        some.map(({ id }) => id),
      ),
  });

async function forgetIn(leads: LeadModel, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const projection = { round: 1, 'terms.reference': 1, 'terms.programs': 1 };
  const found = await plain<Row>(leads)
    .find({ _id: { $in: [...ids] }, ...SPOKEN }, { projection })
    .toArray();
  const steps = found.map(({ _id, round, terms }) => {
    const { set, unset } = termsWithoutWords(terms);
    // One that was submitted again since has its own terms.
    return { updateOne: { filter: { _id, round, ...FORGOTTEN }, update: { $set: set, $unset: unset } } };
  });
  if (steps.length > 0) await plain(leads).bulkWrite(steps, { ordered: false });
}
