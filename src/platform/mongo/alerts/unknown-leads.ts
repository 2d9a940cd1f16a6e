import type { Connection } from 'mongoose';
import type { UnknownLead } from '../../../app/ports/alert-sources.js';
import { acceptedAttempt } from '../../../core/money/sale-entry.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import { SINCE_EVER } from '../stores/documents.js';

type Row = Pick<LeadRecord, 'offer_id' | 'received_at' | 'round' | 'attempts'> & { readonly _id: string };

const AT = { 'attempts.round': 1, 'attempts.outcome': 1, 'attempts.sent_to.buyer_id': 1 };

/** Reads the index of unknown leads, and nothing about the people. */
export async function readUnknownLeads(connection: Connection, most: number): Promise<UnknownLead[]> {
  const found = await connection
    .collection<Row>('leads')
    .find({ state: 'unknown', received_at: SINCE_EVER } as object, {
      projection: { offer_id: 1, received_at: 1, round: 1, ...AT },
      limit: most,
      batchSize: most,
      hint: 'unknown',
    })
    .sort({ received_at: 1 })
    .toArray();
  return found.map(({ offer_id, received_at, ...rest }) => {
    const buyer_id = acceptedAttempt(rest)?.sent_to?.buyer_id;
    return { offer_id, received_at, ...(buyer_id === undefined ? {} : { buyer_id }) };
  });
}
