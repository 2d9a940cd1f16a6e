import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import { createLedgerReader } from '../../../../src/platform/redis/ledger/ledger-reader.js';
import { testPlace } from '../../../support/caps.js';
import { bornLedger, ledgerOf, withCaps } from '../../../support/ledger.js';
import { privateServices } from '../../../support/services.js';

describe('reading the ledger for the integrity check', () => {
  const services = privateServices();
  after(() => services.close());

  it('never has a sale as reserved and as confirmed, also while it is confirmed', async () => {
    const redis = services.redis();
    const { redisPrefix: prefix } = services;
    const buckets = Array.from({ length: 20 }, (_, n) => testPlace({ id: `cap-${n}` }));
    const caps = buckets.map(({ cap }) => cap);
    await bornLedger(redis, prefix, caps);
    const ledger = ledgerOf(createLedger(redis, prefix), withCaps(caps));
    for (const lead of ['a:1', 'b:1']) await ledger.reserve(lead, buckets);
    await ledger.confirm('a:1', buckets);
    const confirming = Object.assign(Object.create(redis) as Redis, {
      smembers: async (key: string) => {
        const members = await redis.smembers(key);
        if (key.endsWith(':in')) await ledger.confirm('b:1', buckets);
        return members;
      },
    });
    const places = [...((await createLedgerReader(confirming, prefix).read())?.places.values() ?? [])];
    expect(places).to.have.length(buckets.length);
    for (const { confirmed, members } of places) expect(confirmed + members.length).to.be.within(1, 2);
  });
});
