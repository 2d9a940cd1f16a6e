import { trusted } from 'mongoose';
import type { LeadStore, Submission } from '../../../app/ports/lead-store.js';
import { evidenceId } from '../../../core/consent/evidence.js';
import { isOfForgotten } from '../../../core/lead/forgotten.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import type { Stored } from './documents.js';
import type { LeadModel } from './models.js';

type Row = Pick<Stored<LeadRecord>, '_id' | 'forget' | 'forgotten' | 'forgotten_before'>;

const READ = { 'forget.no_evidence': 1, forgotten: 1, forgotten_before: 1 };
const THERE = trusted({ $exists: true });

/** What late writers ask: whether the person is gone of whom they hold something. One read each. */
export function forgottenSubmissions(leads: LeadModel): Pick<LeadStore, 'forgotten' | 'withoutEvidence'> {
  async function those(
    submissions: readonly Submission[],
    where: readonly object[],
    are: (row: Row, round: number) => boolean,
  ): Promise<ReadonlySet<string>> {
    const ids = [...new Set(submissions.map(({ id }) => id))];
    const found = await leads.find({ _id: trusted({ $in: ids }), $or: [...where] }, READ).lean<Row[]>();
    const rows = new Map(found.map((row) => [row._id, row]));
    const meant = submissions.filter(({ id, round }) => {
      const row = rows.get(id);
      return row !== undefined && are(row, round);
    });
    return new Set(meant.map(evidenceId));
  }
  return {
    forgotten: (submissions) =>
      those(
        submissions,
        [{ forgotten: THERE }, { forgotten_before: THERE }],
        ({ forgotten, forgotten_before }, round) =>
          forgotten !== undefined || isOfForgotten(forgotten_before, round),
      ),
    withoutEvidence: (submissions) =>
      those(
        submissions,
        ['forget', 'forgotten', 'forgotten_before'].map((name) => ({ [`${name}.no_evidence`]: true })),
        ({ forget, forgotten, forgotten_before }, round) =>
          forget?.no_evidence === true ||
          forgotten?.no_evidence === true ||
          (forgotten_before?.no_evidence === true && isOfForgotten(forgotten_before, round)),
      ),
  };
}
