import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { mongo, type Connection } from 'mongoose';
import { createErasureStore } from '../../../src/platform/mongo/person/erasure-store.js';
import { createExchangeStore } from '../../../src/platform/mongo/exchanges/exchange-store.js';
import { createPersonStore } from '../../../src/platform/mongo/person/person-store.js';
import { SHARDED } from '../../../src/platform/mongo/sharding.js';
import { createClaimStore } from '../../../src/platform/mongo/stores/claim-store.js';
import { aClaimOwner, byOffer } from '../../support/claims.js';
import { anExchange } from '../../support/exchanges.js';
import { testLead, testSearch } from '../../support/records.js';
import { migratedServices } from '../../support/services.js';
import { minute } from '../../support/stored-records.js';

type Send = (this: { readonly collectionName: string }, filter: object, ...rest: never[]) => Promise<unknown>;
type Row = { readonly _id: string } & Readonly<Record<string, unknown>>;

/**
 * No router runs here. This does what one may do to a command over several documents while one of them moves to another shard: such a
 * command does not reach it, and says nothing.
 */
describe('while a document moves to another shard', () => {
  const services = migratedServices();
  const collection = mongo.Collection.prototype as unknown as Record<string, Send>;
  const whole = { updateMany: collection['updateMany']!, deleteMany: collection['deleteMany']! };
  let connection: Connection;
  let moving: string;

  before(async () => {
    connection = await services.migrated();
    for (const [name, send] of Object.entries(whole))
      collection[name] = function (filter, ...rest) {
        const isSharded = SHARDED.some((sharded) => sharded === this.collectionName);
        return send.call(this, isSharded ? { $and: [filter, { _id: { $ne: moving } }] } : filter, ...rest);
      };
  });
  after(async () => {
    Object.assign(collection, whole);
    await services.close();
  });

  const rows = (name: string) => connection.collection<Row>(name);
  const read = (name: string, id: string): Promise<Row | null> => rows(name).findOne({ _id: id });
  const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
  async function stored(name: 'leads' | 'searches', record: object): Promise<string> {
    const { id: _, ...rest } = record as { readonly id?: string };
    const id = randomUUID();
    await rows(name).insertOne({ _id: id, ...rest });
    moving = id;
    return id;
  }

  it('its claims are given back', async () => {
    const claims = createClaimStore(connection);
    const identities = [1, 2, 3].map((n) => ({ kind: 'email' as const, key: `${n} ${randomUUID()}` }));
    const keys = identities.map(({ key }) => key);
    const owner = aClaimOwner('me');
    await claims.take({ identities, policy: byOffer, owner, now: minute(0), run: 2 });
    moving = keys[1]!;
    await claims.release(keys, owner.lead, owner.submission);
    expect(await rows('claims').countDocuments({ _id: { $in: keys } })).to.equal(0);
  });

  it('its old claims expire', async () => {
    const key = `old ${randomUUID()}`;
    await rows('claims').insertOne({ _id: key, owners: [{ ...aClaimOwner('gone'), at: at(1) }] });
    moving = key;
    expect(await createClaimStore(connection).expire([key], at(2), ['gone'])).to.equal(1);
    expect(await read('claims', key)).to.equal(null);
  });

  it('an erasure without evidence marks its lead', async () => {
    const gone = { at: at(1), no_evidence: false, why: 'erasure' };
    const id = await stored('leads', { ...testLead(), forgotten: gone });
    await createErasureStore(connection).forgetEvidence([id]);
    expect((await read('leads', id))!['forgotten']).to.include({ no_evidence: true });
  });

  it('its labels go', async () => {
    const gone = { at: at(1), no_evidence: false, why: 'retention' };
    const lead = testLead({ state: 'accepted', data_hash: 'h' });
    const id = await stored('leads', { ...lead, forgotten: gone });
    await createPersonStore(connection).forgetLabels([id]);
    expect((await read('leads', id))!['data_hash']).to.equal('');
  });

  it('the retention leaves a mark on a lead that it passes', async () => {
    const id = await stored('leads', testLead({ received_at: at(5), state: 'pending' }));
    await createPersonStore(connection).pass('sold_leads', at(4), at(6), at(20));
    expect((await read('leads', id))!['forget']).to.include({ why: 'retention' });
  });

  it('the term of a search that nobody closed begins again', async () => {
    const id = await stored('searches', testSearch({ created_at: at(5), state: 'searching' } as never));
    await createPersonStore(connection).pass('searches', at(4), at(6), at(20));
    expect((await read('searches', id))!['counts_from']).to.deep.equal(at(20));
  });

  it('requests and answers are doubted, settled and removed', async () => {
    const store = createExchangeStore(connection);
    const lead = await stored('leads', testLead());
    const one = anExchange({ record_id: lead });
    await store.add([one]);
    moving = one.id;
    await store.settle([{ ...one, doubtful: one.at }]);
    expect(await read('exchanges', one.id)).to.not.have.property('doubtful');
    await store.doubt([{ of: 'lead', record_id: lead }], at(9));
    expect((await read('exchanges', one.id))!['doubtful']).to.deep.equal(at(9));
    expect(await store.removeOf([{ of: 'lead', record_id: lead }])).to.equal(1);
    expect(await read('exchanges', one.id)).to.equal(null);
  });
});
