import { trusted } from 'mongoose';
import type { KeptSubmission, LeadStore, Submission } from '../../../app/ports/lead-store.js';
import { evidenceId } from '../../../core/consent/evidence.js';
import { isOfForgotten } from '../../../core/lead/forgotten.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import type { Stored } from './documents.js';
import type { LeadModel } from './models.js';

type Row = Pick<Stored<LeadRecord>, '_id' | 'round' | 'forget' | 'forgotten' | 'forgotten_before'> &
  Partial<Pick<LeadRecord, 'identities'>>;

const READ = {
  ...{ round: 1, 'identities.key': 1 },
  ...{ 'forget.no_evidence': 1, forgotten: 1, forgotten_before: 1 },
};
const THERE = trusted({ $exists: true });

/** What late writers ask: whether the person is gone of whom they hold something. One read each. */
export function forgottenSubmissions(leads: LeadModel): Pick<LeadStore, 'forgotten' | 'withoutEvidence'> {
  async function those<One extends Submission>(
    submissions: readonly One[],
    where: readonly object[],
    are: (row: Row, one: One) => boolean,
  ): Promise<ReadonlySet<string>> {
    const ids = [...new Set(submissions.map(({ id }) => id))];
    const found = await leads.find({ _id: trusted({ $in: ids }), $or: [...where] }, READ).lean<Row[]>();
    const rows = new Map(found.map((row) => [row._id, row]));
    const meant = submissions.filter((one) => {
      const row = rows.get(one.id);
      return row !== undefined && are(row, one);
    });
    return new Set(meant.map(evidenceId));
  }
  return {
    forgotten: (submissions) =>
      those(
        submissions,
        [{ forgotten: THERE }, { forgotten_before: THERE }],
        ({ forgotten, forgotten_before }, { round }) =>
          forgotten !== undefined || isOfForgotten(forgotten_before, round),
      ),
    withoutEvidence: (submissions) =>
      those(
        submissions,
        ['forget', 'forgotten', 'forgotten_before'].map((name) => ({ [`${name}.no_evidence`]: true })),
        isOfMarked,
      ),
  };
}

/** Whether evidence is that of the person whom a mark is of. Other submissions of the lead may be somebody else's. */
function isOfMarked(
  { round, identities = [], forget, forgotten, forgotten_before: before }: Row,
  one: KeptSubmission,
): boolean {
  const isMarked = forget?.no_evidence === true || forgotten?.no_evidence === true;
  const keys = new Set(identities.map(({ key }) => key));
  const isTheirs = one.round === round || (one.identities ?? []).some(({ key }) => keys.has(key));
  if (isMarked && isTheirs) return true;
  // The keys of the lead are those of who has it now.
  return before?.no_evidence === true && one.round === before.round;
}
