import type { Connection } from 'mongoose';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { slicesBack } from './stores/lead-pages.js';
import { leadModel, type LeadModel } from './stores/models.js';

interface Progress {
  readonly _id: string;
  /** When the first run began. */
  readonly begun: Date;
  /** A run has ended that began a day later. */
  readonly complete?: true;
}

const SIZES = { most: 2_000, aim: () => 1_000 };
const DAY_MS = 86_400_000;

/** A lead's time comes from the clock of the machine that received it. */
const MAX_CLOCK_DIFFERENCE_MS = 3_600_000;

/** What a walk does. */
interface Walk {
  /** Under which it is remembered in `meta`. */
  readonly name: string;
  /** What is read of each lead. */
  readonly members: readonly (keyof LeadRecord)[];
  /** It may see a lead twice. */
  readonly act: (leads: LeadModel, some: readonly LeadRecord[]) => Promise<void>;
}

/**
 * Fixes leads that a former build stored. It may be repeated, and processes of that build may run beside it: each `migrate`
 * walks over all leads, until one a day after the first one has done so. By then no process of the former build runs.
 */
export async function walkLeads(
  connection: Connection,
  now: Date,
  { name, members, act }: Walk,
): Promise<void> {
  const leads = leadModel(connection);
  const progress = connection.collection<Progress>('meta');
  const done = await progress.findOne({ _id: name });
  if (done?.complete) return;
  const all = { from: 0, to: now.getTime() + MAX_CLOCK_DIFFERENCE_MS };
  const part = { filter: {}, index: 'received', members } as const;
  for await (const slice of slicesBack(leads, part, all, SIZES)) await act(leads, slice.leads);
  const isLast = done !== null && now.getTime() > done.begun.getTime() + DAY_MS;
  await progress.updateOne(
    { _id: name },
    { $setOnInsert: { begun: now }, ...(isLast && { $set: { complete: true } }) },
    { upsert: true },
  );
}
