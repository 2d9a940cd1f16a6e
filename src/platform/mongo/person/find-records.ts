import type { Connection } from 'mongoose';
import type { PersonRecords } from '../../../app/ports/person-records.js';
import { submissionOfEvidence } from '../../../core/consent/evidence.js';
import { LABELED } from '../retention/labels.js';

/** A lead, a search or the evidence of a consent, as far as it tells whose it is. */
interface Row {
  readonly _id: string;
  readonly lead_id?: string;
  readonly search_id?: string;
  /** Of a lead: the run of its search that had its data. An earlier build did not store it. */
  readonly search_round?: number;
  /** Of a lead or a search. */
  readonly round?: number;
  readonly identities?: readonly { readonly key: string }[];
}

/** What a record must match: one of the person's keyed hashes, and no later time than the person was looked for at. */
interface Sought {
  readonly keys: readonly string[];
  readonly before: Date | undefined;
}

const KEYS = 'identities.key';
const KEYS_OF_RECORD = [KEYS, 'all_identities.key'];
type Time = 'received_at' | 'created_at';
const matching = ({ keys, before }: Sought, time: Time, paths = KEYS_OF_RECORD): object => ({
  $or: paths.map((path) => ({ [path]: { $in: [...keys] } })),
  ...(before && { [time]: { $lte: before } }),
});
const WITH_IDENTITIES = { ['identities.0' as string]: { $exists: true } };
/** Its person is still there. */
const THERE = { forgotten: { $exists: false } };
const FROM_SEARCH = { search_id: 1, search_round: 1, 'identities.key': 1 };
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
    .find(matching(sought, 'received_at'), { projection: FROM_SEARCH })
    .toArray();
  const searches = await connection
    .collection<Row>('searches')
    .find(matching(sought, 'created_at'), { projection: { _id: 1 } })
    .toArray();
  const { proved, earlier } = await foundByEvidence(connection, sought, new Set(leads.map(({ _id }) => _id)));
  const ofPerson = await searchesOfPerson(connection, leads, new Set([...keys, ...keysOf(leads)]));
  return {
    lead_ids: [...new Set([...leads.map(({ _id }) => _id), ...proved])],
    search_ids: [...new Set([...searches.map(({ _id }) => _id), ...ofPerson])],
    ...(earlier.length > 0 && { earlier }),
  };
}

interface ByEvidence {
  /** Leads without labels: evidence of their present submission alone tells whose they are. */
  readonly proved: readonly string[];
  /** Submissions that the person had before somebody else got the lead, by the ids of their evidence. */
  readonly earlier: readonly string[];
}

/**
 * What only evidence leads to: it outlives the labels of its lead. A lead that has labels, but not these keys, was sent
 * again with somebody else, who may have no e-mail address, no phone and no street, and so no keys. If the evidence is of an
 * earlier submission, the person had that one alone. `own`: leads that have the person now.
 */
async function foundByEvidence(
  connection: Connection,
  sought: Sought,
  own: ReadonlySet<string>,
): Promise<ByEvidence> {
  const evidence = await connection
    .collection<Row>('consent_evidence')
    .find(matching(sought, 'received_at', [KEYS]), { projection: { lead_id: 1 } })
    .toArray();
  const ids = evidence.flatMap(({ lead_id }) => lead_id ?? []);
  const read = (where: object): Promise<Row[]> =>
    connection
      .collection<Row>('leads')
      .find({ _id: { $in: ids }, ...where } as object, { projection: { round: 1 } })
      .toArray();
  const rounds = new Map((await read({})).map(({ _id, round = 1 }) => [_id, round]));
  const labeled = new Set((await read({ $or: [WITH_IDENTITIES, LABELED] })).map(({ _id }) => _id));
  const isEarlier = ({ _id }: Row): boolean => {
    const { id, round } = submissionOfEvidence(_id);
    return round < (rounds.get(id) ?? 0);
  };
  const proved = evidence
    .filter((one) => !isEarlier(one))
    .flatMap(({ lead_id }) => lead_id ?? [])
    .filter((id) => !labeled.has(id));
  const persons = new Set([...own, ...proved]);
  const ofOthers = evidence.filter((one) => isEarlier(one) && !persons.has(submissionOfEvidence(one._id).id));
  return { proved, earlier: ofOthers.map(({ _id }) => _id) };
}

/**
 * The searches that leads came from, unless they ran again with somebody else. In its only run, a search had the person
 * of its leads. One that ran again for somebody without keys has the person of the leads of its newest run alone.
 * `own`: all known keys of the person.
 */
async function searchesOfPerson(
  connection: Connection,
  leads: readonly Row[],
  own: ReadonlySet<string>,
): Promise<string[]> {
  const ids = leads.flatMap(({ search_id }) => search_id ?? []);
  const again = await connection
    .collection<Row>('searches')
    .find({ _id: { $in: ids }, round: { $gt: 1 }, $or: [WITH_IDENTITIES, THERE] } as object, {
      projection: { 'identities.key': 1, round: 1 },
    })
    .toArray();
  const isOwn = (search: Row): boolean => {
    const keys = keysOf([search]);
    if (keys.length > 0) return keys.some((key) => own.has(key));
    return leads.some(
      ({ search_id, search_round }) => search_id === search._id && search_round === search.round,
    );
  };
  const others = new Set(again.filter((search) => !isOwn(search)).map(({ _id }) => _id));
  return ids.filter((id) => !others.has(id));
}
