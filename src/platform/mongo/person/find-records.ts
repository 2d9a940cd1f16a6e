import type { Connection } from 'mongoose';
import type { PersonRecords } from '../../../app/ports/person-records.js';
import { LABELED } from '../retention/labels.js';

/** A lead, a search or the evidence of a consent, as far as it tells whose it is. */
interface Row {
  readonly _id: string;
  readonly lead_id?: string;
  readonly search_id?: string;
  readonly identities?: readonly { readonly key: string }[];
}

/** What a record must match: one of the person's keyed hashes, and no later time than the person was looked for at. */
interface Sought {
  readonly keys: readonly string[];
  readonly before: Date | undefined;
}

const matching = ({ keys, before }: Sought, time: 'received_at' | 'created_at'): object => ({
  'identities.key': { $in: [...keys] },
  ...(before && { [time]: { $lte: before } }),
});
const WITH_IDENTITIES = { ['identities.0' as string]: { $exists: true } };
const keysOf = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ identities = [] }) => identities.map(({ key }) => key));

/** `ErasureStore.find`: the leads and searches of a person. */
export async function findRecords(
  connection: Connection,
  keys: readonly string[],
  before?: Date,
): Promise<PersonRecords> {
  const sought = { keys, before };
  const leads = await connection
    .collection<Row>('leads')
    .find(matching(sought, 'received_at'), { projection: { search_id: 1, 'identities.key': 1 } })
    .toArray();
  const searches = await connection
    .collection<Row>('searches')
    .find(matching(sought, 'created_at'), { projection: { _id: 1 } })
    .toArray();
  const proved = await provedLeads(connection, sought);
  const came = leads.flatMap(({ search_id }) => search_id ?? []);
  const ofPerson = await searchesOfPerson(connection, came, new Set([...keys, ...keysOf(leads)]));
  return {
    lead_ids: [...new Set([...leads.map(({ _id }) => _id), ...proved])],
    search_ids: [...new Set([...searches.map(({ _id }) => _id), ...ofPerson])],
  };
}

/**
 * Leads of which only evidence tells whose they are: it outlives the labels of its lead. A lead that has labels, but not
 * these keys, was sent again with somebody else, who may have no e-mail address, no phone and no street, and so no keys.
 */
async function provedLeads(connection: Connection, sought: Sought): Promise<string[]> {
  const evidence = await connection
    .collection<Row>('consent_evidence')
    .find(matching(sought, 'received_at'), { projection: { lead_id: 1 } })
    .toArray();
  const ids = evidence.flatMap(({ lead_id }) => lead_id ?? []);
  const labeled = await connection
    .collection<Row>('leads')
    .find({ _id: { $in: ids }, $or: [WITH_IDENTITIES, LABELED] } as object, { projection: { _id: 1 } })
    .toArray();
  const others = new Set(labeled.map(({ _id }) => _id));
  return ids.filter((id) => !others.has(id));
}

/**
 * The searches that leads came from, unless they ran again with somebody else. In its only run, a search had the person
 * of its leads. `own`: all known keys of the person.
 */
async function searchesOfPerson(
  connection: Connection,
  ids: readonly string[],
  own: ReadonlySet<string>,
): Promise<string[]> {
  const again = await connection
    .collection<Row>('searches')
    .find({ _id: { $in: [...ids] }, round: { $gt: 1 }, ...WITH_IDENTITIES } as object, {
      projection: { 'identities.key': 1 },
    })
    .toArray();
  const others = new Set(
    again.filter((search) => !keysOf([search]).some((key) => own.has(key))).map(({ _id }) => _id),
  );
  return ids.filter((id) => !others.has(id));
}
