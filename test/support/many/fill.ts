import type { Connection } from 'mongoose';
import { toDocument } from '../../../src/platform/mongo/stores/documents.js';
import type { ManyLeadsOptions } from './draw.js';
import { manyLeads } from './many-leads.js';

const BATCH = 2_000;

/**
 * Stores many leads and their entries in the collections `leads` and `entries`. Run it before `migrate`: an index over
 * existing documents takes much less time than the same index during the inserts.
 */
export async function fillManyLeads(
  connection: Connection,
  options: ManyLeadsOptions,
  onBatch: (leads: number) => void = () => undefined,
): Promise<void> {
  let leads: object[] = [];
  let entries: object[] = [];
  let stored = 0;
  const flush = async (): Promise<void> => {
    const ordered = { ordered: false };
    if (leads.length > 0) await connection.collection('leads').insertMany(leads, ordered);
    if (entries.length > 0) await connection.collection('entries').insertMany(entries, ordered);
    onBatch((stored += leads.length));
    leads = [];
    entries = [];
  };
  for (const made of manyLeads(options)) {
    leads.push(toDocument(made.lead));
    entries.push(...made.entries.map((entry) => toDocument(entry)));
    if (leads.length === BATCH) await flush();
  }
  await flush();
}
