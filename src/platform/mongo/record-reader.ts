import type { Connection } from 'mongoose';
import type { CheckedEntry } from '../../core/invariants/book-invariants.js';
import type { CheckedClaim, CheckedLead, CheckedSearch } from '../../core/invariants/records.js';
import type { RecordReader } from '../../app/integrity/ports.js';
import { inOneBatch } from './first-batch.js';

const BATCH = 1_000;

const KEYS = {
  'identities.kind': 1,
  'identities.key': 1,
  'all_identities.kind': 1,
  'all_identities.key': 1,
};
const LEAD = {
  campaign_id: 1,
  offer_id: 1,
  program_id: 1,
  search_id: 1,
  is_test: 1,
  received_at: 1,
  submission: 1,
  state: 1,
  runs: 1,
  stalls: 1,
  due_at: 1,
  first_due_at: 1,
  intent: 1,
  ...KEYS,
  'attempts.number': 1,
  'attempts.submission': 1,
  'attempts.by': 1,
  'attempts.at': 1,
  'attempts.outcome': 1,
  'attempts.money': 1,
  'attempts.sent_to': 1,
  returns: 1,
  return_requests: 1,
  request_due_at: 1,
  next_fallback: 1,
  'decision.code': 1,
  'decision.at': 1,
  'decision.source': 1,
  'decision.sale': 1,
  'decision.refusal.why': 1,
  pending_effects: 1,
  'timeline.what': 1,
};
const ENTRY = { kind: 1, at: 1, period: 1, month: 1, lead_id: 1, buyer_cents: 1, affiliate_cents: 1 };
const SEARCH = { campaign_id: 1, created_at: 1, state: 1, due_at: 1, closes_at: 1, slots: 1, ...KEYS };
const CLAIM = { 'owners.lead': 1, 'owners.submission': 1, 'owners.at': 1 };

interface Found {
  readonly _id: string;
}

type Sort = Readonly<Record<string, 1>>;

/** The driver's collection, loosely typed (see `PlainCollection`). */
interface Collection {
  find(
    filter: object,
    options: { projection: object; sort?: Sort; batchSize?: number },
  ): AsyncIterable<Found> & { toArray(): Promise<Found[]> };
}

export function createRecordReader(connection: Connection): RecordReader {
  const of = (name: string): Collection => connection.collection(name);
  const scan = (name: string, projection: object, filter: object = {}, sort?: Sort): AsyncIterable<Found> =>
    of(name).find(filter, { projection, batchSize: BATCH, ...(sort && { sort }) });
  const byId = async (name: string, projection: object, ids: readonly string[]): Promise<Found[]> =>
    ids.length === 0
      ? []
      : of(name)
          .find({ _id: { $in: ids } }, { projection, ...inOneBatch(ids) })
          .toArray();
  return {
    leads: () => mapped(scan('leads', LEAD), toLead),
    sentOrSavedLeads: () =>
      mapped(scan('leads', LEAD, { $or: [{ 'attempts.0': { $exists: true } }, { state: 'saved' }] }), toLead),
    // Sorted, because FerretDB reads a sorted result at one moment. In several answers it may show a lead twice, which
    // would count twice. The other scans only find suspects, which are read again by id. A claim that comes twice may
    // hide a missing one from this check, and not from the next.
    countedLeads: (since) =>
      mapped(
        scan('leads', LEAD, { 'intent.at': { $gte: since }, is_test: false }, { 'intent.at': 1 }),
        toLead,
      ),
    soldLeads: () => mapped(scan('leads', LEAD, { state: 'accepted' }), toLead),
    leadEntries: () => mapped(scan('entries', ENTRY, { lead_id: { $exists: true } }), toEntry),
    async entriesOf(leads) {
      const found = await of('entries')
        .find({ lead_id: { $in: leads } }, { projection: ENTRY })
        .toArray();
      return found.map(toEntry);
    },
    searches: () => mapped(scan('searches', SEARCH), toSearch),
    claims: () => mapped(scan('claims', CLAIM), toClaim),
    leadsById: async (ids) => (await byId('leads', LEAD, ids)).map(toLead),
    searchesById: async (ids) => (await byId('searches', SEARCH, ids)).map(toSearch),
    claimsByKey: async (keys) => (await byId('claims', CLAIM, keys)).map(toClaim),
    async stored(ids) {
      const leads = await byId('leads', { _id: 1 }, ids);
      const searches = await byId('searches', { _id: 1 }, ids);
      return new Set([...leads, ...searches].map(({ _id }) => _id));
    },
  };
}

async function* mapped<T>(found: AsyncIterable<Found>, map: (one: Found) => T): AsyncGenerator<T> {
  for await (const one of found) yield map(one);
}

/** A damaged record must be reported and must not stop the check, so missing lists count as empty. */
function toLead({ _id, ...rest }: Found): CheckedLead {
  const lists = { identities: [], attempts: [], pending_effects: [], timeline: [] };
  return { ...lists, ...rest, id: _id } as unknown as CheckedLead;
}

const toEntry = ({ _id, ...rest }: Found): CheckedEntry => ({ ...rest, id: _id }) as unknown as CheckedEntry;

const toSearch = ({ _id, ...rest }: Found): CheckedSearch =>
  ({ slots: [], identities: [], ...rest, id: _id }) as unknown as CheckedSearch;

const toClaim = ({ _id, ...rest }: Found): CheckedClaim => ({ owners: [], ...rest, key: _id });
