import type { Connection } from 'mongoose';
import type { PersonStore } from '../../../app/ports/person-store.js';
import { FINAL_STATES } from '../../../core/lead/lead-states.js';
import { ANY_DATE } from '../stores/documents.js';

interface Row {
  readonly _id: string;
  readonly received_at: Date;
}

/** Decided, and its person is gone. */
export const GONE = { 'forgotten.at': { $exists: true }, state: { $in: [...FINAL_STATES] } };
/** It still has its labels: subids, keys and keyed hashes. */
export const LABELED = { data_hash: { $ne: '' } };
const MARKED = { 'forget.at': ANY_DATE };
const WITHOUT_LABELS = {
  $set: { tracking: {}, identities: [], data_hash: '' },
  $unset: { all_identities: 1, tracking_keys: 1, forget: 1 },
} as const;

/** Removes the labels of leads whose person is gone. `passed`: how far the walk of `labels` is. */
export function createLabels(
  connection: Connection,
  passed: () => Promise<Date>,
): Pick<PersonStore, 'forgetLabels' | 'endMarks'> {
  const leads = connection.collection<Row>('leads');

  async function forgetLabels(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const steps = ids.map((_id) => ({ updateOne: { filter: { _id, ...GONE }, update: WITHOUT_LABELS } }));
    await leads.bulkWrite(steps, { ordered: false });
  }

  return {
    forgetLabels,
    async endMarks() {
      const end = await passed();
      // Not by its age in the filter: FerretDB would read the index of the ages of all leads that the walk has passed.
      const marked = await leads.find({ ...MARKED, ...GONE }, { projection: { received_at: 1 } }).toArray();
      await forgetLabels(marked.filter(({ received_at: at }) => at <= end).map(({ _id }) => _id));
    },
  };
}
