import type { Connection } from 'mongoose';
import { termsWithoutWords, type SpokenTerms } from './retention/terms-without-words.js';
import { plain } from './stores/documents.js';
import { slicesBack } from './stores/lead-pages.js';
import { leadModel, type LeadModel } from './stores/models.js';

interface Progress {
  readonly _id: 'partners_words';
  /** When the first run began. */
  readonly begun: Date;
  /** A run has ended that began a day later. */
  readonly complete?: true;
}
interface Row {
  readonly _id: string;
  readonly round: number;
  readonly terms: SpokenTerms;
}

const SIZES = { most: 2_000, aim: () => 1_000 };
const PART = { filter: {}, index: 'received', members: ['received_at'] } as const;
const DAY_MS = 86_400_000;

/** A lead's time comes from the clock of the machine that received it. */
const MAX_CLOCK_DIFFERENCE_MS = 3_600_000;

const FORGOTTEN = { 'forgotten.at': { $exists: true } };
const SPOKEN = { ...FORGOTTEN, 'terms.reference': { $exists: true }, 'terms.offer_name': { $ne: '' } };

/**
 * Removes a partner's words (`termsWithoutWords`) from leads whose person a former build removed. It may be repeated, and processes
 * of that build may run beside it: each `migrate` looks at all leads, until one a day after the first one has done so. By
 * then no process of the former build runs.
 */
export async function forgetPartnersWords(connection: Connection, now: Date): Promise<void> {
  const leads = leadModel(connection);
  const progress = connection.collection<Progress>('meta');
  const done = await progress.findOne({ _id: 'partners_words' });
  if (done?.complete) return;
  const all = { from: 0, to: now.getTime() + MAX_CLOCK_DIFFERENCE_MS };
  for await (const slice of slicesBack(leads, PART, all, SIZES))
    await forgetIn(
      leads,
      slice.leads.map(({ id }) => id),
    );
  const isLast = done !== null && now.getTime() > done.begun.getTime() + DAY_MS;
  await progress.updateOne(
    { _id: 'partners_words' },
    { $setOnInsert: { begun: now }, ...(isLast && { $set: { complete: true } }) },
    { upsert: true },
  );
}

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
