import { BOOK_INVARIANTS, entriesByLead } from '../../core/invariants/book-invariants.js';
import type { Violation } from '../../core/invariants/invariant.js';
import { evaluate, strayEntry } from '../../core/invariants/violations-of.js';
import { batched } from './batched.js';
import { twice, worldOf, type Circumstances } from './confirm.js';
import type { RecordReader } from './ports.js';

/**
 * Compares every accepted lead with its entries, and every entry with its lead. It reads both in batches, and keeps
 * only the ids of what looks wrong.
 */
export async function* checkBooks(reader: RecordReader, about: Circumstances): AsyncGenerator<Violation> {
  for await (const ids of batched(reader.soldLeads(), ({ id }) => id))
    yield* twice(about, ids, (some) => compare(reader, about, some));
  for await (const ids of batched(reader.leadEntries(), ({ lead_id }) => lead_id ?? ''))
    yield* twice(about, ids, (some) => compareUnsold(reader, about, some));
}

async function compare(reader: RecordReader, about: Circumstances, ids: readonly string[]) {
  const leads = await reader.leadsById(ids);
  const entriesOf = entriesByLead(await reader.entriesOf(ids));
  const world = worldOf(about, {});
  return leads.flatMap((lead) =>
    evaluate('lead', lead.id, BOOK_INVARIANTS, { lead, entries: entriesOf(lead.id) }, world),
  );
}

/** Entries of leads that are not accepted, or not stored. Accepted leads were compared before. */
async function compareUnsold(reader: RecordReader, about: Circumstances, ids: readonly string[]) {
  const leads = new Map((await reader.leadsById(ids)).map((lead) => [lead.id, lead]));
  const unsold = ids.filter((id) => leads.get(id)?.state !== 'accepted');
  if (unsold.length === 0) return [];
  const stray = (await reader.entriesOf(unsold)).filter(({ lead_id = '' }) => !leads.has(lead_id));
  return [...stray.map(strayEntry), ...(await compare(reader, about, unsold))];
}
