import type { Connection } from 'mongoose';
import type { Between, ReportReader } from '../../../app/ports/report-reader.js';
import { attemptsNow } from '../../../core/delivery/attempt.js';
import type { ReportedEntry, ReportedLead, ReportedSearch } from '../../../core/reports/counted-records.js';
import { countedSubid } from '../../../core/reports/free-values.js';

const BATCH = 1_000;

/** Documents in one answer of the server. 16 MB are the limit; of a lead about 600 bytes are read, of a search some KB. */
const READ_BATCH = 10_000;
const SEARCH_BATCH = 2_000;

const LEAD = {
  affiliate_id: 1,
  campaign_id: 1,
  offer_id: 1,
  program_id: 1,
  buyer_id: 1,
  received_at: 1,
  state: 1,
  submission: 1,
  'lead.address.state': 1,
  'tracking.subid': 1,
  data_hash: 1,
  'decision.code': 1,
  'decision.refusal.why': 1,
  'attempts.submission': 1,
  'attempts.sent_to.buyer_id': 1,
  'attempts.timeout_ms': 1,
  'attempts.outcome': 1,
  'attempts.duration_ms': 1,
};

const SEARCH = {
  affiliate_id: 1,
  campaign_id: 1,
  created_at: 1,
  run: 1,
  state: 1,
  'lead.address.state': 1,
  'tracking.subid': 1,
  'results.offer_id': 1,
};

const ENTRY = {
  kind: 1,
  at: 1,
  day: 1,
  affiliate_id: 1,
  campaign_id: 1,
  buyer_id: 1,
  offer_id: 1,
  program_id: 1,
  lead_id: 1,
  buyer_cents: 1,
  affiliate_cents: 1,
  'subids.subid': 1,
};

/** What is read of records by the time at which they came. */
const RECEIVED = {
  leads: { at: 'received_at', projection: LEAD, batchSize: READ_BATCH },
  searches: { at: 'created_at', projection: SEARCH, batchSize: SEARCH_BATCH },
} as const;

/** The driver's collection, loosely typed (see `PlainCollection`). */
interface Collection {
  find(filter: object, options: object): AsyncIterable<Loose> & { toArray(): Promise<Loose[]> };
}
type Loose = Readonly<Record<string, unknown>>;

export function createReportReader(connection: Connection): ReportReader {
  const of = (name: string): Collection => connection.collection(name);
  /**
   * What came in this time, without test records, which would take places of the limit. Sorted, because in several
   * answers FerretDB may show a record twice that changes meanwhile.
   */
  const received = (
    name: keyof typeof RECEIVED,
    { from, to }: Between,
    limit: number | undefined,
  ): AsyncIterable<Loose> => {
    const { at, ...how } = RECEIVED[name];
    const options = { ...how, sort: { [at]: 1 }, ...(limit === undefined ? {} : { limit }) };
    return of(name).find({ [at]: { $gte: from, $lt: to }, is_test: { $ne: true } }, options);
  };
  return {
    leads: (between, most) => each(received('leads', between, most), toLead),
    searches: (between, most) => each(received('searches', between, most), toSearch),
    async *entries(first, last, withStates) {
      let batch: Loose[] = [];
      const ofDays = { day: { $gte: first, $lte: last } };
      for await (const entry of of('entries').find(ofDays, { projection: ENTRY, batchSize: READ_BATCH })) {
        batch.push(entry);
        if (batch.length < BATCH) continue;
        yield* await toEntries(of('leads'), batch, withStates);
        batch = [];
      }
      yield* await toEntries(of('leads'), batch, withStates);
    },
  };
}

async function* each<T>(found: AsyncIterable<Loose>, map: (one: Loose) => T): AsyncGenerator<T> {
  for await (const one of found) yield map(one);
}

/** Entries do not have the consumer's state. Their leads do, as long as they are kept. */
async function toEntries(
  leads: Collection,
  entries: readonly Loose[],
  withStates: boolean,
): Promise<ReportedEntry[]> {
  const ids = [...new Set(entries.flatMap(({ lead_id }) => (typeof lead_id === 'string' ? [lead_id] : [])))];
  const found =
    !withStates || ids.length === 0
      ? []
      : await leads
          .find({ _id: { $in: ids } }, { projection: { 'lead.address.state': 1 }, batchSize: BATCH })
          .toArray();
  const states = new Map(found.map((lead) => [lead['_id'], stateOf(lead)]));
  return entries.map(({ _id, subids, ...rest }) => ({
    ...(rest as unknown as Omit<ReportedEntry, 'id'>),
    id: _id as string,
    ...text('us_state', states.get(rest['lead_id'])),
    ...text('subid', subidIn(subids)),
  }));
}

type StoredAttempt = ReportedLead['attempts'][number] & {
  readonly submission: number;
  readonly sent_to: { readonly buyer_id: string };
};

function toLead(found: Loose): ReportedLead {
  const { _id, lead: _lead, tracking, decision, attempts, submission, data_hash, ...rest } = found;
  // A lead that was posted again keeps the attempts of all its submissions.
  const now = attemptsNow({
    attempts: listOf(attempts) as unknown as StoredAttempt[],
    submission: Number(submission),
  });
  const refusal = inside(decision, 'refusal');
  return {
    ...(rest as unknown as Omit<ReportedLead, 'id' | 'attempts'>),
    id: _id as string,
    ...text('us_state', stateOf(found)),
    ...text('subid', subidIn(tracking)),
    // As `labels` leaves it: a lead with labels may have no subid either.
    ...(data_hash === '' ? { unlabeled: true } : {}),
    ...text('code', inside(decision, 'code')),
    ...text('why', inside(refusal, 'why')),
    attempts: now.map(({ sent_to, submission: _submission, ...facts }) => ({ ...facts, ...sent_to })),
  };
}

function toSearch(found: Loose): ReportedSearch {
  const { _id, affiliate_id, campaign_id, created_at, tracking, state, results } = found;
  return {
    ...({ id: _id, affiliate_id, campaign_id, created_at } as Pick<
      ReportedSearch,
      'id' | 'affiliate_id' | 'campaign_id' | 'created_at'
    >),
    ...text('us_state', stateOf(found)),
    ...text('subid', subidIn(tracking)),
    open: state !== 'done',
    shown: listOf(results).map(({ offer_id }) => offer_id as string),
  };
}

const inside = (group: unknown, member: string): unknown =>
  typeof group === 'object' && group !== null ? (group as Loose)[member] : undefined;
/** As it is counted: a report holds many records, and a client may send a long text. */
const subidIn = (group: unknown): unknown => {
  const subid = inside(group, 'subid');
  return typeof subid === 'string' ? countedSubid(subid) : undefined;
};
const stateOf = ({ lead }: Loose): unknown => inside(inside(lead, 'address'), 'state');
const listOf = (list: unknown): Loose[] => (Array.isArray(list) ? (list as Loose[]) : []);
const text = <Name extends string>(name: Name, value: unknown): { [N in Name]?: never } =>
  (typeof value === 'string' ? { [name]: value } : {}) as unknown as { readonly [N in Name]?: never };
