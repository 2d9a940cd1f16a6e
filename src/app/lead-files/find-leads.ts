import type { LeadOverview } from '../ports/lead-overview.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isOfDestination, type Destination } from './destination.js';
import type { LeadRow } from './read-lead-file.js';

export interface FindPorts {
  readonly leads: Pick<LeadStore, 'readMany'>;
  readonly overview: Pick<LeadOverview, 'byReference'>;
  /** Among whose leads references are looked up. Absent: among all leads. */
  readonly destination?: Destination;
}

/** How many rows are looked up at once. */
const BATCH = 500;

/** A row of a file and its lead, or a message that gives the reason why it has no lead. */
export interface FoundRow<Row> {
  readonly row: Row;
  readonly found: LeadRecord | string;
}

/** Finds the leads of a file, some rows at a time, so that a long file needs little memory. */
export async function* findLeads<Row extends LeadRow>(
  rows: readonly Row[],
  ports: FindPorts,
): AsyncGenerator<readonly FoundRow<Row>[]> {
  for (let i = 0; i < rows.length; i += BATCH) {
    const some = rows.slice(i, i + BATCH);
    const find = await finder(some, ports);
    yield some.map((row) => ({ row, found: find(row) }));
  }
}

async function finder(
  some: readonly LeadRow[],
  { leads, overview, destination }: FindPorts,
): Promise<(row: LeadRow) => LeadRecord | string> {
  const byId = new Map<string, LeadRecord>();
  const byReference = new Map<string, LeadRecord[]>();
  for (const lead of await leads.readMany(some.flatMap(({ id }) => id ?? []))) byId.set(lead.id, lead);
  const references = some.flatMap(({ id, reference }) => (id === undefined ? (reference ?? []) : []));
  if (references.length > 0)
    for (const lead of await overview.byReference(references)) {
      if (destination && !isOfDestination(lead, destination)) continue;
      const reference = lead.reference ?? '';
      const others = (byReference.get(reference) ?? []).filter(({ id }) => id !== lead.id);
      byReference.set(reference, [...others, lead]);
    }
  return ({ id, reference = '' }) => {
    if (id === undefined) {
      const [lead, another] = byReference.get(reference) ?? [];
      if (another) return `several leads have the reference ${reference}: name --destination, or give ids`;
      return lead ?? `no lead has the reference ${reference}`;
    }
    const lead = byId.get(id);
    if (lead?.reference !== undefined && reference !== '' && lead.reference !== reference)
      return `the lead ${id} has the reference ${lead.reference}, not ${reference}`;
    return lead ?? `there is no lead ${id}`;
  };
}
