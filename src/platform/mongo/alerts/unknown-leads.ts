import type { Connection } from 'mongoose';
import type { UnknownLead } from '../../../app/ports/alert-sources.js';

/** Reads the index of unknown leads, and nothing about the people. */
export async function readUnknownLeads(connection: Connection, most: number): Promise<UnknownLead[]> {
  const found = await connection
    .collection<UnknownLead & { readonly _id: string }>('leads')
    .find({ state: 'unknown', received_at: { $gte: new Date(0) } } as object, {
      projection: { offer_id: 1, received_at: 1 },
      limit: most,
      batchSize: most,
      hint: 'unknown',
    })
    .sort({ received_at: 1 })
    .toArray();
  return found.map(({ offer_id, received_at }) => ({ offer_id, received_at }));
}
