import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import type { LeadFilter } from '../../../../src/app/ports/lead-overview.js';
import type { LeadPosition, ListOrder } from '../../../../src/core/lead/lead-position.js';
import type { Intent, LeadRecord } from '../../../../src/core/lead/lead-record.js';
import { useDataKeys } from '../../../../src/platform/mongo/sealing/data-keys-of.js';
import { parseDataKeys } from '../../../../src/platform/secrets/data-keys.js';
import { createLeadOverview } from '../../../../src/platform/mongo/stores/lead-overview.js';
import { leadModel } from '../../../../src/platform/mongo/stores/models.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { SettingsError } from '../../../../src/platform/process/settings.js';
import { migratedServices, TEST_DATA_KEYS } from '../../../support/services.js';
import { aLead, minute } from '../../../support/stored-records.js';

const intentOf = (buyer_id: string): Intent => ({ at: minute(0), submission: 1, buyer_id });
const returned = { at: minute(9), code: 'bad_phone', by: 'callback', payout_reversed: true };
const undone = { at: minute(10), by: 'ann', why: 'a mistake' };
const decided = (code: 'ACCEPTED' | 'DUPLICATE' | 'INVALID_FIELD', state: LeadRecord['state']) => ({
  state,
  decision: { code, at: minute(1), source: 'service' as const },
});
const TO = new Date('2026-12-01T00:00:00Z');

/** Leads by name, from the oldest to the newest. Those of one line were received at the same moment. */
const LEADS: readonly (readonly [number, Readonly<Record<string, Partial<LeadRecord>>>])[] = [
  [-60 * 24 * 100, { ancient: { ...decided('ACCEPTED', 'accepted'), affiliate_id: 'rare' } }],
  [0, { first: { affiliate_id: 'rare', request_id: 'call-7' } }],
  [
    1,
    {
      unsent: { buyer_id: 'b1', program_id: 'nursing' },
      sent: { buyer_id: 'b1', intent: intentOf('b2') },
    },
  ],
  [2, { sold: { ...decided('ACCEPTED', 'accepted'), reference: 'L-1', offer_id: 'o2' } }],
  [3, { back: { ...decided('ACCEPTED', 'accepted'), returns: [{ ...returned, undone }, returned] } }],
  [4, { kept: { ...decided('ACCEPTED', 'accepted'), returns: [{ ...returned, undone }] } }],
  [5, { twice: decided('DUPLICATE', 'rejected'), wrong: decided('INVALID_FIELD', 'invalid') }],
  [6, { lost: { state: 'unknown', campaign_id: 'c2' }, saved: { state: 'saved' } }],
  [
    7,
    { tracked: { tracking_keys: ['subid:spring', 'click:1'] }, spring: { tracking_keys: ['subid:spring'] } },
  ],
];

/** Runs `work` while `reading` stands between it and each read of leads. */
async function whileRead<T>(
  connection: Connection,
  reading: (filter: object, read: () => Promise<unknown[]>) => Promise<unknown[]>,
  work: () => Promise<T>,
): Promise<T> {
  const { collection } = leadModel(connection);
  const find = collection.find.bind(collection);
  const watched = (...args: Parameters<typeof find>) => {
    const cursor = find(...args);
    const read = cursor.toArray.bind(cursor);
    return Object.assign(cursor, { toArray: () => reading(args[0] ?? {}, read) });
  };
  Object.assign(collection, { find: watched });
  try {
    return await work();
  } finally {
    Object.assign(collection, { find });
  }
}

describe('the pages of a list of leads', function () {
  const services = migratedServices();

  before(async () => {
    const connection = await services.migrated();
    const store = createLeadStore(connection);
    for (const [at, group] of LEADS)
      for (const [id, { ...over }] of Object.entries(group)) {
        const { due_at, ...lead } = aLead({ id, received_at: minute(at), ...over });
        const isDue = lead.decision === undefined && lead.state !== 'unknown';
        await store.insert({ ...lead, ...(isDue && due_at && { due_at }) });
      }
  });
  after(() => services.close());

  /** Names of all leads of a list, read in pages. */
  async function list(filter: Partial<LeadFilter>, limit = 3, order?: ListOrder): Promise<string> {
    const overview = createLeadOverview(await services.connection());
    const names: string[] = [];
    for (let after: LeadPosition | undefined, pages = 0; pages < 20; pages += 1) {
      const { leads, next } = await overview.page({ to: TO, ...filter }, limit, after, order);
      expect(leads.length).to.be.at.most(limit);
      names.push(...leads.map(({ id }) => id));
      if (!next) return names.join(' ');
      after = next;
    }
    throw new Error('the list does not end');
  }

  const ALL = 'tracked spring saved lost wrong twice kept back sold unsent sent first ancient';

  it('hold each lead once, newest first, whatever their length', async () => {
    for (const limit of [1, 2, 5, 12, 13, 100]) expect(await list({}, limit), String(limit)).to.equal(ALL);
  });

  it('hold the same leads from the oldest on, also those that the server sorts', async () => {
    const reversed = (names: string): string => names.split(' ').reverse().join(' ');
    for (const limit of [1, 2, 5, 13, 100])
      expect(await list({}, limit, 'oldest'), String(limit)).to.equal(reversed(ALL));
    for (const filter of [{ affiliate_id: 'rare' }, { code: 'PENDING' as const }, { from: minute(2) }])
      expect(await list(filter, 2, 'oldest')).to.equal(reversed(await list(filter)));
  });

  for (const [what, before, after, filter] of [
    ['was sent again', { received_at: minute(5) }, { received_at: minute(600) }, {}],
    ['left the list', { 'decision.code': 'DUPLICATE' }, { 'decision.code': 'CAP' }, { code: 'DUPLICATE' }],
  ] as const)
    it(`leave out a lead that ${what} after its position was read`, async () => {
      const connection = await services.connection();
      const change = (set: object) =>
        connection.collection<{ _id: string }>('leads').updateOne({ _id: 'twice' }, { $set: set });
      const { leads } = await whileRead(
        connection,
        (filter, read) => ('_id' in filter ? change(after).then(read) : read()),
        () => createLeadOverview(connection).page({ to: TO, ...filter }, 20),
      );
      const { matchedCount } = await change(before);
      expect(matchedCount).to.equal(1);
      expect(leads.map(({ id }) => id).join(' ')).to.equal('code' in filter ? '' : ALL.replace(' twice', ''));
    });

  it('show a lead once that moves on while they are read', async () => {
    const connection = await services.connection();
    const moves = aLead({ id: 'moves', received_at: minute(8), buyer_id: 'b9' });
    await createLeadStore(connection).insert(moves);
    const rows = connection.collection<{ _id: string }>('leads');
    const taken = { intent: intentOf('b9') };
    const sold = { ...taken, ...decided('ACCEPTED', 'accepted') };
    const filter = { buyer_id: 'b9', states: ['queued', 'accepted'] } as const;
    for (const moment of [1, 2, 3]) {
      let reads = 0;
      const { leads } = await whileRead(
        connection,
        async (_, read) => {
          reads += 1;
          const found = await read();
          // It stays queued for a moment after each read, then it is taken, then it is sold.
          if (reads === moment) await rows.updateOne({ _id: 'moves' }, { $set: taken });
          if (reads === moment + 1)
            await rows.updateOne({ _id: 'moves' }, { $set: sold, $unset: { due_at: 1 } });
          return found;
        },
        () => createLeadOverview(connection).page({ to: TO, ...filter }, 20),
      );
      expect(
        leads.map(({ id }) => id),
        `after read ${moment}`,
      ).to.eql(['moves']);
      const { due_at, state } = moves;
      await rows.updateOne({ _id: 'moves' }, { $set: { due_at, state }, $unset: { intent: 1, decision: 1 } });
    }
    await rows.deleteOne({ _id: 'moves' });
  });

  it('read few positions that they do not show', async () => {
    const connection = await services.connection();
    const store = createLeadStore(connection);
    const after = (n: number) => new Date(TO.getTime() + n * 360_000);
    // Later than the leads that the other tests list.
    const frequent = Array.from({ length: 300 }, (_, n) => aLead({ id: `f${n}`, received_at: after(n) }));
    for (const lead of frequent) await store.insert(lead);
    // 51 positions would do. In hours without a lead the slices get longer, until one has too many leads.
    for (const [emptyHours, most] of [
      [0, 80],
      [48, 290],
    ] as const) {
      let positions = 0;
      const { leads } = await whileRead(
        connection,
        async (_, read) => {
          const rows = await read();
          positions += rows.length;
          return rows;
        },
        () => createLeadOverview(connection).page({ from: TO, to: after(300 + 10 * emptyHours) }, 50),
      );
      expect(leads.map(({ id }) => id)).to.eql(
        frequent
          .slice(-50)
          .reverse()
          .map(({ id }) => id),
      );
      // The leads of the page are read, too.
      expect(positions - leads.length, `${emptyHours} hours`).to.be.within(51, most);
    }
  });

  it('of a list that was read before are found with one command, also days later', async () => {
    const connection = await services.connection();
    const store = createLeadStore(connection);
    // Later than the leads of the other tests.
    const after = (hours: number) => new Date(TO.getTime() + (2_000 + hours) * 3_600_000);
    const add = async (names: readonly string[], from: number) => {
      for (const [n, id] of names.entries())
        await store.insert(aLead({ id, affiliate_id: 'again', received_at: after(from + n) }));
    };
    const named = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
    const [old, fresh] = [named('old', 8), named('new', 9)];
    await add(old, 0);
    const overview = createLeadOverview(connection);
    const look = async (to: number) => {
      let commands = 0;
      const { leads } = await whileRead(
        connection,
        (_, read) => {
          commands += 1;
          return read();
        },
        () => overview.page({ affiliate_id: 'again', to: after(to) }, 5),
      );
      return [leads.map(({ id }) => id), commands] as const;
    };
    const newestOf = (names: readonly string[]) => names.slice(-5).reverse();
    const [found, commands] = await look(100);
    expect(found).to.eql(newestOf(old));
    expect(commands).to.be.greaterThan(3);
    // Positions, and the leads of the page.
    for (const to of [100, 101, 500]) expect(await look(to), String(to)).to.eql([newestOf(old), 2]);
    expect((await look(4))[0], 'an earlier time').to.eql(['old3', 'old2', 'old1', 'old0']);
    await add(fresh, 400);
    expect((await look(500))[0], 'with new leads').to.eql(newestOf(fresh));
    expect(await look(500)).to.eql([newestOf(fresh), 2]);
  });

  it('end soon when the leads of a slice that had too many leave the list', async () => {
    const connection = await services.connection();
    const store = createLeadStore(connection);
    const after = (n: number) => new Date(TO.getTime() + n * 1_000);
    for (let n = 0; n < 30; n += 1)
      await store.insert(aLead({ id: `gone-${n}`, affiliate_id: 'gone', received_at: after(n) }));
    let reads = 0;
    const { leads } = await whileRead(
      connection,
      async (_, read) => {
        reads += 1;
        const rows = await read();
        if (rows.length > 0) await connection.collection('leads').deleteMany({ affiliate_id: 'gone' });
        return rows;
      },
      () => createLeadOverview(connection).page({ to: after(3_600 * 48), affiliate_id: 'gone' }, 10),
    );
    expect(leads).to.deep.equal([]);
    expect(reads).to.be.below(120);
  });

  it('say that migrate must run, when an index of this release is missing', async () => {
    const other = (await services.connection()).useDb(randomUUID());
    useDataKeys(other, parseDataKeys(TEST_DATA_KEYS));
    await createLeadStore(other).insert(aLead());
    const error: unknown = await createLeadOverview(other)
      .page({ to: TO }, 1)
      .catch((thrown: unknown) => thrown);
    await other.dropDatabase();
    expect(error)
      .to.be.an.instanceOf(SettingsError)
      .and.to.have.property('message')
      .that.contains('leadkeep migrate');
  });

  for (const [what, filter, expected] of [
    ['a range of time', { from: minute(2), to: minute(4) }, 'back sold'],
    ['an affiliate', { affiliate_id: 'rare' }, 'first ancient'],
    ['a campaign', { campaign_id: 'c2' }, 'lost'],
    ['offers', { offer_ids: ['o2', 'o3'] }, 'sold'],
    ['no offer', { offer_ids: [] }, ''],
    ['a program', { program_id: 'nursing' }, 'unsent'],
    ['the buyer that it counts for', { buyer_id: 'b2' }, 'sent'],
    ['the buyer that it is meant for, if no worker has taken it', { buyer_id: 'b1' }, 'unsent'],
    ['the buyer and a life that no untaken lead has', { buyer_id: 'b1', code: 'UNKNOWN' }, ''],
    ['a decided state', { states: ['accepted'] }, 'kept back sold ancient'],
    ['states of every kind', { states: ['rejected', 'unknown', 'saved'] }, 'saved lost twice'],
    ['a code', { code: 'INVALID_FIELD' }, 'wrong'],
    ['a code that the state does not have', { code: 'INVALID_FIELD', states: ['rejected'] }, ''],
    ['pending', { code: 'PENDING' }, 'tracked spring saved unsent sent first'],
    ['unknown', { code: 'UNKNOWN' }, 'lost'],
    ['returned, and not undone', { returned: true }, 'back'],
    ['a subid', { subid: 'spring' }, 'tracked spring'],
    ['a click id', { click_key: 'click:1' }, 'tracked'],
    ['a subid and a click id', { subid: 'spring', click_key: 'click:1' }, 'tracked'],
    ['a reference', { reference: 'L-1' }, 'sold'],
    ['a request id', { request_id: 'call-7' }, 'first'],
    ['several at once', { affiliate_id: 'rare', states: ['accepted'], from: new Date(0) }, 'ancient'],
  ] as const satisfies readonly (readonly [string, Partial<LeadFilter>, string])[])
    it(`are filtered by ${what}`, async () => {
      expect(await list(filter)).to.equal(expected);
    });
});
