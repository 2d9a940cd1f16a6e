import type { Connection } from 'mongoose';
import { MissingDataKeyError } from '../../../app/outage.js';
import type {
  DoubtfulExchange,
  ExchangeOf,
  ExchangesOf,
  ExchangeStore,
  RecordOfExchanges,
} from '../../../app/ports/exchange-store.js';
import type { Exchange, ExchangeContent } from '../../../core/exchanges/exchange.js';
import { FINAL_STATES } from '../../../core/lead/lead-states.js';
import { MAX_COUNTED } from '../../../core/retention/retention.js';
import { kidOf, type DataKeys } from '../../secrets/data-keys.js';
import { deleteEach, updateEach } from '../each-document.js';
import { firstFrom } from '../retention/first-from.js';
import { dataKeysOf } from '../sealing/data-keys-of.js';
import { toDocument, toRecord, type Stored } from '../stores/documents.js';
import { insertNew } from '../stores/duplicate-key.js';

/** An exchange as it is stored. `doubtful`: nobody has looked yet whether its person is still there. */
type Row = Stored<Omit<Exchange, keyof ExchangeContent>> & {
  readonly sealed: string;
  readonly sealed_by: string;
  readonly counts_from: Date;
  readonly doubtful?: Date;
};
interface RecordRow {
  readonly _id: string;
  readonly state: string;
  readonly forgotten?: object;
  readonly decision?: { readonly at: Date };
  readonly received_at?: Date;
  readonly closes_at?: Date;
}

const IDS = { of: 1, record_id: 1, counts_from: 1 } as const;
const ABOUT_RECORD = { state: 1, forgotten: 1, 'decision.at': 1, received_at: 1, closes_at: 1 };
const COLLECTION_OF = { lead: 'leads', search: 'searches' } as const;
/** What a profile of the database, and the test of the commands of a call, know these reads by. */
export const BEHIND_CALLS = 'behind calls';
// With a lower bound, because FerretDB uses a partial index only for such ranges.
const before = (date: Date) => ({ $gte: new Date(0), $lt: date });

/** Requests and answers in MongoDB, what was said sealed as one JWE for each. */
export function createExchangeStore(connection: Connection): ExchangeStore {
  const exchanges = connection.collection<Row>('exchanges');
  const withIds = (ids: readonly string[]) => ({ _id: { $in: [...ids] } });
  const ofRecords = (records: readonly ExchangeOf[]) => ({
    record_id: { $in: [...new Set(records.map(({ record_id }) => record_id))] },
  });
  const ofParts = (parts: readonly ExchangesOf[]): object => {
    const some = parts.flatMap(({ record_id, submission_or_run: part }) =>
      part === undefined ? [] : [{ record_id, submission_or_run: part }],
    );
    const whole = ofRecords(parts.filter(({ submission_or_run: part }) => part === undefined));
    return some.length === 0 ? whole : { $or: [whole, ...some] };
  };
  const read = (of: ExchangeOf['of'], ids: readonly string[]): Promise<RecordRow[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : connection
          .collection<RecordRow>(COLLECTION_OF[of])
          .find(withIds(ids), { projection: ABOUT_RECORD, comment: BEHIND_CALLS })
          .toArray();

  async function recordsOf(records: readonly ExchangeOf[]): Promise<ReadonlyMap<string, RecordOfExchanges>> {
    const found = new Map<string, RecordOfExchanges>();
    for (const { record_id } of records) found.set(record_id, { forgotten: true, decided_at: null });
    for (const kind of ['lead', 'search'] as const) {
      const ids = records.flatMap(({ of, record_id }) => (of === kind ? [record_id] : []));
      for (const row of await read(kind, [...new Set(ids)])) {
        const { _id, forgotten } = row;
        found.set(_id, { forgotten: forgotten !== undefined, decided_at: decidedAt(kind, row) });
      }
    }
    return found;
  }
  const remove = async (ids: readonly string[]): Promise<void> => {
    const steps = ids.map((_id) => ({ deleteOne: { filter: { _id } } }));
    if (steps.length > 0) await exchanges.bulkWrite(steps, { ordered: false });
  };

  return {
    recordsOf,
    remove,
    async add(some) {
      const keys = dataKeysOf(connection);
      if (!keys) throw new Error('a process without DATA_KEYS stores no request');
      await insertNew(
        exchanges,
        some.map((one) => toRow(keys, one)),
      );
    },
    async settle(some) {
      const records = await recordsOf(some);
      const isGone = ({ record_id }: DoubtfulExchange): boolean => records.get(record_id)?.forgotten ?? true;
      await remove(some.filter(isGone).map(({ id }) => id));
      // Since the records were read, a removal of a person may have begun, and made them doubtful again.
      const steps = some
        .filter((one) => !isGone(one))
        .map(({ id: _id, doubtful }) => ({
          updateOne: { filter: { _id, doubtful }, update: { $unset: { doubtful: 1 as const } } },
        }));
      if (steps.length > 0) await exchanges.bulkWrite(steps, { ordered: false });
    },
    async doubt(records, at) {
      if (records.length === 0) return;
      await updateEach(
        exchanges,
        { ...ofRecords(records), doubtful: { $ne: at } },
        { $set: { doubtful: at } },
      );
    },
    async doubtful(date, limit) {
      const projection = { of: 1, record_id: 1, doubtful: 1 };
      const found = await exchanges
        .find({ doubtful: before(date) }, { projection })
        .limit(limit)
        .toArray();
      return found.map(({ _id, doubtful = date, ...of }) => ({ id: _id, ...of, doubtful }));
    },
    async ofRecord({ of, record_id }, part) {
      const own = { record_id, of, ...(part === undefined ? {} : { submission_or_run: part }) };
      const found = await exchanges.find(own).sort({ at: 1, _id: 1 }).toArray();
      const keys = dataKeysOf(connection);
      return found.map((row) => toExchange(keys, row));
    },
    count: (records) => exchanges.countDocuments(ofParts(records)),
    async removeOf(records) {
      return records.length === 0 ? 0 : deleteEach(exchanges, ofParts(records));
    },
    async due(date, limit) {
      const found = exchanges
        .find({ counts_from: before(date) }, { projection: IDS })
        .sort({ counts_from: 1 })
        .limit(limit);
      return (await found.toArray()).map(({ _id, ...due }) => ({ id: _id, ...due }));
    },
    async countFrom(moments) {
      const steps = moments.map(({ id, from }) => ({
        updateOne: { filter: { _id: id }, update: { $set: { counts_from: from } } },
      }));
      if (steps.length > 0) await exchanges.bulkWrite(steps, { ordered: false });
    },
    async outlook(date) {
      const due = await exchanges.countDocuments({ counts_from: before(date) }, { limit: MAX_COUNTED });
      return { due, next: await firstFrom(connection, { of: 'exchanges', age: 'counts_from' }, date) };
    },
  };
}

function decidedAt(kind: ExchangeOf['of'], row: RecordRow): Date | null {
  if (kind === 'search') return row.state === 'done' ? (row.closes_at ?? null) : null;
  if (!(FINAL_STATES as readonly string[]).includes(row.state)) return null;
  return row.decision?.at ?? row.received_at ?? null;
}

function toRow(keys: DataKeys, { request, answer, ...rest }: Exchange): Row {
  const sealed = keys.seal(JSON.stringify({ request, answer }));
  return { ...toDocument(rest), sealed, sealed_by: keys.current, counts_from: rest.at, doubtful: rest.at };
}

function toExchange(
  keys: DataKeys | undefined,
  { sealed, sealed_by, counts_from: _, doubtful: __, ...row }: Row,
): Exchange {
  const text = keys?.open(sealed) ?? lacking(kidOf(sealed) ?? sealed_by);
  return {
    ...toRecord<Omit<Exchange, keyof ExchangeContent>>(row),
    ...(JSON.parse(text) as ExchangeContent),
  };
}

function lacking(kid: string): never {
  throw new MissingDataKeyError(kid);
}
