import type { Connection } from 'mongoose';
import type { PersonRecords } from '../../../app/ports/person-records.js';
import { allIdentitiesOf, type PersonIdentities } from '../../../core/lead/same-person.js';

/** A lead, a search or the evidence of a consent, as far as it tells whose it is. */
interface Row extends Partial<PersonIdentities> {
  readonly _id: string;
  readonly lead_id?: string;
  readonly search_id?: string;
}

/** What a record must match: one of the person's keyed hashes, and no later time than the person was looked for at. */
interface Sought {
  readonly keys: readonly string[];
  readonly before: Date | undefined;
}
interface Where {
  readonly collection: 'leads' | 'searches' | 'consent_evidence';
  readonly time: 'received_at' | 'created_at';
  readonly paths: readonly string[];
}

const OF_EVIDENCE = ['identities.key'];
const OF_RECORDS = [...OF_EVIDENCE, 'all_identities.key'];
const PERSON = { 'identities.kind': 1, 'identities.key': 1, all_identities: 1 };

/**
 * `ErasureStore.find`: the leads and searches of a person. Evidence outlives the labels of its lead, and alone leads to it
 * then.
 */
export async function findRecords(
  connection: Connection,
  keys: readonly string[],
  before?: Date,
): Promise<PersonRecords> {
  const sought = { keys, before };
  const find = ({ collection, time, paths }: Where, projection: object): Promise<Row[]> =>
    connection
      .collection<Row>(collection)
      .find(matching(sought, time, paths), { projection })
      .toArray();
  const leads = await find(
    { collection: 'leads', time: 'received_at', paths: OF_RECORDS },
    { search_id: 1, ...PERSON },
  );
  const searches = await find({ collection: 'searches', time: 'created_at', paths: OF_RECORDS }, { _id: 1 });
  const evidence = await find(
    { collection: 'consent_evidence', time: 'received_at', paths: OF_EVIDENCE },
    { lead_id: 1 },
  );
  const ofLeads = await searchesOfLeads(connection, leads, new Set([...keys, ...leads.flatMap(keysOf)]));
  return {
    lead_ids: [
      ...new Set([...leads.map(({ _id }) => _id), ...evidence.flatMap(({ lead_id }) => lead_id ?? [])]),
    ],
    search_ids: [...new Set([...searches.map(({ _id }) => _id), ...ofLeads])],
  };
}

const matching = ({ keys, before }: Sought, time: Where['time'], paths: Where['paths']): object => ({
  $or: paths.map((path) => ({ [path]: { $in: [...keys] } })),
  ...(before && { [time]: { $lte: before } }),
});

const keysOf = ({ identities = [], all_identities = [] }: Row): string[] =>
  allIdentitiesOf({ identities, all_identities }).map(({ key }) => key);

/**
 * The searches that leads came from, unless these have somebody else: a submit may replace each field of its search. `own`:
 * all known keys of the person.
 */
async function searchesOfLeads(
  connection: Connection,
  leads: readonly Row[],
  own: ReadonlySet<string>,
): Promise<string[]> {
  const ids = leads.flatMap(({ search_id }) => search_id ?? []);
  const found = await connection
    .collection<Row>('searches')
    .find({ _id: { $in: ids } }, { projection: PERSON })
    .toArray();
  const isOwn = (search: Row): boolean => {
    const keys = keysOf(search);
    return keys.length === 0 || keys.some((key) => own.has(key));
  };
  return found.filter(isOwn).map(({ _id }) => _id);
}
