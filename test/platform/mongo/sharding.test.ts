import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { INDEXES } from '../../../src/platform/mongo/indexes.js';
import { SHARDED, shardCollections, shardingSteps } from '../../../src/platform/mongo/sharding.js';

describe('sharding', () => {
  it('prints a step for each collection and its index', () => {
    expect(shardingSteps('exchange')).to.deep.equal(
      ['leads', 'searches', 'claims', 'idempotency_keys', 'exchanges'].flatMap((name) => [
        `db.getSiblingDB("exchange").${name}.createIndex({ _id: "hashed" })`,
        `sh.shardCollection("exchange.${name}", { _id: "hashed" })`,
      ]),
    );
  });

  it('nothing but `_id` is unique in a sharded collection', () => {
    const unique = INDEXES.filter(({ unique }) => unique).map(({ collection }) => collection);
    expect(unique).not.to.include.oneOf([...SHARDED]);
  });

  /** No router runs here: this is what one would be told. */
  it('through a router, runs them', async () => {
    const told: object[] = [];
    const command = (one: object) => Promise.resolve(void told.push(one));
    const router = {
      db: { databaseName: 'exchange', command },
      getClient: () => ({ db: () => ({ command }) }),
    };
    await shardCollections(router as unknown as Connection);
    expect(told.slice(0, 2)).to.deep.equal([
      { createIndexes: 'leads', indexes: [{ key: { _id: 'hashed' }, name: '_id_hashed' }] },
      { shardCollection: 'exchange.leads', key: { _id: 'hashed' } },
    ]);
    expect(told).to.have.length(10);
  });
});
