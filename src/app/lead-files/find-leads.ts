import type { LeadOverview } from '../ports/lead-overview.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isOfDestination, type Destination } from './destination.js';
import type { LeadRow } from './read-lead-file.js';

export interface FindPorts {
  readonly leads: Pick<LeadStore, 'readMany'>;
  readonly overview: Pick<LeadOverview, 'byReference' | 'byIdentity'>;
  /** Among whose leads references are looked up. Absent: among all leads. */
  readonly destination?: Destination;
}

/** How many rows are looked up at once. */
const BATCH = 500;

/** Among so many leads of one reference, the one of the destination is looked for. */
const MAX_OF_ONE = 1_000;

/** A row of a file and its lead, or a message that gives the reason why it has no lead. */
export interface FoundRow<Row> {
  readonly row: Row;
  readonly found: LeadRecord | string;
  /** It can be one of several. */
  readonly isUnclear?: boolean;
}

/** Finds the leads of a file, some rows at a time, so that a long file needs little memory. */
export async function* findLeads<Row extends LeadRow>(
  rows: readonly Row[],
  ports: FindPorts,
): AsyncGenerator<readonly FoundRow<Row>[]> {
  for (let i = 0; i < rows.length; i += BATCH) {
    const some = rows.slice(i, i + BATCH);
    const find = await finder(some, ports);
    yield some.map((row) => {
      const found = find(row);
      return found instanceof Several ? { row, found: found.why, isUnclear: true } : { row, found };
    });
  }
}

async function finder(
  some: readonly LeadRow[],
  { leads, overview, destination }: FindPorts,
): Promise<(row: LeadRow) => LeadRecord | string | Several> {
  const ofPerson = await personFinder(some, overview, destination);
  const references = some.flatMap(({ id, reference }) => (id === undefined ? (reference ?? []) : []));
  const byReference = await idsByReference(references, overview, destination);
  const ids = [...some.flatMap(({ id }) => id ?? []), ...[...byReference.values()].flatMap(onlyOne)];
  const byId = new Map((await leads.readMany(ids)).map((lead) => [lead.id, lead]));
  return (row) => {
    const { id, submission, reference = '' } = row;
    if (row.person) return ofPerson(row.person);
    if (id === undefined) {
      const found = byReference.get(reference);
      if (found && found.read > MAX_OF_ONE)
        return new Several(`more than ${MAX_OF_ONE} leads have the reference ${reference}: give ids`);
      if (found && found.ids.size > 1)
        return new Several(severalHave(reference, [...found.ids], destination !== undefined));
      return (found && byId.get(onlyOne(found)[0] ?? '')) ?? `no lead has the reference ${reference}`;
    }
    const lead = byId.get(id);
    if (lead?.reference !== undefined && reference !== '' && lead.reference !== reference)
      return `the lead ${id} has the reference ${lead.reference}, not ${reference}`;
    if (lead && submission !== undefined && lead.submission !== submission)
      return `the lead ${id} is in its submission ${lead.submission}, and ${id}:${submission} is another one`;
    return lead ?? `there is no lead ${id}`;
  };
}

/** A row may mean one of several leads. */
class Several {
  constructor(readonly why: string) {}
}

/** Finds the sold lead of a destination by its person. Leads that were not sold are nobody's. */
async function personFinder(
  rows: readonly LeadRow[],
  overview: FindPorts['overview'],
  destination: Destination | undefined,
): Promise<(keys: readonly string[]) => LeadRecord | string | Several> {
  const keys = [...new Set(rows.flatMap(({ person = [] }) => person))];
  const byKey = new Map<string, Set<LeadRecord>>();
  const found = keys.length === 0 ? [] : await overview.byIdentity(keys, MAX_OF_PERSONS);
  for (const lead of found) {
    if (lead.state !== 'accepted' || lead.is_test) continue;
    if (destination && !isOfDestination(lead, destination)) continue;
    for (const { key } of [...lead.identities, ...(lead.all_identities ?? [])])
      byKey.set(key, (byKey.get(key) ?? new Set()).add(lead));
  }
  return (wanted) => {
    const leads = new Map(
      wanted.flatMap((key) => [...(byKey.get(key) ?? [])].map((lead) => [lead.id, lead])),
    );
    const [one, ...others] = leads.values();
    if (others.length > 0)
      return new Several(
        `several leads of this person were sold: give the id, one of ${[...leads.keys()].slice(0, MOST_IDS).join(', ')}`,
      );
    return one ?? 'no lead of this person was sold';
  };
}

/** Among so many leads of the persons in some rows, theirs are looked for. */
const MAX_OF_PERSONS = 5_000;

/** The most ids that are listed. */
const MOST_IDS = 5;

function severalHave(reference: string, ids: readonly string[], isNamed: boolean): string {
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : '';
  const list = `${ids.slice(0, MOST_IDS).join(', ')}${more}`;
  return isNamed
    ? `several leads of the destination have the reference ${reference}: give the id, one of ${list}`
    : `several leads have the reference ${reference}: name --destination, or give the id, one of ${list}`;
}

/** How many leads were read for a reference, and which of them are of the destination. */
interface OfReference {
  read: number;
  readonly ids: Set<string>;
}

const onlyOne = ({ read, ids }: OfReference): string[] =>
  read <= MAX_OF_ONE && ids.size === 1 ? [...ids] : [];

async function idsByReference(
  references: readonly string[],
  overview: FindPorts['overview'],
  destination: Destination | undefined,
): Promise<ReadonlyMap<string, OfReference>> {
  const found = new Map<string, OfReference>();
  if (references.length === 0) return found;
  for (const lead of await overview.byReference(references, MAX_OF_ONE + 1)) {
    const { reference = '' } = lead;
    const known: OfReference = found.get(reference) ?? { read: 0, ids: new Set() };
    found.set(reference, known);
    known.read += 1;
    if (!destination || isOfDestination(lead, destination)) known.ids.add(lead.id);
  }
  return found;
}
