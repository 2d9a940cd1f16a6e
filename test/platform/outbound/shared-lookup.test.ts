import type { LookupAddress } from 'node:dns';
import { expect } from 'chai';
import { sharedLookup } from '../../../src/platform/outbound/guarded-connector.js';

const ALL = { all: true } as const;

/** Look-ups that end when a test says so. */
function lookups() {
  const asked: string[] = [];
  const ends: ((addresses: LookupAddress[] | Error) => void)[] = [];
  const addressesOf = sharedLookup((hostname) => {
    asked.push(hostname);
    return new Promise((resolve, reject) => {
      ends.push((end) => {
        if (end instanceof Error) reject(end);
        else resolve(end);
      });
    });
  });
  return { asked, ends, addressesOf };
}

describe('looking up a name', () => {
  it('happens once for all who ask meanwhile, and keeps no other name waiting', async () => {
    const { asked, ends, addressesOf } = lookups();
    const silent = Array.from({ length: 40 }, () => addressesOf('silent.example', ALL));
    const other = addressesOf('other.example', ALL);
    expect(asked).to.deep.equal(['silent.example', 'other.example']);
    const found = [{ address: '8.8.8.8', family: 4 }];
    ends[1]?.(found);
    expect(await other).to.deep.equal(found);
    ends[0]?.(new Error('EAI_AGAIN'));
    for (const one of await Promise.allSettled(silent)) expect(one.status).to.equal('rejected');
  });

  it('happens anew after it ended, and for other kinds of addresses', async () => {
    const { asked, ends, addressesOf } = lookups();
    const first = addressesOf('buyer.example', ALL);
    void addressesOf('buyer.example', { ...ALL, family: 6 });
    expect(asked).to.have.length(2);
    ends[0]?.([]);
    await first;
    void addressesOf('buyer.example', ALL);
    expect(asked).to.have.length(3);
  });
});
