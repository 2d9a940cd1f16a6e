import type { Connection } from 'mongoose';
import type { Identities } from '../../../app/ports/identities.js';
import type { KeptAnswer, VerificationAnswers } from '../../../app/ports/verification-answers.js';
import { dataKeysOf } from '../sealing/data-keys-of.js';
import { unlessTaken } from '../stores/duplicate-key.js';

/** `_id`: the keyed hash of the question. `sealed`: what was heard, under the key `sealed_by`. */
export interface AnswerRow {
  readonly _id: string;
  readonly lead_id: string;
  readonly at: Date;
  readonly ends_at: Date;
  readonly sealed: string;
  readonly sealed_by: string;
}

/** Answers of verification services in MongoDB, which removes them when they have ended. An answer whose data key is gone counts as none: it is asked for again. */
export function createVerificationAnswers(
  connection: Connection,
  identities: Pick<Identities, 'keyedHash'>,
): VerificationAnswers {
  const answers = connection.collection<AnswerRow>('verification_answers');
  const idOf = (question: string): string => identities.keyedHash(`verification:${question}`);
  return {
    async find(question, now) {
      const row = await answers.findOne({ _id: idOf(question), ends_at: { $gt: now } });
      const text = row ? dataKeysOf(connection)?.open(row.sealed) : undefined;
      if (!row || text === undefined) return null;
      return { heard: JSON.parse(text) as KeptAnswer['heard'], at: row.at, ends_at: row.ends_at };
    },
    async keep(question, lead_id, { heard, at, ends_at }) {
      const keys = dataKeysOf(connection);
      if (!keys) return;
      const sealed = keys.seal(JSON.stringify(heard));
      const row = { lead_id, at, ends_at, sealed, sealed_by: keys.current };
      // Another worker may ask the same at the same moment.
      await unlessTaken(answers.replaceOne({ _id: idOf(question) }, row, { upsert: true }));
    },
    async extend(question, lead_id, ends_at) {
      await answers.updateOne({ _id: idOf(question), lead_id }, { $set: { ends_at } });
    },
  };
}
