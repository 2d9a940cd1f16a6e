import type { Connection } from 'mongoose';
import { MissingDataKeyError } from '../../../app/outage.js';
import type { KeptOfLead } from '../../../app/ports/erasure-store.js';
import type { KeptAnswer } from '../../../app/ports/verification-answers.js';
import { kidOf } from '../../secrets/data-keys.js';
import { dataKeysOf } from '../sealing/data-keys-of.js';
import type { AnswerRow } from './answer-store.js';

/**
 * What verification services said of leads, as far as it is kept for others. Throws a MissingDataKeyError: what
 * a person is told must be whole.
 */
export async function answersOfLeads(
  connection: Connection,
  leadIds: readonly string[],
): Promise<KeptOfLead[]> {
  const answers = connection.collection<AnswerRow>('verification_answers');
  const found: KeptOfLead[] = [];
  for (const id of leadIds)
    for (const { lead_id, at, ends_at, sealed } of await answers
      .find({ lead_id: id })
      .sort({ at: 1, _id: 1 })
      .toArray()) {
      const text = dataKeysOf(connection)?.open(sealed);
      if (text === undefined) throw new MissingDataKeyError(kidOf(sealed) ?? 'of an answer');
      found.push({ lead_id, at, ends_at, heard: JSON.parse(text) as KeptAnswer['heard'] });
    }
  return found;
}
