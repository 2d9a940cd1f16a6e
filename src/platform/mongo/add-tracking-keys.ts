import type { Connection } from 'mongoose';
import type { Identities } from '../../app/ports/identities.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { trackingKeys } from '../../core/lead/tracking-keys.js';
import { slicesBack } from './stores/lead-pages.js';
import { leadModel, type LeadModel } from './stores/models.js';
import { plain } from './stores/documents.js';

/** How far the leads of earlier builds have their keys. */
interface Progress {
  readonly _id: 'tracking_keys';
  /** Every lead that was received before this moment has its keys. Absent: no run has ended yet. */
  readonly complete_to?: Date;
  /** The run in progress, from its begin back in time. Every lead between `began` and `reached` has its keys. */
  readonly run?: { readonly began: Date; readonly reached?: Date };
}

const SIZES = { most: 2_000, aim: () => 1_000 };
const PART = {
  filter: {},
  index: 'received',
  members: ['received_at', 'tracking', 'tracking_keys', 'external_id'],
} as const;

/** A lead's time comes from the clock of the machine that received it. */
const MAX_CLOCK_DIFFERENCE_MS = 3_600_000;

/**
 * Adds the keys of click ids, subids and external ids (`trackingKeys`) to leads that an earlier build stored. It works beside running
 * processes of both builds. A run that was interrupted continues where it was. The next call looks only at leads that
 * were received since the last run began: an earlier build that still ran may have stored them.
 */
export async function addTrackingKeys(
  connection: Connection,
  { keyedHash }: Pick<Identities, 'keyedHash'>,
  now: Date,
): Promise<void> {
  const leads = leadModel(connection);
  const progress = connection.collection<Progress>('meta');
  const { complete_to, run } = (await progress.findOne({ _id: 'tracking_keys' })) ?? {};
  const began = run?.began ?? now;
  const set = (members: Partial<Progress>, unset: object = {}): Promise<unknown> =>
    progress.updateOne({ _id: 'tracking_keys' }, { $set: members, ...unset }, { upsert: true });

  const from = Math.max(0, (complete_to?.getTime() ?? 0) - MAX_CLOCK_DIFFERENCE_MS);
  const to = run?.reached?.getTime() ?? began.getTime() + MAX_CLOCK_DIFFERENCE_MS;
  for await (const slice of slicesBack(leads, PART, { from, to }, SIZES)) {
    await addTo(leads, slice.leads, keyedHash);
    if (slice.leads.length > 0) await set({ run: { began, reached: new Date(slice.from) } });
  }
  await set({ complete_to: began }, { $unset: { run: 1 } });
}

async function addTo(
  leads: LeadModel,
  batch: readonly LeadRecord[],
  keyedHash: Identities['keyedHash'],
): Promise<void> {
  const steps = batch.flatMap(({ id, received_at, tracking, tracking_keys, external_id }) => {
    const keys = tracking_keys === undefined ? trackingKeys(tracking, keyedHash, external_id) : [];
    // A lead that was submitted again since has another time, and maybe another tracking.
    const filter = { _id: id, received_at, tracking_keys: { $exists: false } };
    return keys.length === 0 ? [] : [{ updateOne: { filter, update: { $set: { tracking_keys: keys } } } }];
  });
  if (steps.length > 0) await plain(leads).bulkWrite(steps, { ordered: false });
}
