import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { OutageError } from '../../../src/app/outage.js';
import { keepExchanges } from '../../../src/platform/mongo/exchanges/keep-exchanges.js';
import { exchangesOfLead } from '../../../src/app/exchanges/read-exchanges.js';
import { endExchanges } from '../../../src/app/exchanges/end-exchanges.js';
import type { ExchangeStore } from '../../../src/app/ports/exchange-store.js';
import { OF_NONE, type Exchange } from '../../../src/core/exchanges/exchange.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure } from '../../../src/app/person/erase-person.js';
import { finishErasures } from '../../../src/app/person/finish-erasures.js';
import { findPersonRecords, readPerson } from '../../../src/app/person/find-person.js';
import { applyRetention } from '../../../src/app/retention/apply-retention.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { createExchangeStore } from '../../../src/platform/mongo/exchanges/exchange-store.js';
import { createErasureStore } from '../../../src/platform/mongo/person/erasure-store.js';
import { useDataKeys } from '../../../src/platform/mongo/sealing/data-keys-of.js';
import { countKids, reseal } from '../../../src/platform/mongo/sealing/rotate-data-key.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { parseDataKeys } from '../../../src/platform/secrets/data-keys.js';
import { testCatalogue } from '../../support/catalogue.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { beforeWrites } from '../../support/before-commands.js';
import { anExchange } from '../../support/exchanges.js';
import { migratedServices, silentLog, TEST_DATA_KEYS } from '../../support/services.js';
import { aLead, aSearch, minute } from '../../support/stored-records.js';
import { expectClassified } from '../../support/stored-paths.js';

const DAY_MS = 86_400_000;
const later = (days: number): Date => new Date(minute(0).getTime() + days * DAY_MS);
const KEYS = ['key-of-ada'];
const STORED = ['leads', 'searches', 'exchanges', 'erasures', 'meta'];

describe('requests and answers in MongoDB', () => {
  const services = migratedServices();
  let connection: Connection;
  let store: ExchangeStore;
  before(async () => {
    connection = await services.migrated();
    store = createExchangeStore(connection);
  });
  beforeEach(() => Promise.all(STORED.map((name) => connection.collection(name).deleteMany({}))));
  after(() => services.close());

  async function storedLead(over: Partial<LeadRecord> = {}): Promise<LeadRecord> {
    const lead = aLead({ identities: [{ kind: 'email', key: 'key-of-ada' }], ...over });
    await createLeadStore(connection).insert(lead);
    return lead;
  }
  const decided = (at: Date): Partial<LeadRecord> => ({
    ...{ state: 'accepted', decision: { code: 'ACCEPTED', at, source: 'buyer' } },
    attempts: [
      testAttempt({ number: 1, submission: 1, at: minute(0), timeout_ms: 1_000, outcome: 'accepted' }),
    ],
  });
  const ofLead = ({ id }: Pick<LeadRecord, 'id'>) => ({ of: 'lead', record_id: id }) as const;
  const countOf = (lead: LeadRecord): Promise<number> => store.count([ofLead(lead)]);
  /** As the process that made the call does. */
  async function flush(...exchanges: Exchange[]): Promise<void> {
    const keeper = keepExchanges({ store, log: silentLog, onCounted: () => undefined });
    for (const one of exchanges) keeper.note({ bytes: 1_000, make: () => one });
    await keeper.close();
  }
  const ports = (now = minute(1)) => ({
    ...erasePortsIn(connection, now),
    ...{ exchanges: store, catalogue: { current: () => testCatalogue() } },
  });
  const erase = async (no_evidence = false): Promise<void> => {
    const wanted = { case: 'C-1', at: minute(1), keys: KEYS, no_evidence };
    const found = await createErasureStore(connection).find(KEYS);
    await runErasure(ports(), await beginErasure(ports(), undefined, { ...wanted, ...found }));
  };

  it('are sealed, kept once, and come back as they were', async () => {
    const lead = await storedLead();
    const first = anExchange({ record_id: lead.id });
    const second = anExchange({ record_id: lead.id, kind: 'follow_up', at: minute(2) });
    await flush(second, first);
    await flush(first);
    expect(await store.ofRecord(ofLead(lead))).to.deep.equal([first, second]);
    expect(JSON.stringify(await connection.collection('exchanges').find().toArray())).to.not.match(
      /ada@|"name/i,
    );
    expect(await connection.collection('exchanges').countDocuments({ doubtful: { $exists: true } })).to.equal(
      0,
    );
    await expectClassified(connection);
  });

  it('are sealed under a new key by a rotation, and not shown without theirs', async () => {
    const lead = await storedLead();
    const one = anExchange({ record_id: lead.id });
    await flush(one);
    const keys = parseDataKeys(`new:${Buffer.alloc(32, 'new').toString('base64')},${TEST_DATA_KEYS}`);
    for await (const _ of reseal(connection, keys));
    expect(await countKids(connection)).to.deep.include({ collection: 'exchanges', kid: 'new', n: 1 });
    let why = '';
    await store.ofRecord(ofLead(lead)).catch((error: unknown) => (why = String(error)));
    expect(why).to.contain('the data key new');
    useDataKeys(connection, keys);
    expect(await store.ofRecord(ofLead(lead))).to.deep.equal([one]);
    useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
  });

  it('end a term after the decision, and never while it is open', async () => {
    const old = await storedLead(decided(minute(0)));
    const late = await storedLead(decided(later(60)));
    const open = await storedLead({ state: 'unknown' });
    await flush(...[old, late, open].map(({ id }) => anExchange({ record_id: id })));
    const sweep = (day: number) =>
      endExchanges({ exchanges: store, clock: () => later(day) }, later(day - 90));
    expect((await sweep(89)).records).to.equal(0);
    expect((await sweep(91)).records).to.equal(1);
    expect(await Promise.all([old, late, open].map(countOf))).to.deep.equal([0, 1, 1]);
    expect((await store.outlook(later(1))).next).to.deep.equal(later(60));
    await sweep(149);
    expect(await countOf(late)).to.equal(1);
    await sweep(151);
    expect(await Promise.all([late, open].map(countOf))).to.deep.equal([0, 1]);
    await sweep(400);
    await connection
      .collection<{ _id: string }>('leads')
      .updateOne({ _id: open.id }, { $set: { state: 'accepted', 'decision.at': later(401) } });
    await sweep(490.5);
    expect(await countOf(open)).to.equal(1);
    await sweep(491.5);
    expect(await countOf(open)).to.equal(0);
  });

  it('of an earlier submission or run end with those of the newest', async () => {
    const lead = await storedLead({ ...decided(later(60)), submission: 2, received_at: later(59) });
    const search = aSearch({ state: 'done', run: 2, closes_at: later(60) });
    await createSearchStore(connection).insert(search);
    const run = { kind: 'search', of: 'search', record_id: search.id } as const;
    const told = { kind: 'webhook', record_id: lead.id, submission_or_run: OF_NONE } as const;
    const earlier = [
      anExchange({ id: 'submission 1', record_id: lead.id, submission_or_run: 1 }),
      anExchange({ id: 'told of 1', ...told }),
      anExchange({ id: 'run 1', ...run, submission_or_run: 1 }),
    ];
    const newest = [
      anExchange({ id: 'submission 2', record_id: lead.id, submission_or_run: 2 }),
      anExchange({ id: 'told of 2', ...told, number: 2, at: later(60) }),
      anExchange({ id: 'run 2', ...run, submission_or_run: 2 }),
    ];
    await flush(...earlier, ...newest);
    const left = async (day: number): Promise<string[]> => {
      await endExchanges({ exchanges: store, clock: () => later(day) }, later(day - 90));
      const rows = connection.collection<{ _id: string }>('exchanges').find().sort({ _id: 1 });
      return (await rows.toArray()).map(({ _id }) => _id);
    };
    expect(await left(89)).to.have.length(6);
    expect(await left(91)).to.have.length(6);
    expect(await left(151)).to.deep.equal([]);
  });

  it('go with the person of their lead or search', async () => {
    const lead = await storedLead({ ...decided(minute(0)), received_at: later(-400) });
    const search = aSearch({ state: 'done', created_at: later(-31) });
    await createSearchStore(connection).insert(search);
    const asked = anExchange({ kind: 'search', of: 'search', record_id: search.id });
    await flush(anExchange({ record_id: lead.id }), asked);
    await applyRetention(ports());
    expect(await store.count([{ of: 'search', record_id: search.id }, ofLead(lead)])).to.equal(0);
  });

  it('are exported and erased with the person, also when they are flushed after that', async () => {
    const lead = await storedLead(decided(minute(0)));
    const search = aSearch({ state: 'done', identities: lead.identities });
    await createSearchStore(connection).insert(search);
    const asked = anExchange({ kind: 'search', of: 'search', record_id: search.id });
    await flush(anExchange({ record_id: lead.id }), asked);
    expect((await findPersonRecords(ports(), KEYS)).beside).to.include({ requests: 2 });
    expect((await readPerson(ports(), KEYS)).exchanges).to.have.lengthOf(2);
    await erase();
    await flush(anExchange({ record_id: lead.id }), { ...asked, id: 'late' }, anExchange());
    expect(await connection.collection('exchanges').countDocuments()).to.equal(0);
  });

  it('of other runs of a search are not opened for its lead', async () => {
    const search = aSearch({ state: 'done', run: 2, identities: [{ kind: 'email', key: 'key-of-ada' }] });
    await createSearchStore(connection).insert(search);
    const lead = await storedLead({ ...decided(minute(0)), search_id: search.id, search_run: 2 });
    const asked = (part: number) =>
      anExchange({
        kind: 'search',
        of: 'search',
        record_id: search.id,
        submission_or_run: part,
        at: minute(part),
      });
    const own = asked(2);
    await flush(asked(1), own);
    await connection
      .collection('exchanges')
      .updateOne({ submission_or_run: 1 }, { $set: { sealed: 'by another key' } });
    expect(await exchangesOfLead(ports(), lead)).to.deep.equal([own]);
  });

  it('are erased when the flush is between its two steps, or its process is killed there', async () => {
    const lead = await storedLead(decided(minute(0)));
    const [between, killed] = [anExchange({ record_id: lead.id }), anExchange({ record_id: lead.id })];
    // Stored before the erasure removes, looked at after that.
    await store.add([between]);
    await erase();
    await store.settle([{ ...between, doubtful: between.at }]);
    expect(await countOf(lead)).to.equal(0);
    // Stored after that, and never looked at by its own process.
    await store.add([killed]);
    expect(await countOf(lead)).to.equal(1);
    await endExchanges({ exchanges: store, clock: () => minute(2) }, later(-90));
    expect(await countOf(lead)).to.equal(0);
  });

  it('go with a person whose removal begins while the flush looks, and is killed behind it', async () => {
    const lead = await storedLead(decided(minute(0)));
    const one = anExchange({ record_id: lead.id });
    // The flush has read that the person is there, when a retention removes it. Its process is killed before the requests go.
    const meanwhile = beforeWrites(connection, async (of, command) => {
      if (of !== 'exchanges' || command !== 'bulkWrite') return;
      await store.doubt([ofLead(lead)], minute(1));
      await connection
        .collection<{ _id: string }>('leads')
        .updateOne({ _id: lead.id }, { $set: { forgotten: { at: minute(1), no_evidence: false } } });
    });
    useDataKeys(meanwhile, parseDataKeys(TEST_DATA_KEYS));
    const keeper = keepExchanges({
      ...{ store: createExchangeStore(meanwhile), log: silentLog, onCounted: () => undefined },
    });
    keeper.note({ bytes: 1_000, make: () => one });
    await keeper.close();
    expect(await countOf(lead)).to.equal(1);
    await endExchanges({ exchanges: store, clock: () => minute(3) }, later(-90));
    expect(await countOf(lead)).to.equal(0);
  });

  it('that cannot be written take no others with them', async () => {
    const lead = await storedLead();
    const counted: string[] = [];
    const keeper = keepExchanges({
      ...{ store, log: silentLog },
      onCounted: (kept, n) => counted.push(`${kept ? 'kept' : 'lost'} ${n}`),
    });
    for (const n of [1, 2, 3]) {
      const one = anExchange({ record_id: lead.id, number: n });
      const odd = (): never => {
        throw new TypeError('odd');
      };
      keeper.note({ bytes: 1_000, make: n === 2 ? odd : () => one });
    }
    await keeper.close();
    expect(counted).to.deep.equal(['kept 1', 'lost 1', 'kept 1']);
    expect((await store.ofRecord(ofLead(lead))).map(({ number }) => number)).to.have.members([1, 3]);
  });

  it('stay while a lead that may have left is undecided, and go when it is decided', async () => {
    const lead = await storedLead({ ...decided(minute(0)), state: 'unknown' });
    await flush(anExchange({ record_id: lead.id }));
    await erase();
    expect(await countOf(lead)).to.equal(1);
    // The answer comes during the erasure.
    await flush(anExchange({ record_id: lead.id, kind: 'callback' }));
    expect(await countOf(lead)).to.equal(2);
    await connection
      .collection<{ _id: string }>('leads')
      .updateOne({ _id: lead.id }, { $set: { state: 'accepted' } });
    await finishErasures(ports());
    expect(await countOf(lead)).to.equal(0);
    await flush(anExchange({ record_id: lead.id }));
    expect(await countOf(lead)).to.equal(0);
  });

  it('are lost only with a killed process: an outage makes them wait', async () => {
    const lead = await storedLead();
    const counted: string[] = [];
    let isAway = true;
    const flaky = {
      settle: store.settle.bind(store),
      add: (some: readonly Exchange[]) =>
        isAway ? Promise.reject(new OutageError('MongoDB', new Error('away'))) : store.add(some),
    };
    const keeper = keepExchanges({
      ...{ store: flaky, log: silentLog, collectMs: 5 },
      onCounted: (kept, n) => counted.push(`${kept ? 'kept' : 'lost'} ${n}`),
    });
    for (const n of [1, 2, 3]) {
      const one = anExchange({ record_id: lead.id, number: n });
      keeper.note({ bytes: 1_000, make: () => one });
    }
    keeper.note({ bytes: 33 * 1024 * 1024, make: () => anExchange() });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await countOf(lead)).to.equal(0);
    isAway = false;
    await keeper.close();
    expect(counted).to.deep.equal(['lost 1', 'kept 3']);
    expect(await countOf(lead)).to.equal(3);
  });
});
