import type { Connection } from 'mongoose';
import type { PersonStore } from '../../../app/ports/person-store.js';
import { evidenceId } from '../../../core/consent/evidence.js';
import { emailAndPhone } from '../../../core/lead/identity.js';
import { FINAL_STATES } from '../../../core/lead/lead-states.js';
import type { IdentityKey } from '../../../core/search/search-record.js';
import { SINCE_EVER } from '../stores/documents.js';

interface Row {
  readonly _id: string;
  readonly received_at: Date;
  readonly round: number;
  readonly identities?: readonly IdentityKey[];
}
interface KeyedEvidence {
  readonly _id: string;
  readonly lead_id: string;
  readonly identities?: readonly IdentityKey[];
}

/** Decided, and its person is gone. */
export const GONE = { 'forgotten.at': { $exists: true }, state: { $in: [...FINAL_STATES] } };
/** It still has its labels: subids, keys and keyed hashes. */
export const LABELED = { data_hash: { $ne: '' } };
const MARKED = { 'forget.at': SINCE_EVER };
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
  const evidence = connection.collection<KeyedEvidence>('consent_evidence');

  /**
   * So that the person is still found by evidence that an earlier build kept without keys. That of a submission before may be
   * somebody else's.
   */
  async function leaveKeys(leadIds: readonly string[]): Promise<void> {
    const without = { lead_id: { $in: [...leadIds] }, identities: { $exists: false } };
    const found = await evidence.find(without, { projection: { lead_id: 1 } }).toArray();
    if (found.length === 0) return;
    const rows = await leads
      .find(
        { _id: { $in: found.map(({ lead_id }) => lead_id) } },
        { projection: { identities: 1, round: 1 } },
      )
      .toArray();
    const steps = rows.map(({ _id: id, round, identities = [] }) => ({
      updateOne: {
        filter: { _id: evidenceId({ id, round }), identities: { $exists: false } },
        update: { $set: { identities: emailAndPhone(identities) } },
      },
    }));
    if (steps.length > 0) await evidence.bulkWrite(steps, { ordered: false });
  }

  async function forgetLabels(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await leaveKeys(ids);
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
