import type { Invariant, Violation, World } from '../../core/invariants/invariant.js';
import { CLAIM_INVARIANTS } from '../../core/invariants/claim-invariants.js';
import { LEAD_INVARIANTS } from '../../core/invariants/lead-invariants.js';
import type { CheckedClaim, CheckedLead, CheckedSearch } from '../../core/invariants/records.js';
import { SEARCH_INVARIANTS } from '../../core/invariants/search-invariants.js';
import { evaluate } from '../../core/invariants/violations-of.js';
import type { RecordReader } from './ports.js';

const BATCH = 200;

export interface Suspects {
  readonly leads: Iterable<string>;
  readonly searches: Iterable<string>;
  readonly claims: Iterable<string>;
}

/** The world without the records: the part that does not depend on what was read. */
export type Circumstances = Omit<World, 'now' | 'lead' | 'search' | 'claim'> & {
  readonly clock: () => Date;
  /** Waits until the operations of the first look are over. What is wrong both times is a violation. */
  readonly beforeSecondLook: () => Promise<unknown>;
};

/** Reads every suspect again with the records around it, and reports what is still wrong. */
export async function* confirm(
  reader: RecordReader,
  about: Circumstances,
  suspects: Suspects,
): AsyncGenerator<Violation> {
  yield* twice(about, suspects.leads, (ids) => evaluateLeads(reader, about, ids));
  yield* twice(about, suspects.searches, (ids) => evaluateSearches(reader, about, ids));
  yield* twice(about, suspects.claims, (keys) => evaluateClaims(reader, about, keys));
}

export async function* twice(
  { beforeSecondLook }: Circumstances,
  ids: Iterable<string>,
  look: (ids: readonly string[]) => Promise<Violation[]>,
): AsyncGenerator<Violation> {
  for (const some of batches(ids)) {
    const first = await look(some);
    if (first.length === 0) continue;
    await beforeSecondLook();
    const before = new Set(first.map(nameOf));
    yield* (await look([...new Set(first.map(({ id }) => id))])).filter((one) => before.has(nameOf(one)));
  }
}

const nameOf = ({ invariant, id }: Violation): string => `${invariant} ${id}`;

export function* batches(ids: Iterable<string>): Generator<string[]> {
  let some: string[] = [];
  for (const id of ids) {
    some.push(id);
    if (some.length < BATCH) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

async function evaluateLeads(reader: RecordReader, about: Circumstances, ids: readonly string[]) {
  const leads = await reader.leadsById(ids);
  const searches = await reader.searchesById(leads.flatMap(({ search_id }) => search_id ?? []));
  const claims = await reader.claimsByKey(
    leads.flatMap(({ identities }) => identities.map(({ key }) => key)),
  );
  const world = worldOf(about, { leads, searches, claims });
  return evaluateAll('lead', LEAD_INVARIANTS, leads, ({ id }) => id, world);
}

async function evaluateSearches(reader: RecordReader, about: Circumstances, ids: readonly string[]) {
  const searches = await reader.searchesById(ids);
  const leads = await reader.leadsById(searches.flatMap(({ slots }) => slots.map(({ lead }) => lead)));
  return evaluateAll(
    'search',
    SEARCH_INVARIANTS,
    searches,
    ({ id }) => id,
    worldOf(about, { leads, searches }),
  );
}

async function evaluateClaims(reader: RecordReader, about: Circumstances, keys: readonly string[]) {
  const claims = await reader.claimsByKey(keys);
  const leads = await reader.leadsById(claims.flatMap(({ owners }) => owners.map(({ lead }) => lead)));
  return evaluateAll(
    'identity',
    CLAIM_INVARIANTS,
    claims,
    ({ key }) => key,
    worldOf(about, { leads, claims }),
  );
}

const evaluateAll = <Subject>(
  kind: Violation['kind'],
  invariants: readonly Invariant<Subject>[],
  subjects: readonly Subject[],
  idOf: (subject: Subject) => string,
  world: World,
): Violation[] => subjects.flatMap((subject) => evaluate(kind, idOf(subject), invariants, subject, world));

interface Records {
  readonly leads?: readonly CheckedLead[];
  readonly searches?: readonly CheckedSearch[];
  readonly claims?: readonly CheckedClaim[];
}

/** A world from the records that were read around some subjects. */
export function worldOf(about: Circumstances, { leads = [], searches = [], claims = [] }: Records): World {
  const leadOf = new Map(leads.map((lead) => [lead.id, lead]));
  const searchOf = new Map(searches.map((search) => [search.id, search]));
  const claimOf = new Map(claims.map((claim) => [claim.key, claim]));
  return {
    ...about,
    now: about.clock(),
    lead: (id) => leadOf.get(id),
    search: (id) => searchOf.get(id),
    claim: (key) => claimOf.get(key),
  };
}
